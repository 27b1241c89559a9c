import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { ApiError } from '@campstore/contract/errors'
import type { Owner } from '@campstore/contract/route'
import type { RawAnswer } from '@campstore/http/forwarded'

/** A request to a service that owns what administrators work on. */
export type UpstreamRequest = {
  method: string
  /** With its query. */
  path: string
  headers: Readonly<Record<string, string>>
  body: Buffer | undefined
  /** Aborts when the time for the whole request is over. */
  until: AbortSignal
}

/** What came of it: an answer; or none, and whether the owner may have acted all the same. */
export type UpstreamResult = { answer: RawAnswer } | { answer?: undefined; refusal: ApiError; requestWasSent: boolean }

/** The services behind the administration, over connections that are kept alive. */
export type ServiceClient = {
  send(owner: Owner, call: UpstreamRequest): Promise<UpstreamResult>
  stop(): Promise<void>
}

/** What of an owner's answer is passed on, besides status and body. */
const passedHeaders = ['content-type', 'retry-after'] as const

/**
 * Reaches each owner at its addresses in turn. An address where nobody listens is passed over. A read whose kept connection
 * turns out to be closed is sent once more over a new one; a write is not sent again once any of it may have arrived.
 *
 * @param urls addresses of each owner without a path, none where there is no such service yet
 */
export function createServiceClient(urls: Readonly<Record<Owner, readonly string[]>>): ServiceClient {
  const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) }
  const parsed = (list: readonly string[]) => list.map(url => new URL(url))
  const addresses = {
    booking: parsed(urls.booking),
    products: parsed(urls.products),
    checkout: parsed(urls.checkout),
    me: parsed(urls.me),
  }
  let turn = 0

  async function send(owner: Owner, call: UpstreamRequest): Promise<UpstreamResult> {
    let failure: Failure | undefined
    for (const address of inTurn(addresses[owner])) {
      const reply = await attempt(address, call, true)
      if ('answer' in reply) return reply
      failure = reply
      if (!reply.nothingSent || call.until.aborted) break
    }
    return { refusal: refusalOf(failure, owner, call), requestWasSent: failure !== undefined && !failure.nothingSent }
  }

  const inTurn = (all: URL[]): URL[] => {
    turn += 1
    const first = turn % Math.max(1, all.length)
    return [...all.slice(first), ...all.slice(0, first)]
  }

  async function attempt(
    address: URL,
    call: UpstreamRequest,
    reuse: boolean,
  ): Promise<{ answer: RawAnswer } | Failure> {
    const reply = await exchange(address, call, reuse)
    const closedMeanwhile = !('answer' in reply) && reply.reused && call.method === 'GET' && !call.until.aborted
    return closedMeanwhile ? attempt(address, call, false) : reply
  }

  function exchange(address: URL, call: UpstreamRequest, reuse: boolean): Promise<{ answer: RawAnswer } | Failure> {
    const secure = address.protocol === 'https:'
    const { hostname, port } = address
    const { method, path, headers, until: signal } = call
    const length = call.body === undefined ? {} : { 'content-length': String(call.body.length) }
    return new Promise(resolve => {
      const outgoing = (secure ? httpsRequest : httpRequest)({
        method,
        path,
        port,
        signal,
        hostname: hostname.replace(/^\[|\]$/g, ''),
        headers: { ...headers, ...length, host: address.host },
        agent: reuse ? agents[secure ? 'https:' : 'http:'] : false,
      })
      const fail = (error: NodeJS.ErrnoException) =>
        resolve({ error, nothingSent: nothingWasSent(error), reused: outgoing.reusedSocket })
      outgoing.once('error', fail)
      outgoing.once('response', incoming => {
        const { statusCode: status = 502 } = incoming
        const passed = passedHeaders.flatMap(name => (incoming.headers[name] ? [[name, incoming.headers[name]]] : []))
        buffer(incoming).then(body => resolve({ answer: { status, headers: Object.fromEntries(passed), body } }), fail)
      })
      outgoing.end(call.body)
    })
  }

  return {
    send,
    stop: async () => {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

type Failure = { error: NodeJS.ErrnoException; nothingSent: boolean; reused: boolean }

/** The connection never stood, so the owner has seen nothing of the request. */
const nothingWasSent = ({ code, syscall }: NodeJS.ErrnoException): boolean =>
  code === 'ECONNREFUSED' || syscall === 'connect' || syscall === 'getaddrinfo'

function refusalOf(failure: Failure | undefined, owner: Owner, { until }: UpstreamRequest): ApiError {
  const cause = failure?.error ?? new Error(`no address of the ${owner} service is configured`)
  if (until.aborted) return new ApiError('GATEWAY_TIMEOUT', `The ${owner} service did not respond in time.`, { cause })
  return new ApiError(
    'SERVICE_UNAVAILABLE',
    `The ${owner} service is temporarily unavailable. Try again in a moment.`,
    { cause },
  )
}
