import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { openStreams } from '@campstore/core/telemetry/shared-metrics'
import { maxPublicStreams } from '@campstore/http/event-stream'
import { tooBusy } from '@campstore/http/refusals'
import { createCounts } from './concurrency-limit.ts'

/** A stream that can be ended. */
type Stream = { end(): void }

/** The streams of this process, in all and by client. They are not requests in progress. */
export type StreamLimit = {
  /**
   * Takes a place for a client's stream.
   *
   * @param isPublic whether the stream needs no token
   * @returns gives the place back, once
   * @throws {ApiError} SERVICE_UNAVAILABLE where there is none left, RATE_LIMITED where this client has too many
   */
  acquire(stream: Stream, client: string, isPublic: boolean): () => void
  /** Ends all streams and takes no more. */
  endAll(): void
}

const tooManyOfClient = (limit: number) =>
  new ApiError('RATE_LIMITED', text('limit.streamsOfAddress', { limit }), {
    headers: { 'retry-after': '5' },
  })

/**
 * Limits the streams.
 *
 * @param limit of this process at most
 * @param limitPerClient of one client at most; 0 for no limit
 */
export function createStreamLimit(limit: number, limitPerClient: number): StreamLimit {
  const streams = new Set<Stream>()
  const byClient = createCounts<string>()
  let publicStreams = 0
  const endReport = openStreams.readFrom(() => [{ labels: { service: 'gateway' }, value: streams.size }])
  let ended = false
  return {
    acquire(stream, client, isPublic) {
      if (ended || streams.size >= limit) throw tooBusy()
      if (isPublic && publicStreams >= maxPublicStreams(limit)) throw tooBusy()
      if (limitPerClient > 0 && byClient.of(client) >= limitPerClient) throw tooManyOfClient(limitPerClient)
      streams.add(stream)
      byClient.add(client, 1)
      if (isPublic) publicStreams += 1
      return () => {
        streams.delete(stream)
        byClient.add(client, -1)
        if (isPublic) publicStreams -= 1
      }
    },
    endAll() {
      ended = true
      endReport()
      for (const stream of streams) stream.end()
    },
  }
}
