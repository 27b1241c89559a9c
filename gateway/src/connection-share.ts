import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from '@campstore/core/telemetry/log'
import { createCounts } from '@campstore/http/counts'
import { clientKey } from './client-key.ts'

/** While connections are closed for it, the log says so this often, in milliseconds. */
const noticeMs = 10_000

/**
 * Bounds one client's connections, so that no client can take all of them: further ones are closed as they come.
 *
 * @param limit connections of one client at most; 0 for no limit
 * @param readPeer whose a connection is; undefined for a proxy, whose connections are not counted
 */
export function limitConnectionShare(
  server: Server,
  limit: number,
  readPeer: (socket: Socket) => string | undefined,
  log: Pick<Logger, 'warn'>,
): void {
  if (limit === 0) return
  const counts = createCounts<string>()
  let nextNoticeAt = 0

  const notice = () => {
    if (performance.now() < nextNoticeAt) return
    nextNoticeAt = performance.now() + noticeMs
    const advice = 'Closing connections of a client that has too many. If it is a proxy, name it in TRUSTED_PROXY'
    log.warn({ MAX_CONNECTIONS_PER_CLIENT: limit }, advice)
  }

  server.on('connection', socket => {
    const peer = readPeer(socket)
    if (peer === undefined) return
    const client = clientKey(peer)
    if (counts.of(client) >= limit) {
      socket.destroy()
      return notice()
    }
    counts.add(client, 1)
    socket.once('close', () => counts.add(client, -1))
  })
}
