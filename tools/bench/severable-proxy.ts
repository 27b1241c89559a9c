import { createConnection, createServer, type Socket } from 'node:net'

/** A way to a server that can be interrupted: what is connected is cut, and nothing new is accepted. */
export type SeverableProxy = {
  /** The server's address by this way. */
  url: string
  cut(): void
  restore(): void
  close(): void
}

/** Opens a way to a server on this machine. */
export async function openSeverableProxy(serverUrl: string, defaultPort: number): Promise<SeverableProxy> {
  const target = new URL(serverUrl)
  const open = new Set<Socket>()
  let connected = true
  const keep = (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => open.delete(socket))
  }
  const server = createServer(client => {
    keep(client)
    if (!connected) return client.destroy()
    const upstream = createConnection(Number(target.port || defaultPort), target.hostname)
    keep(upstream)
    client.pipe(upstream).pipe(client)
    client.once('close', () => upstream.destroy())
    upstream.once('close', () => client.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the way to the server has no port')
  const url = new URL(serverUrl)
  url.host = `127.0.0.1:${address.port}`
  const cut = () => {
    connected = false
    for (const socket of open) socket.destroy()
  }
  return {
    url: url.href,
    cut,
    restore: () => {
      connected = true
    },
    close: () => {
      cut()
      server.close()
    },
  }
}
