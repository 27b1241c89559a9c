import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { openStreams } from '@campstore/core/telemetry/shared-metrics'
import { type EventSender, EventStream, maxPublicStreams } from '@campstore/http/event-stream'
import { tooBusy } from '@campstore/http/refusals'
import type { Stoppable } from './start-when-migrated.ts'

/** Limits of the streams of one process. */
export type StreamLimits = {
  /** In all; streams without a token may use three quarters. */
  all: number
  ofMember: number
}

/** Those of every service (docs/contract/live.md#limits): a stream takes 26 kB. */
export const streamLimits: StreamLimits = { all: 5_000, ofMember: 10 }

/** One open stream. */
export type OpenStream = {
  readonly sender: EventSender
  /** The last event that its client has. */
  lastId: string | undefined
}

/** Whose a stream is, and until when. */
export type StreamOwner = { customerId: string; tokenExpiresAt: Date }

/** The open streams of a process. */
export type Streams = Stoppable & {
  /**
   * The result of a handler whose response is a stream.
   *
   * @param join is called with the stream when it has begun; its result is called at the end
   */
  create(owner: StreamOwner | undefined, join: (stream: OpenStream) => () => void): EventStream
}

/** How often the client and every proxy hear from a stream in which nothing happens, in seconds. */
const heartbeatSeconds = 15

/** After how long a client comes back when a stream has ended, in milliseconds: spread, because a stop ends all of them at once. */
const retryMs = () => 1_000 + Math.floor(Math.random() * 4_000)

const tooManyOfMember = (limit: number) =>
  new ApiError('RATE_LIMITED', text('limit.streamsOfMember', { limit }), {
    headers: { 'retry-after': '5' },
  })

type Entry = OpenStream & { expiresAt: number; second: number }

/**
 * Counts the streams of a process, keeps them alive, and ends each when its token expires or the process stops
 * (docs/contract/live.md#limits).
 *
 * @param clock by which tokens expire
 */
export function createStreams(service: string, clock: () => Date, limits = streamLimits): Streams {
  const entries = new Set<Entry>()
  const byMember = new Map<string, number>()
  let publicStreams = 0
  const endReport = openStreams.readFrom(() => [{ labels: { service }, value: entries.size }])
  let second = 0
  let stopped = false

  const requirePlace = (owner: StreamOwner | undefined) => {
    if (stopped || entries.size >= limits.all) throw tooBusy()
    if (!owner && publicStreams >= maxPublicStreams(limits.all)) throw tooBusy()
    const ofMember = owner ? (byMember.get(owner.customerId) ?? 0) : 0
    if (ofMember >= limits.ofMember) throw tooManyOfMember(limits.ofMember)
  }
  const count = (owner: StreamOwner | undefined, difference: 1 | -1) => {
    if (!owner) {
      publicStreams += difference
      return
    }
    const { customerId } = owner
    const number = (byMember.get(customerId) ?? 0) + difference
    if (number === 0) byMember.delete(customerId)
    else byMember.set(customerId, number)
  }
  const beat = () => {
    second = (second + 1) % heartbeatSeconds
    const now = clock().getTime()
    for (const entry of entries) {
      if (entry.expiresAt <= now) entry.sender.end()
      else if (entry.second === second) entry.sender.sendHeartbeat()
    }
  }
  const timer = setInterval(beat, 1_000).unref()

  return {
    create: (owner, join) =>
      new EventStream(sender => {
        requirePlace(owner)
        if (sender.isClosed) return
        sender.begin(retryMs())
        const expiresAt = owner?.tokenExpiresAt.getTime() ?? Number.POSITIVE_INFINITY
        const entry: Entry = { sender, lastId: sender.lastEventId, expiresAt, second }
        entries.add(entry)
        count(owner, 1)
        const leave = join(entry)
        sender.onClose(() => {
          entries.delete(entry)
          count(owner, -1)
          leave()
        })
      }),
    async stop() {
      stopped = true
      clearInterval(timer)
      endReport()
      for (const { sender } of entries) sender.end()
    },
  }
}
