import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream'

/** Forwards connections to a server, until it is cut: then all are closed and new ones are refused. */
export type SeverableProxy = { url: string; cut(): void; restore(): void }

/** Opens a proxy on this machine to the server of an address. */
export async function openSeverableProxy(serverUrl: string, defaultPort: number): Promise<SeverableProxy> {
  const { port, hostname } = new URL(serverUrl)
  const sockets = new Set<Socket>()
  const server = createServer(client => {
    const upstream = createConnection(Number(port || defaultPort), hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    }
    // An error of one side closes the other, too.
    pipeline(client, upstream, client, () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  const url = new URL(serverUrl)
  url.host = `127.0.0.1:${address.port}`
  return {
    url: url.href,
    cut: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
    restore: () => void server.listen(address.port, '127.0.0.1'),
  }
}
