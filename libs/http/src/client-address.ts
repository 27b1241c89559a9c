import type { IncomingMessage } from 'node:http'
import { isIP, type Socket } from 'node:net'
import proxyAddress from 'proxy-addr'

/** The client of a request, as far as it can be known. */
export type Client = { address: string; secure: boolean }

/**
 * The address of the client behind a request to a service. The gateway, which alone reaches services, replaces anything that a
 * client claims in `x-forwarded-for` by the one address that it knows; without it the connection's own is taken.
 */
export function clientAddress({ headers, socket }: IncomingMessage): string {
  const forwarded = headers['x-forwarded-for']
  const address = typeof forwarded === 'string' ? forwarded.trim() : ''
  return isIP(address) === 0 ? unmapped(socket.remoteAddress ?? '') : address
}

/**
 * Reads the client from the requests of a server that clients reach. `x-forwarded-for` and `x-forwarded-proto` are believed
 * only from trusted proxies: the client is then the last address of the list that is not one of them.
 */
export function createClientReader(trusted: readonly string[]): (request: IncomingMessage) => Client {
  const isTrusted = proxyAddress.compile([...trusted])
  return request => {
    const peer = request.socket.remoteAddress ?? ''
    if (trusted.length === 0 || !isTrusted(peer, 0)) return { address: unmapped(peer), secure: false }
    const address = proxyAddress.all(request, isTrusted).findLast(hop => isIP(hop) !== 0)
    return { address: unmapped(address ?? peer), secure: request.headers['x-forwarded-proto'] === 'https' }
  }
}

/** Reads whose connection one is: the client's address; undefined for a trusted proxy, which brings the requests of many. */
export function createPeerReader(trusted: readonly string[]): (socket: Socket) => string | undefined {
  const isTrusted = proxyAddress.compile([...trusted])
  return ({ remoteAddress = '' }) => (isTrusted(remoteAddress, 0) ? undefined : unmapped(remoteAddress))
}

/** An IPv4 address that a socket for both families shows as IPv6, in its own form. */
const unmapped = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address)
