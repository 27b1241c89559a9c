import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Connections } from './connections.ts'

/** How long an idle connection outlives the beginning of a stop, in milliseconds, for a request that is on its way. */
const drainDelayMs = 300

/**
 * Accepts no new connections, lets requests in progress finish, and closes. Each connection ends with its last response, which
 * says so: its client sends the next request elsewhere.
 *
 * @param graceMs milliseconds after which requests in progress are cut off
 */
export function stopServer(server: Server, connections: Connections, graceMs: number): Promise<void> {
  connections.closeAfterResponse()
  return new Promise(resolve => {
    const startedAt = performance.now()
    const sweep = setInterval(() => {
      if (performance.now() - startedAt >= drainDelayMs) server.closeIdleConnections()
    }, 50)
    const deadline = setTimeout(() => server.closeAllConnections(), graceMs)
    // The HTTP server's own close would end idle connections at once, also those on which a request is about to arrive.
    NetServer.prototype.close.call(server, () => {
      clearInterval(sweep)
      clearTimeout(deadline)
      resolve()
    })
  })
}
