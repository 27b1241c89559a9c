import { type EventSender, EventStream } from '@campstore/http/event-stream'
import { createStreamLimit } from '@campstore/http/stream-limit'
import type { Stoppable } from './start-when-migrated.ts'

export type StreamLimits = {
  /** In all; streams without a token may use three quarters. */
  all: number
  ofMember: number
}

/** The limits of every service (docs/contract/live.md#limits): a stream takes 26 kB. */
export const streamLimits: StreamLimits = { all: 5_000, ofMember: 10 }

export type OpenStream = { readonly sender: EventSender; lastId: string | undefined }

/** Whose a stream is, and until when. */
export type StreamOwner = { customerId: string; tokenExpiresAt: Date }

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

/** How long, in milliseconds, a client waits to reconnect: spread, because a stop ends all streams at once. */
const retryMs = () => 1_000 + Math.floor(Math.random() * 4_000)

type Entry = OpenStream & { expiresAt: number; second: number }

/**
 * Limits the streams of a process, keeps them alive, and ends each when its token expires or the process stops
 * (docs/contract/live.md#limits).
 */
export function createStreams(service: string, clock: () => Date, limits = streamLimits): Streams {
  const places = createStreamLimit<Entry>({
    service,
    limit: limits.all,
    limitOfOne: limits.ofMember,
    refusal: 'limit.streamsOfMember',
  })
  let second = 0
  const beat = () => {
    second = (second + 1) % heartbeatSeconds
    const now = clock().getTime()
    for (const entry of places.streams) {
      if (entry.expiresAt <= now) entry.sender.end()
      else if (entry.second === second) entry.sender.sendHeartbeat()
    }
  }
  const timer = setInterval(beat, 1_000).unref()

  return {
    create: (owner, join) =>
      new EventStream(sender => {
        if (sender.isClosed) return
        const expiresAt = owner?.tokenExpiresAt.getTime() ?? Number.POSITIVE_INFINITY
        const entry: Entry = { sender, lastId: sender.lastEventId, expiresAt, second }
        const release = places.acquire(entry, owner?.customerId, owner === undefined)
        sender.begin(retryMs())
        const leave = join(entry)
        sender.onClose(() => {
          release()
          leave()
        })
      }),
    async stop() {
      clearInterval(timer)
      places.close()
      for (const { sender } of places.streams) sender.end()
    },
  }
}
