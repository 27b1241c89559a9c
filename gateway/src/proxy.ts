import type { IncomingMessage, ServerResponse } from 'node:http'
import { ClientRequest, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Stream } from 'node:stream'
import httpProxy from 'http-proxy'
import type { ForwardedHeaders } from './request-headers.ts'
import type { Upstream } from './upstreams.ts'

/** One request to one upstream. Exactly one of the two listeners is called, once, unless it is abandoned. */
export type Call = {
  upstream: Upstream
  headers: ForwardedHeaders
  body: Buffer | undefined
  /** Do not take a connection that was used before. */
  fresh: boolean
  onAnswer(answer: IncomingMessage): void
  /** @param reused the connection had served before, so the upstream may have closed it while it was idle */
  onFailure(error: NodeJS.ErrnoException, reused: boolean): void
}

/** Sends requests to upstreams; the engine behind it can be exchanged. */
export type Engine = {
  /** @returns ends the request to the upstream; nothing is called after that */
  send(request: IncomingMessage, response: ServerResponse, call: Call): () => void
  close(): void
}

/** What waits for a connection to an upstream at most, in milliseconds. */
const connectPatience = 2_000

/** http-proxy pipes this into the request that it makes: the place where that request becomes known. */
class HeldBody extends Stream {
  readonly #bytes: Buffer | undefined
  outgoing: ClientRequest | undefined

  constructor(bytes: Buffer | undefined) {
    super()
    this.#bytes = bytes
  }

  override pipe<T extends NodeJS.WritableStream>(destination: T): T {
    if (destination instanceof ClientRequest) this.outgoing = destination
    if (this.#bytes === undefined) destination.end()
    else destination.end(this.#bytes)
    return destination
  }
}

const targetOf = ({ protocol, host, hostname, port }: URL) => ({
  protocol,
  host,
  hostname: hostname.replace(/^\[|\]$/g, ''),
  port,
})

function limitConnecting(outgoing: ClientRequest): void {
  outgoing.once('socket', socket => {
    if (!socket.connecting) return
    const timer = setTimeout(() => {
      outgoing.destroy(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT', syscall: 'connect' }))
    }, connectPatience)
    socket.once('connect', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
  })
}

/** Proxying by http-proxy over connections that are kept alive. */
export function createEngine(): Engine {
  const engine = httpProxy.createProxyServer({ toProxy: true, prependPath: false, selfHandleResponse: true })
  const keepAlive = { keepAlive: true, maxFreeSockets: 256, scheduling: 'lifo' } as const
  const agents = { http: new HttpAgent(keepAlive), https: new HttpsAgent(keepAlive) }
  const targets = new Map<Upstream, ReturnType<typeof targetOf>>()

  return {
    send(request, response, call) {
      const { upstream } = call
      const target = targets.get(upstream) ?? targetOf(upstream.url)
      targets.set(upstream, target)
      call.headers.host = upstream.url.host
      request.headers = call.headers
      const body = new HeldBody(call.body)
      let over = false
      const agent = target.protocol === 'https:' ? agents.https : agents.http
      const options = { target, buffer: body, agent: call.fresh ? undefined : agent }
      engine.web(request, response, options, (error: NodeJS.ErrnoException) => {
        if (over) return
        over = true
        call.onFailure(error, body.outgoing?.reusedSocket ?? false)
      })
      const { outgoing } = body
      if (outgoing === undefined) throw new Error('the proxying engine made no request')
      limitConnecting(outgoing)
      outgoing.once('response', (answer: IncomingMessage) => {
        if (over) return void answer.destroy()
        over = true
        call.onAnswer(answer)
      })
      return () => {
        over = true
        outgoing.destroy()
      }
    },
    close() {
      engine.close()
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}
