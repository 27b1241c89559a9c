import { ApiError } from '@campstore/contract/errors'
import type { Owner } from '@campstore/contract/route'
import { text } from '@campstore/contract/texts/text'
import type { RawResponse } from '@campstore/http/forwarded'
import { exportNextHeader } from '@campstore/service/export-pages'
import type { UpstreamFailure } from '@campstore/upstream/call'
import { createUpstreamClient, type UpstreamClient } from '@campstore/upstream/client'
import { createPool, type Pool } from '@campstore/upstream/pool'
import type { UpstreamHeaders, UpstreamRequest } from '@campstore/upstream/transport'

/** The result of a request: a response; or an error, and whether the service may have acted nevertheless. */
export type UpstreamResult =
  | { response: RawResponse }
  | { response?: undefined; error: ApiError; requestWasSent: boolean }

/** Calls the services behind the administration. */
export type ServiceClient = {
  /** @param until aborts at the timeout of the whole request */
  send(owner: Owner, request: UpstreamRequest, until: AbortSignal): Promise<UpstreamResult>
  stop(): Promise<void>
}

/** Response headers that are forwarded; a 401, which has a challenge, never is. */
const forwardedHeaders = [
  'content-type',
  'content-language',
  'link',
  exportNextHeader,
  'retry-after',
  'deprecation',
  'sunset',
  'x-ignored-parameters',
  'preference-applied',
  'idempotent-replayed',
  'www-authenticate',
]

/** Connections to each process of a service: there are few administrators, and each waits for one response at a time. */
const connections = 64

/** How long a request waits for a process of a service, in milliseconds: shorter than the timeout of the whole request. */
const waitMs = 5_000

/**
 * A client with the fail-over of {@link UpstreamClient}. Frozen processes are not watched for: the timeout of the whole request
 * ends the wait.
 *
 * @param urls base URLs of each service, empty where it is not deployed
 */
export function createServiceClient(urls: Readonly<Record<Owner, readonly string[]>>): ServiceClient {
  const pools: Record<Owner, Pool> = {
    booking: createPool(urls.booking),
    products: createPool(urls.products),
    checkout: createPool(urls.checkout),
    me: createPool(urls.me),
  }
  const client = createUpstreamClient(Object.values(pools), { connections, silenceMs: 0, waitMs })
  return {
    async send(owner, request, until) {
      const outcome = await receiveWhole(client, pools[owner], request, until)
      if ('status' in outcome) return { response: outcome }
      return { error: errorFor(owner, outcome), requestWasSent: outcome.requestWasSent }
    },
    stop: async () => client.close(),
  }
}

/** Sends a request and receives the whole response. */
const receiveWhole = (
  client: UpstreamClient,
  pool: Pool,
  request: UpstreamRequest,
  until: AbortSignal,
): Promise<RawResponse | UpstreamFailure> =>
  new Promise(resolve => {
    const chunks: Buffer[] = []
    const head = { status: 0, headers: {} }
    const settle = (outcome: RawResponse | UpstreamFailure) => {
      until.removeEventListener('abort', timeOut)
      resolve(outcome)
    }
    const call = client.call(pool, request, {
      onResponse(status, headers) {
        head.status = status
        head.headers = pickForwarded(headers)
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

function pickForwarded(headers: UpstreamHeaders): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const name of forwardedHeaders) {
    const value = headers[name]
    if (typeof value === 'string') picked[name] = value
  }
  return picked
}

function errorFor(owner: Owner, { reason, code }: UpstreamFailure): ApiError {
  const cause = new Error(`${owner}: ${code}`)
  if (reason === 'timeout') {
    return new ApiError('GATEWAY_TIMEOUT', text('failure.ownerTimeout', { owner }), { cause })
  }
  return new ApiError('SERVICE_UNAVAILABLE', text('failure.ownerUnavailable', { owner }), { cause })
}
