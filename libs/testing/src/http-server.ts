import { createServer, type RequestListener } from 'node:http'

/** Starts a server on this machine, by default on a free port. Its end ends its connections. */
export async function startHttpServer(listener: RequestListener, port = 0) {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  const stop = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${address.port}`, port: address.port, stop }
}
