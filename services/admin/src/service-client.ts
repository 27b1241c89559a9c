import { ApiError } from '@campstore/contract/errors'
import type { Owner } from '@campstore/contract/route'
import type { RawAnswer } from '@campstore/http/forwarded'
import type { UpstreamFailure } from '@campstore/http/upstream/call'
import { createUpstreamClient, type UpstreamClient } from '@campstore/http/upstream/client'
import { createPool, type Pool } from '@campstore/http/upstream/pool'
import type { UpstreamHeaders, UpstreamRequest } from '@campstore/http/upstream/transport'

/** What came of a request: an answer; or none, and whether the owner may have acted all the same. */
export type UpstreamResult = { answer: RawAnswer } | { answer?: undefined; refusal: ApiError; requestWasSent: boolean }

/** The services behind the administration. */
export type ServiceClient = {
  /** @param until aborts when the time for the whole request is over */
  send(owner: Owner, request: UpstreamRequest, until: AbortSignal): Promise<UpstreamResult>
  stop(): Promise<void>
}

/** Headers of an owner's answer that are passed on. */
const passedHeaders = ['content-type', 'retry-after'] as const

/** Connections to each process of an owner: staff are few, and each waits for one answer at a time. */
const connections = 64

/**
 * Sends requests to the owners, with the fail-over of {@link UpstreamClient}. Frozen processes are not watched for: the time
 * for the whole request ends the wait.
 *
 * @param urls addresses of each owner without a path, none where there is no such service yet
 */
export function createServiceClient(urls: Readonly<Record<Owner, readonly string[]>>): ServiceClient {
  const pools: Record<Owner, Pool> = {
    booking: createPool(urls.booking),
    products: createPool(urls.products),
    checkout: createPool(urls.checkout),
    me: createPool(urls.me),
  }
  const client = createUpstreamClient(Object.values(pools), { connections, silenceMs: 0 })
  return {
    async send(owner, request, until) {
      const outcome = await receiveWhole(client, pools[owner], request, until)
      if ('status' in outcome) return { answer: outcome }
      return { refusal: errorFor(owner, outcome), requestWasSent: outcome.requestWasSent }
    },
    stop: async () => client.close(),
  }
}

/** Sends a request and receives the whole response. */
function receiveWhole(
  client: UpstreamClient,
  pool: Pool,
  request: UpstreamRequest,
  until: AbortSignal,
): Promise<RawAnswer | UpstreamFailure> {
  return new Promise(resolve => {
    const chunks: Buffer[] = []
    const head = { status: 0, headers: {} }
    const settle = (outcome: RawAnswer | UpstreamFailure) => {
      until.removeEventListener('abort', timeOut)
      resolve(outcome)
    }
    const call = client.call(pool, request, {
      onResponse(status, headers) {
        head.status = status
        head.headers = pickPassed(headers)
      },
      onData: chunk => chunks.push(chunk) > 0,
      onEnd: () => settle({ ...head, body: Buffer.concat(chunks) }),
      onFailure: settle,
    })
    const timeOut = () => call.timeOut()
    if (until.aborted) return timeOut()
    until.addEventListener('abort', timeOut)
    call.start()
  })
}

function pickPassed(headers: UpstreamHeaders): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const name of passedHeaders) {
    const value = headers[name]
    if (typeof value === 'string') picked[name] = value
  }
  return picked
}

function errorFor(owner: Owner, { reason, code }: UpstreamFailure): ApiError {
  const cause = new Error(`${owner}: ${code}`)
  if (reason === 'timeout') {
    return new ApiError('GATEWAY_TIMEOUT', `The ${owner} service did not answer in time.`, { cause })
  }
  return new ApiError('SERVICE_UNAVAILABLE', `The ${owner} service is temporarily unavailable.`, { cause })
}
