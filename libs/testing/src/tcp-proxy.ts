import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '@campstore/local-servers/ports'

/** A TCP port that leads to one server at a time, by a way that can be cut. */
export type TcpProxy = {
  /** Where new connections lead; undefined refuses them. Those to another server are closed. */
  leadTo(port: number | undefined): void
  /** From now on nothing passes, in either direction, and nobody is told: connections stay open, and new ones get no reply. */
  cut(): void
  /** What was sent meanwhile arrives, and so does the end of connections. */
  heal(): void
}

type Link = { client: Socket; upstream: Socket }

const defaultPorts: Record<string, number> = { 'amqp:': 5672, 'postgres:': 5432 }

/** A proxy before the server of an address, with the address that leads through it; `restore` leads there again. */
export async function proxyBefore(address: string): Promise<TcpProxy & { url: string; restore(): void }> {
  const url = new URL(address)
  const target = Number(url.port) || defaultPorts[url.protocol]
  const port = await freePort()
  const proxy = await startTcpProxy(port)
  const restore = () => proxy.leadTo(target)
  restore()
  return { ...proxy, restore, url: Object.assign(url, { port }).href }
}

/** Listens on a port of 127.0.0.1 until this process ends, as a load balancer does that knows only where the leader is. */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  const links = new Set<Link>()
  const waiting = new Set<Socket>()
  let leader: number | undefined
  let isCut = false
  const end = (link: Link) => {
    links.delete(link)
    link.client.destroy()
    link.upstream.destroy()
  }
  const forward = ({ client, upstream }: Link) => client.pipe(upstream).pipe(client)
  const link = (client: Socket) => {
    if (leader === undefined || client.destroyed) return client.destroy()
    const made = { client, upstream: connect({ port: leader, host: '127.0.0.1', noDelay: true }) }
    made.upstream.on('error', ignore)
    // What closes while the way is cut is not known on the other side: `heal` ends those.
    for (const socket of [client, made.upstream]) socket.once('close', () => isCut || end(made))
    links.add(made)
    return forward(made)
  }
  const server = createServer(client => {
    client.setNoDelay(true).on('error', ignore)
    if (isCut) waiting.add(client)
    else link(client)
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  server.unref()
  return {
    leadTo: next => {
      if (next === leader) return
      leader = next
      for (const made of links) end(made)
    },
    cut: () => {
      isCut = true
      for (const { client, upstream } of links) {
        client.unpipe(upstream).pause()
        upstream.unpipe(client).pause()
      }
    },
    heal: () => {
      isCut = false
      for (const made of links) {
        if (made.client.destroyed || made.upstream.destroyed) end(made)
        else forward(made)
      }
      for (const client of waiting) link(client)
      waiting.clear()
    },
  }
}

function ignore(): void {
  // `close` follows.
}
