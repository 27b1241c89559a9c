import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { openStreams } from '@campstore/core/telemetry/shared-metrics'
import { createCounts } from './counts.ts'
import { tooBusy } from './refusals.ts'

/** The open streams of a process. They are not requests in progress. */
export type StreamLimit<Stream> = {
  readonly streams: ReadonlySet<Stream>
  /**
   * Takes a place for a stream. Throws SERVICE_UNAVAILABLE where there is none left, RATE_LIMITED where this client or member
   * has too many.
   *
   * @param of the client or member that it is counted for, if any
   * @param isPublic whether the stream needs no token
   * @returns gives the place back, once
   */
  acquire(stream: Stream, of: string | undefined, isPublic: boolean): () => void
  close(): void
}

/**
 * Limits the streams of a process (docs/contract/live.md#limits). A quarter of the places is kept for members, because anyone with
 * many addresses could take all of them.
 *
 * @param options.service whose metric counts the streams
 * @param options.limitOfOne of one client or member; 0 for no limit
 * @param options.refusal why a client or member at its limit gets no more
 */
export function createStreamLimit<Stream>(options: {
  service: string
  limit: number
  limitOfOne: number
  refusal: 'limit.streamsOfAddress' | 'limit.streamsOfMember'
}): StreamLimit<Stream> {
  const { service, limit, limitOfOne, refusal } = options
  const streams = new Set<Stream>()
  const byOne = createCounts<string | undefined>()
  const publicLimit = limit - Math.floor(limit / 4)
  let publicStreams = 0
  let isClosed = false
  const endReport = openStreams.readFrom(() => [{ labels: { service }, value: streams.size }])
  return {
    streams,
    acquire(stream, of, isPublic) {
      if (isClosed || streams.size >= limit) throw tooBusy()
      if (isPublic && publicStreams >= publicLimit) throw tooBusy()
      if (of !== undefined && limitOfOne > 0 && byOne.of(of) >= limitOfOne)
        throw new ApiError('RATE_LIMITED', text(refusal, { limit: limitOfOne }), { headers: { 'retry-after': '5' } })
      streams.add(stream)
      byOne.add(of, 1)
      if (isPublic) publicStreams += 1
      return () => {
        streams.delete(stream)
        byOne.add(of, -1)
        if (isPublic) publicStreams -= 1
      }
    },
    close() {
      isClosed = true
      endReport()
    },
  }
}
