import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@campstore/local-servers/ports'

/** The two ways of a connection: from the client to the server, and back. */
export type Way = 'requests' | 'replies'

/** A TCP port that leads to one server at a time, by a way that can be cut or slow. */
export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>

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
export async function startTcpProxy(port: number) {
  const links = new Set<Link>()
  const waiting = new Set<Socket>()
  const isCut = new Set<Way>()
  const awaited = new Map<Buffer, (client: Socket) => void>()
  let leader: number | undefined
  let delayMs = 0
  let connections = 0
  let commit: 'passes' | 'is cut' | 'is lost' = 'passes'
  const end = (link: Link) => {
    links.delete(link)
    link.client.destroy()
    link.upstream.destroy()
  }
  /**
   * From now on nothing passes, in both directions or in the given one, without any notice: connections stay open, and new ones get
   * no reply.
   */
  const cut = (...ways: Way[]) => {
    for (const way of ways.length === 0 ? (['requests', 'replies'] as const) : ways) isCut.add(way)
    for (const { client, upstream } of links) {
      if (isCut.has('requests')) client.pause()
      if (isCut.has('replies')) upstream.pause()
    }
  }
  /** Whether a chunk is to be kept back until the way is healed. */
  const meetsCommit = (chunk: Buffer): boolean => {
    if (commit === 'passes' || !chunk.includes('commit\0')) return false
    const isLost = commit === 'is lost'
    commit = 'passes'
    cut()
    return isLost
  }
  const noteSent = (client: Socket, chunk: Buffer) => {
    for (const [bytes, act] of awaited) {
      if (!chunk.includes(bytes)) continue
      awaited.delete(bytes)
      act(client)
    }
  }
  const forward = (from: Socket, to: Socket, way: Way, made: Link) => {
    let arrived = Promise.resolve()
    let onTheWay = 0
    const later = (arrive: () => void) => {
      if (delayMs === 0 && onTheWay === 0) return arrive()
      const due = performance.now() + delayMs
      onTheWay += 1
      arrived = arrived
        .then(() => delay(Math.max(0, due - performance.now())))
        .then(() => {
          onTheWay -= 1
          arrive()
        })
    }
    const write = (chunk: Buffer) => {
      if (to.write(chunk)) return
      from.pause()
      to.once('drain', () => isCut.has(way) || from.resume())
    }
    from.on('data', chunk => {
      if (way === 'requests') {
        if (meetsCommit(chunk)) return from.unshift(chunk)
        noteSent(from, chunk)
        if (from.destroyed) return
      }
      later(() => write(chunk))
    })
    from.on('end', () => later(() => void to.end()))
    // What closes while its way is cut is not known on the other side: `heal` ends those.
    from.once('close', () => later(() => isCut.has(way) || end(made)))
    if (isCut.has(way)) from.pause()
  }
  const link = (client: Socket) => {
    if (leader === undefined || client.destroyed) return client.destroy()
    connections += 1
    const made = { client, upstream: connect({ port: leader, host: '127.0.0.1', noDelay: true }) }
    made.upstream.on('error', ignore)
    links.add(made)
    forward(client, made.upstream, 'requests', made)
    forward(made.upstream, client, 'replies', made)
    return made
  }
  const server = createServer(client => {
    client.setNoDelay(true).on('error', ignore)
    if (isCut.has('requests')) waiting.add(client)
    else link(client)
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  server.unref()
  return {
    /** Where new connections lead; undefined refuses them. Those to another server are closed. */
    leadTo: (next: number | undefined) => {
      if (next === leader) return
      leader = next
      for (const made of links) end(made)
    },
    cut,
    /** The same from PostgreSQL's next `commit` on: it still reaches the server, and its answer is lost, or it does not. */
    cutAtCommit: (reachesServer: boolean) => {
      commit = reachesServer ? 'is cut' : 'is lost'
    },
    /** What was sent meanwhile arrives, and so does the end of connections. */
    heal: () => {
      isCut.clear()
      commit = 'passes'
      for (const made of links) {
        if (made.client.destroyed || made.upstream.destroyed) end(made)
        else for (const socket of [made.client, made.upstream]) socket.resume()
      }
      for (const client of waiting) link(client)
      waiting.clear()
    },
    /** From now on everything arrives this many milliseconds later, in each direction and in order. */
    slowBy: (milliseconds: number) => {
      delayMs = milliseconds
    },
    /** Calls a function when a client sends these bytes for the first time, before the server gets them. */
    whenSent: (bytes: Buffer, act: (client: Socket) => void) => void awaited.set(bytes, act),
    /** How often a client has been connected to a server. */
    connections: () => connections,
  }
}

function ignore(): void {
  // `close` follows.
}
