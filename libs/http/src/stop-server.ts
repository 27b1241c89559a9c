import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Connections } from './connections.ts'

/** How often idle connections are looked for, in milliseconds. */
const sweepEveryMs = 50

/**
 * Accepts no new connections, lets requests in progress finish, and closes. Each connection ends with its last response, which
 * says so: its client sends the next request elsewhere. Clients that accept the shutdown notice get it at once.
 *
 * @param graceMs milliseconds after which requests in progress are cut off
 * @param idleMs how long the idle connections of other clients outlive the beginning of the stop, for requests that are on
 *   their way; in milliseconds
 */
export function stopServer(server: Server, connections: Connections, graceMs: number, idleMs = 300): Promise<void> {
  connections.startShutdown()
  return new Promise(resolve => {
    // After the events of this turn, so that connections are accepted that the kernel has completed: the close resets the others.
    setImmediate(() => {
      const startedAt = performance.now()
      const sweep = setInterval(() => {
        // After the events of this turn, so that a request that has arrived is read first.
        if (performance.now() - startedAt >= idleMs) setImmediate(() => connections.closeIdle())
      }, sweepEveryMs)
      const deadline = setTimeout(() => server.closeAllConnections(), graceMs)
      // The HTTP server's own close would end idle connections at once, also those on which a request is about to arrive.
      NetServer.prototype.close.call(server, () => {
        clearInterval(sweep)
        clearTimeout(deadline)
        resolve()
      })
    })
  })
}
