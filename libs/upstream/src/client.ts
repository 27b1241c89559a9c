import { startChild } from '@campstore/core/telemetry/spans'
import { followAddresses } from './addresses.ts'
import { type ResponseHandler, UpstreamCall } from './call.ts'
import { monitorUpstreams } from './monitor.ts'
import type { Pool } from './pool.ts'
import { createTransport, type UpstreamRequest } from './transport.ts'

export type UpstreamClient = {
  /** Prepares a request to one of a service's processes; `start` sends it. */
  call(pool: Pool, request: UpstreamRequest, handler: ResponseHandler): UpstreamCall
  /** The same for a GET whose response is a stream. Its connection is not counted, and it has no span: it may last for an hour. */
  stream(pool: Pool, request: UpstreamRequest, handler: ResponseHandler): UpstreamCall
  close(): void
}

type UpstreamOptions = {
  /** Connections to each process at most; further requests wait for one. */
  connections: number
  /** Milliseconds of silence after which a process counts as frozen; 0 for never. */
  silenceMs: number
  /** Milliseconds for which requests wait when no process of a service is reachable; 0 to refuse them at once. */
  waitMs: number
}

/** Creates the client of these services. How long a response may take is for the caller to decide. */
export function createUpstreamClient(pools: readonly Pool[], options: UpstreamOptions): UpstreamClient {
  const transport = createTransport(options.connections)
  const streams = createTransport()
  const stopFollowing = followAddresses(pools, upstream => {
    transport.remove(upstream)
    streams.remove(upstream)
  })
  const monitor = monitorUpstreams(pools, options)
  const services = new Map(pools.map(pool => [pool, { transport, monitor, pool }]))
  const serviceOf = (pool: Pool) => {
    const service = services.get(pool)
    if (service === undefined) throw new Error('The client was not created for this pool')
    return service
  }
  return {
    stream(pool, request, handler) {
      request.headers.push('traceparent', request.traceparent)
      return new UpstreamCall({ ...serviceOf(pool), transport: streams }, request, handler)
    },
    call(pool, request, handler) {
      const service = serviceOf(pool)
      const { method, traceparent } = request
      const span = startChild(
        { name: method, kind: 'client', attributes: { 'http.request.method': method } },
        traceparent,
      )
      request.headers.push('traceparent', span?.traceparent ?? traceparent)
      return new UpstreamCall(service, request, handler, span)
    },
    close() {
      stopFollowing()
      monitor.stop()
      transport.close()
      streams.close()
    },
  }
}
