import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * The address of the client behind a request. The gateway, which alone reaches services, replaces whatever a client claims
 * in `x-forwarded-for` by the one address that it knows; without it the connection's own is taken.
 */
export function clientAddress({ headers, socket }: IncomingMessage): string {
  const forwarded = headers['x-forwarded-for']
  const address = typeof forwarded === 'string' ? forwarded.trim() : ''
  return isIP(address) === 0 ? (socket.remoteAddress ?? '').replace(/^::ffff:/, '') : address
}
