import type { Logger } from '@campstore/core/telemetry/log'
import type { DatabaseClock } from '@campstore/database/database-clock'
import type { ConfirmChannel, ConsumeMessage } from 'amqplib'
import type { Broker } from './broker.ts'
import { reopen } from './channel.ts'
import { errorText } from './error-text.ts'
import { checkType, parseReply } from './settlement-check.ts'
import {
  type CheckedQueue,
  type Happening,
  initialSettlement,
  isSettled,
  type QueueRoute,
  reachableAt,
  type SettlementAction,
  type SettlementEvent,
  settledAt,
  step,
} from './settlement-step.ts'
import { directReplyTo } from './topology.ts'

export type SettlementMonitor = {
  /**
   * Every message that the broker had confirmed for the queue before this instant is settled: processed, parked or rejected.
   * Undefined while nothing is known.
   *
   * @param now PostgreSQL's clock at this moment or shortly before, from which the time since the last check is subtracted
   */
  settledThrough(now: Date): Date | undefined
  /**
   * Since when database and broker have been available without interruption: the broker confirmed checks, consumers took them,
   * and the database answered. Undefined while they are not, and after 10 s without a check.
   *
   * @param now as of {@link settledThrough}
   */
  reachableSince(now: Date): Date | undefined
  /**
   * Whether, at the last reply, a message about this subject was the exception that was not settled: its consumer has set it
   * aside and retries it.
   */
  isSetAside(subject: string): boolean
  /**
   * Waits until every message from before an instant is known to be settled.
   *
   * @param instant not in the future
   * @returns false when that is not known after `timeoutMs`
   */
  waitUntilSettled(instant: Date, timeoutMs: number): Promise<boolean>
  stop(): Promise<void>
}

/**
 * Monitors a queue with a single active consumer that replies to settlement checks ({@link startConsumer}).
 *
 * Why a reply is proof: the check is published at an instant, after every message confirmed before it. A quorum queue delivers
 * in that order within a priority, and requeued messages before new ones. It has one active consumer, and all unacknowledged
 * messages of a lost one are requeued before another becomes active. So when the check is first delivered, each earlier message
 * is settled, or unacknowledged at the consumer that gets the check, which replies after it has settled its own.
 *
 * One check is pending at a time; waits that begin during it share the next one. Instants are monotonic, so setting a clock
 * does not move them. {@link step} decides; this function has the channel, the timers, the clock and the waiters.
 *
 * @param options.route the exchange and the key by which messages come into the queue; by default checks go to the queue itself
 * @param options.retryAfterMs when a check counts as lost, default 5 s
 */
export function startSettlementMonitor(options: {
  broker: Broker
  queue: string
  route?: QueueRoute
  clock: Pick<DatabaseClock, 'now' | 'monotonic' | 'reachableSince'>
  log: Logger
  retryAfterMs?: number
}): SettlementMonitor {
  const { broker, queue, route, clock, log, retryAfterMs = 5_000 } = options
  const checked = { queue, route, retryAfterMs }
  const waiters = new Set<{ instant: number; resolve(isSettled: boolean): void }>()
  let state = initialSettlement
  let timer: NodeJS.Timeout | undefined

  const dispatch = (happening: Happening) => {
    const outcome = step(checked, state, { ...happening, at: clock.monotonic(), broker: channel.broker() })
    state = outcome.state
    for (const action of outcome.actions) carryOut(action)
  }
  const carryOut = (action: SettlementAction) => {
    switch (action.type) {
      case 'send':
        return channel.send(action)
      case 'set timer':
        clearTimeout(timer)
        timer = setTimeout(() => dispatch({ type: 'timer due' }), action.afterMs)
        return
      case 'declare again':
        if (action.isNews) log.error({ ...route, queue }, 'A binding is missing, declaring it again')
        return channel.declareAgain()
      case 'settled':
        for (const waiter of waiters) if (waiter.instant <= action.through) waiter.resolve(true)
    }
  }
  const channel = openCheckChannel(broker, checked, { log, dispatch, isCurrent: check => state.current === check })
  const instantOf = (monotonic: number, now: Date) => new Date(now.getTime() - (clock.monotonic() - monotonic))

  return {
    settledThrough: now => {
      const settled = settledAt(state, clock.monotonic())
      return settled === undefined ? undefined : instantOf(settled, now)
    },
    reachableSince: now => {
      const [fromBroker, fromDatabase] = [reachableAt(state, clock.monotonic()), clock.reachableSince()]
      return fromBroker === undefined || fromDatabase === undefined
        ? undefined
        : instantOf(Math.max(fromBroker, fromDatabase), now)
    },
    isSetAside: subject => state.setAside.includes(subject),
    waitUntilSettled: (date, timeoutMs) => {
      const instant = clock.monotonic() - (clock.now().getTime() - date.getTime())
      if (state.isStopped || isSettled(state, instant)) return Promise.resolve(!state.isStopped)
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const waiter = { instant, resolve }
      waiters.add(waiter)
      const timeout = setTimeout(() => resolve(false), timeoutMs)
      dispatch({ type: 'wanted', instant })
      return promise.finally(() => {
        clearTimeout(timeout)
        waiters.delete(waiter)
      })
    },
    async stop() {
      dispatch({ type: 'stopped' })
      clearTimeout(timer)
      for (const waiter of waiters) waiter.resolve(false)
      await channel.close()
    },
  }
}

