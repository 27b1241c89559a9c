import type { Server } from 'node:http'

/**
 * Accepts nothing more and finishes what runs. Connections are closed as they become idle.
 *
 * @param grace milliseconds after which what still runs is cut off
 */
export function stopServer(server: Server, grace: number): Promise<void> {
  return new Promise(resolve => {
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    const end = setTimeout(() => server.closeAllConnections(), grace)
    server.close(() => {
      clearInterval(sweep)
      clearTimeout(end)
      resolve()
    })
  })
}
