import { createFailureLog } from '@campstore/core/telemetry/failure-log'
import type { Logger } from '@campstore/core/telemetry/log'
import type { Stoppable } from './start-when-migrated.ts'
import type { OpenStream } from './streams.ts'

/** A state of what streams follow. Its id is another one whenever the state is. */
export type FeedState = { id: string }

/** What the streams of a feed follow, and how they say it. */
type FeedOptions<State extends FeedState> = {
  event: string
  /**
   * Reads the present states of those whose id is another one than the known one, in one statement or few.
   *
   * @param known ids by key; undefined where the state is wanted anyway
   */
  read(known: ReadonlyMap<string, string | undefined>): Promise<ReadonlyMap<string, State>>
  /**
   * The data of an event.
   *
   * @param before the state that the client has; undefined where that is not known
   * @returns undefined where the client need not hear of it
   */
  present(state: State, before: State | undefined): unknown
  /** Whether the current states stay in memory, to compare the next ones with them. */
  keepsStates?: boolean
  /** Shortest time between two reads, in milliseconds: what changes meanwhile is read together. */
  pauseMs: number
  log: Logger
}

export type Feed = Stoppable & {
  /** Adds a stream; returns a function that removes it. */
  join(key: string, stream: OpenStream): () => void
  wake(key: string): void
  wakeAll(): void
}

/** How long a change without an event may stay unnoticed, in milliseconds. */
const recheckMs = 30_000

const batchSize = 1_000

/** The pause after a read that failed, in milliseconds. */
const retryMs = 1_000

type Topic<State> = { streams: Set<OpenStream>; id: string | undefined; state: State | undefined }

/**
 * Creates a feed. Streams that follow the same share one topic, and everything that may have changed is read together: the cost
 * follows the changes and the topics, never the streams. A stream gets a state when its client does not have it yet; states that
 * follow each other quickly are one event.
 */
export function createFeed<State extends FeedState>(options: FeedOptions<State>): Feed {
  const topics = new Map<string, Topic<State>>()
  const { wake, stop } = createReader(topics, options)
  const wakeAll = () => {
    for (const key of topics.keys()) wake(key)
  }
  const timer = setInterval(wakeAll, recheckMs).unref()

  return {
    join(key, stream) {
      const topic = topics.get(key) ?? { streams: new Set(), id: undefined, state: undefined }
      topics.set(key, topic)
      topic.streams.add(stream)
      const { state } = topic
      if (state) {
        tellStream(stream, state.id, () => textOf(state, undefined, options), options)
      } else {
        // Its client may have another state than the streams that are there.
        topic.id = undefined
        wake(key)
      }
      return () => {
        topic.streams.delete(stream)
        if (topic.streams.size === 0 && topics.get(key) === topic) topics.delete(key)
      }
    },
    wake,
    wakeAll,
    async stop() {
      stop()
      clearInterval(timer)
    },
  }
}

/** Reads topics that were woken, those of one turn together, and tells their streams; a failed read is repeated until it succeeds. */
function createReader<State extends FeedState>(
  topics: ReadonlyMap<string, Topic<State>>,
  options: FeedOptions<State>,
): { wake(key: string): void; stop(): void } {
  const { read, pauseMs, log, event } = options
  const woken = new Set<string>()
  let isReading = false
  let isStopped = false
  const failures = createFailureLog(
    log,
    {
      failure: 'Cannot read the state that streams follow, retrying',
      success: 'The state that streams follow is read again',
    },
    { fields: { event } },
  )
  const readWoken = async () => {
    isReading = true
    // What wakes in the same turn is read together.
    await Promise.resolve()
    while (woken.size > 0 && !isStopped) {
      const keys = [...woken].slice(0, batchSize)
      for (const key of keys) woken.delete(key)
      const isRead = await readTopics(keys)
      if (!isRead) for (const key of keys) woken.add(key)
      await pause(isRead ? pauseMs : retryMs)
    }
    isReading = false
  }
  const readTopics = async (keys: readonly string[]): Promise<boolean> => {
    const known = new Map(keys.flatMap(key => (topics.has(key) ? [[key, topics.get(key)?.id]] : [])))
    try {
      for (const [key, state] of await read(known)) {
        const topic = topics.get(key)
        if (topic) tell(topic, state, options)
      }
      failures.succeeded()
      return true
    } catch (error) {
      failures.failed(error instanceof Error ? error.message : String(error))
      return false
    }
  }
  return {
    wake(key) {
      if (!topics.has(key)) return
      woken.add(key)
      if (!isReading) void readWoken()
    },
    stop() {
      isStopped = true
    },
  }
}

/** Keeps no process alive. */
const pause = (milliseconds: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, milliseconds).unref()
  })

/** Streams whose clients have the same state get the same text, which is made once. */
function tell<State extends FeedState>(topic: Topic<State>, state: State, options: FeedOptions<State>): void {
  const before = topic.state
  const toKnowing = once(() => textOf(state, before, options))
  const toOthers = once(() => textOf(state, undefined, options))
  for (const stream of topic.streams) {
    const knows = before !== undefined && stream.lastId === before.id
    tellStream(stream, state.id, knows ? toKnowing : toOthers, options)
  }
  topic.id = state.id
  if (options.keepsStates) topic.state = state
}

function tellStream(
  stream: OpenStream,
  id: string,
  text: () => string | undefined,
  { event }: Pick<FeedOptions<FeedState>, 'event'>,
): void {
  if (stream.lastId === id) return
  const data = text()
  stream.lastId = id
  if (data !== undefined) stream.sender.sendEvent(event, id, data)
}

const textOf = <State extends FeedState>(
  state: State,
  before: State | undefined,
  { present }: FeedOptions<State>,
): string | undefined => {
  const data = present(state, before)
  return data === undefined ? undefined : JSON.stringify(data)
}

function once<T>(make: () => T): () => T {
  let result: { value: T } | undefined
  return () => {
    result ??= { value: make() }
    return result.value
  }
}
