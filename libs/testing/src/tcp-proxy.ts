import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@campstore/local-servers/ports'

/** The two ways of a connection: from the client to the server, and back. */
export type Way = 'requests' | 'replies'

/** A TCP port that leads to one server at a time, by a way that can be cut or slow. */
export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>

const bothWays = ['requests', 'replies'] as const

type Link = { client: Socket; upstream: Socket }

/** The connections through a proxy, and what happens to their bytes. */
type Traffic = {
  links: Set<Link>
  isCut: Set<Way>
  /** What to do when a client sends these bytes. */
  awaited: Map<Buffer, (client: Socket) => void>
  delayMs: number
  /** What happens to PostgreSQL's next `commit`. */
  commit: 'passes' | 'is cut' | 'is lost'
}

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
  const traffic: Traffic = { links: new Set(), isCut: new Set(), awaited: new Map(), delayMs: 0, commit: 'passes' }
  const { links, isCut, awaited } = traffic
  const waiting = new Set<Socket>()
  let leader: number | undefined
  let connections = 0
  const link = (client: Socket) => {
    if (leader === undefined || client.destroyed) return client.destroy()
    connections += 1
    const made = { client, upstream: connect({ port: leader, host: '127.0.0.1', noDelay: true }) }
    made.upstream.on('error', () => {})
    links.add(made)
    forward(traffic, made, 'requests')
    forward(traffic, made, 'replies')
  }
  const server = createServer(client => {
    // `close` follows each error.
    client.setNoDelay(true).on('error', () => {})
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
      for (const made of links) end(traffic, made)
    },
    /**
     * From now on nothing passes, in both directions or in the given one, without any notice: connections stay open, and new ones
     * get no reply.
     */
    cut: (...ways: Way[]) => cut(traffic, ways.length === 0 ? bothWays : ways),
    /** The same from PostgreSQL's next `commit` on: it still reaches the server, and its answer is lost, or it does not. */
    cutAtCommit: (reachesServer: boolean) => {
      traffic.commit = reachesServer ? 'is cut' : 'is lost'
    },
    /** What was sent meanwhile arrives, and so does the end of connections. */
    heal: () => {
      isCut.clear()
      traffic.commit = 'passes'
      for (const made of links) {
        if (made.client.destroyed || made.upstream.destroyed) end(traffic, made)
        else for (const socket of [made.client, made.upstream]) socket.resume()
      }
      for (const client of waiting) link(client)
      waiting.clear()
    },
    /** From now on everything arrives this many milliseconds later, in each direction and in order. @returns undoes it */
    slowBy: (milliseconds: number) => {
      const before = traffic.delayMs
      traffic.delayMs = milliseconds
      return () => {
        traffic.delayMs = before
      }
    },
    /** Calls a function when a client sends these bytes for the first time, before the server gets them. */
    whenSent: (bytes: Buffer, act: (client: Socket) => void) => void awaited.set(bytes, act),
    /** How often a client has been connected to a server. */
    connections: () => connections,
  }
}

/** Passes on what arrives in one way of a link, and its end. */
function forward(traffic: Traffic, link: Link, way: Way): void {
  const { isCut } = traffic
  const [from, to] = way === 'requests' ? [link.client, link.upstream] : [link.upstream, link.client]
  const later = inOrder(traffic)
  const write = (chunk: Buffer) => {
    if (to.write(chunk)) return
    from.pause()
    to.once('drain', () => isCut.has(way) || from.resume())
  }
  from.on('data', chunk => {
    if (way === 'requests') {
      if (meetsCommit(traffic, chunk)) return from.unshift(chunk)
      noteSent(traffic, from, chunk)
      if (from.destroyed) return
    }
    later(() => write(chunk))
  })
  from.on('end', () => later(() => void to.end()))
  // What closes while its way is cut is not known on the other side: `heal` ends those.
  from.once('close', () => later(() => isCut.has(way) || end(traffic, link)))
  if (isCut.has(way)) from.pause()
}

/** Calls functions one after the other, as much later as the traffic is slow when they are given. */
function inOrder(traffic: Traffic): (arrive: () => void) => void {
  let arrived = Promise.resolve()
  let onTheWay = 0
  return arrive => {
    if (traffic.delayMs === 0 && onTheWay === 0) return arrive()
    const due = performance.now() + traffic.delayMs
    onTheWay += 1
    arrived = arrived
      .then(() => delay(Math.max(0, due - performance.now())))
      .then(() => {
        onTheWay -= 1
        arrive()
      })
  }
}

function cut({ links, isCut }: Traffic, ways: readonly Way[]): void {
  for (const way of ways) isCut.add(way)
  for (const { client, upstream } of links) {
    if (isCut.has('requests')) client.pause()
    if (isCut.has('replies')) upstream.pause()
  }
}

/** Whether a chunk is to be kept back until the way is healed. */
function meetsCommit(traffic: Traffic, chunk: Buffer): boolean {
  if (traffic.commit === 'passes' || !chunk.includes('commit\0')) return false
  const isLost = traffic.commit === 'is lost'
  traffic.commit = 'passes'
  cut(traffic, bothWays)
  return isLost
}

function noteSent({ awaited }: Traffic, client: Socket, chunk: Buffer): void {
  for (const [bytes, act] of awaited) {
    if (!chunk.includes(bytes)) continue
    awaited.delete(bytes)
    act(client)
  }
}

function end({ links }: Traffic, link: Link): void {
  links.delete(link)
  link.client.destroy()
  link.upstream.destroy()
}
