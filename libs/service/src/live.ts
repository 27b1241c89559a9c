import type { EventStream } from '@campstore/http/event-stream'
import type { BrokerContext } from './dependencies.ts'
import type { Stoppable } from './start-when-migrated.ts'
import type { Feed } from './stream-feed.ts'
import { createStreams, type StreamOwner } from './streams.ts'

type LiveOptions = {
  /** Name of the service, with which the names of its queues begin. */
  service: string
  /** Routing keys of the events that report changes. */
  keys: readonly string[]
  feeds: readonly Feed[]
  /** Wakes the topics of an event; the event is a hint and is not validated. */
  wake(event: unknown): void
}

export type Live = Stoppable & {
  /** The response that follows something of a feed; who may follow it is checked before. */
  follow(feed: Feed, key: string, owner?: StreamOwner): EventStream
}

/** Creates the streams of a service. Events are heard from the first stream on: processes without streams cost the broker nothing. */
export function createLive({ broker, clock }: BrokerContext, options: LiveOptions): Live {
  const { service, keys, feeds, wake } = options
  const streams = createStreams(service, clock)
  let listener: Promise<Stoppable> | undefined

  const listen = async (): Promise<Stoppable> => {
    const { startEventListener } = await import('@campstore/messaging/event-listener')
    const onListening = () => {
      for (const feed of feeds) feed.wakeAll()
    }
    return startEventListener({ broker, prefix: `${service}.live`, keys, onEvent: wake, onListening })
  }

  return {
    follow: (feed, key, owner) =>
      streams.create(owner, stream => {
        listener ??= listen()
        return feed.join(key, stream)
      }),
    async stop() {
      await Promise.all([streams, ...feeds].map(part => part.stop()))
      await (await listener)?.stop()
    },
  }
}