/**
 * Opens the channel of a monitor, on which checks are sent and replies come. Events of a lost channel are ignored, except replies,
 * whose checks the monitor has forgotten.
 *
 * @param monitor.isCurrent whether the monitor still waits for a check
 */
function openCheckChannel(
  broker: Broker,
  { queue, route, retryAfterMs }: CheckedQueue,
  monitor: { log: Logger; dispatch(happening: Happening): void; isCurrent(check: number): boolean },
) {
  const { log, dispatch, isCurrent } = monitor
  const queues = route ? [queue, route.alternateQueue] : [queue]
  const channel = broker.publishing.openChannel(async opened => {
    opened.on('return', ({ properties }) => {
      if (properties.type === checkType) dispatch({ type: 'returned' })
    })
    await opened.consume(directReplyTo, receive, { noAck: true })
    // As soon as this channel is the current one.
    setImmediate(() => dispatch({ type: 'opened' }))
  })
  const receive = (message: ConsumeMessage | null) => {
    const correlationId: unknown = message?.properties.correlationId
    if (message && typeof correlationId === 'string')
      dispatch({ type: 'replied', correlationId, reply: parseReply(message) })
  }
  const look = async (used: ConfirmChannel, check: number) => {
    if (used !== channel.current() || !isCurrent(check)) return
    // A channel that is lost is opened again.
    const counts = await Promise.all(queues.map(async name => used.checkQueue(name))).catch(() => undefined)
    if (counts && used === channel.current()) dispatch({ type: 'looked', check, counts })
  }

  return {
    broker: (): SettlementEvent['broker'] => {
      if (!channel.current()) return 'lost'
      return broker.publishing.isBlocked() ? 'blocked' : 'open'
    },
    send({ check, messages }: Extract<SettlementAction, { type: 'send' }>) {
      const used = channel.current()
      let unconfirmed = messages.length
      const onConfirm = (refusal: unknown) => {
        if (!refusal) unconfirmed -= 1
        if (used && unconfirmed === 0) setTimeout(() => void look(used, check), retryAfterMs / 5).unref()
      }
      try {
        for (const { exchange, routingKey, ...message } of messages)
          used?.publish(
            exchange,
            routingKey,
            Buffer.alloc(0),
            { ...asCheck, ...message, userId: broker.user },
            onConfirm,
          )
      } catch (error) {
        // The channel is lost, and the next one checks again.
        log.debug({ reason: errorText(error), queue }, 'Cannot send a settlement check')
      }
    },
    declareAgain() {
      const used = channel.current()
      if (used) reopen(used)
    },
    close: () => channel.close(),
  }
}

/** A message that no queue takes is returned. */
const asCheck = { type: checkType, replyTo: directReplyTo, persistent: true, mandatory: true }
