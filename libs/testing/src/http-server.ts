import { createServer, type Server as HttpServer, type RequestListener } from 'node:http'
import type { Server } from 'node:net'

/** Starts a server on this machine, by default on a free port. Its end ends its connections. */
export const startHttpServer = (listener: RequestListener, port = 0) => listenOnLoopback(createServer(listener), port)

/** Lets a server listen on this machine, by default on a free port. `stop` closes connections of HTTP, and waits for others to end. */
export async function listenOnLoopback(server: HttpServer | Server, port = 0) {
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  const stop = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      if ('closeAllConnections' in server) server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${address.port}`, port: address.port, stop }
}
