import { startChild } from '@campstore/core/telemetry/spans'
import { type ResponseHandler, UpstreamCall } from './call.ts'
import type { Pool } from './pool.ts'
import { createTransport, type UpstreamRequest } from './transport.ts'
import { watchUpstreams } from './watch.ts'

/** Sends requests to services, each of which has one or more processes. */
export type UpstreamClient = {
  /** Prepares a request to one of a service's processes; `start` sends it. */
  call(pool: Pool, request: UpstreamRequest, handler: ResponseHandler): UpstreamCall
  close(): void
}

/** How a client of services behaves. */
type UpstreamOptions = {
  /** Connections to each process at most; further requests wait for one. */
  connections: number
  /** Milliseconds of silence after which a process counts as frozen; 0 for never. */
  silenceMs: number
}

/** Creates the client of these services. How long a response may take is for the caller to decide. */
export function createUpstreamClient(pools: readonly Pool[], options: UpstreamOptions): UpstreamClient {
  const transport = createTransport(options.connections)
  const upstreams = pools.flatMap(pool => pool.upstreams)
  const watch = watchUpstreams(upstreams, options.silenceMs)
  return {
    call(pool, request, handler) {
      const { method, traceparent } = request
      const span = startChild(
        { name: method, kind: 'client', attributes: { 'http.request.method': method } },
        traceparent,
      )
      request.headers.push('traceparent', span?.traceparent ?? traceparent)
      return new UpstreamCall(transport, watch, pool, request, handler, span)
    },
    close() {
      watch.stop()
      transport.close()
    },
  }
}
