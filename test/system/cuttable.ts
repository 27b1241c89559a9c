import { connect, createServer, type Socket } from 'node:net'

/** An address of a server whose network can be cut: then nothing arrives any more, and nobody is told. */
export type CuttableAddress = { url: string; cut(): void; heal(): void; close(): void }

/** Makes another address of a server on this machine. */
export async function cuttable(address: string): Promise<CuttableAddress> {
  const target = new URL(address)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer(inbound => {
    const outbound = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [inbound, outbound],
      [outbound, inbound],
    ] as const) {
      sockets.add(socket)
      socket.on('data', data => {
        if (!isCut) other.write(data)
      })
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        if (!isCut) other.destroy()
      })
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const listening = server.address()
  if (listening === null || typeof listening === 'string') throw new Error('no port')
  const url = new URL(address)
  Object.assign(url, { hostname: '127.0.0.1', port: String(listening.port) })
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    cut: () => {
      isCut = true
    },
    // What was sent meanwhile is lost, so that no connection from before is of use.
    heal: () => {
      isCut = false
      destroyAll()
    },
    close: () => {
      destroyAll()
      server.close()
    },
  }
}
