import { randomUUID } from 'node:crypto'
import type { Logger } from '@campstore/core/telemetry/log'
import type { DatabaseClock } from '@campstore/database/database-clock'
import type { ConfirmChannel, ConsumeMessage } from 'amqplib'
import type { Broker } from './broker.ts'
import { type CheckTarget, checkType, parseReply, publishCheck } from './settlement-check.ts'
import { createCheckedRoute, type QueueRoute } from './settlement-route.ts'
import { directReplyTo } from './topology.ts'

/**
 * A check sends two messages to each target, and is complete when all have a reply. From RabbitMQ 4.0 on, quorum queues deliver
 * high-priority messages between normal ones, and later strictly by priority: either way, one of the two comes last.
 */
const priorities = [0, 255]

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
 * A check that lacks replies: when it was sent by the monotonic clock, how many of its messages the broker has not confirmed,
 * the correlation ids without a reply, and the messages that are set aside.
 */
type PendingCheck = { sentAt: number; unconfirmed: number; missing: Set<string>; setAside: Set<string> }

type Waiter = { instant: number; resolve(settled: boolean): void }

/** Polling interval for whether the broker accepts messages again. */
const blockedPauseMs = 1_000
/**
 * A reply is forgotten after this time, because its clock stands still while a machine is suspended
 * ({@link DatabaseClock.judged} notices that for longer).
 */
const forgottenAfterMs = 60_000

/** How long a check that consumers took proves availability. While a caller waits, one is sent every 5 s. */
const confirmLastsMs = 10_000

/** Maximum number of remembered messages without a reply; a reply to an older one says little. */
const maxPendingMessages = 80

/**
 * Monitors a queue with a single active consumer that replies to settlement checks ({@link startConsumer}).
 *
 * Why a reply is proof: the check is published at an instant, after every message confirmed before it. A quorum queue delivers
 * in that order within a priority, and requeued messages before new ones. It has one active consumer, and all unacknowledged
 * messages of a lost one are requeued before another becomes active. So when the check is first delivered, each earlier message
 * is settled, or unacknowledged at the consumer that gets the check, which replies after it has settled its own.
 *
 * One check is pending at a time; waits that begin during it share the next one. Instants are monotonic, so setting a clock
 * does not move them.
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
  const { broker, queue, clock, log, retryAfterMs = 5_000 } = options
  const waiters = new Set<Waiter>()
  const checks = new Map<string, { check: PendingCheck; target: CheckTarget }>()
  const route = createCheckedRoute(queue, options.route, log)
  let settled: number | undefined
  let reachable: { since: number; last: number } | undefined
  /** The latest instant that a caller waits for, or gave up waiting for. Checks continue until it is settled. */
  let wanted = Number.NEGATIVE_INFINITY
  let setAside: ReadonlySet<string> = new Set()
  let current: { check?: PendingCheck; timer: NodeJS.Timeout } | undefined
  let stopped = false

  const isSettled = (instant: number) => (settled ?? Number.NEGATIVE_INFINITY) >= instant
  const resolveWaiters = () => {
    for (const waiter of waiters) if (stopped || isSettled(waiter.instant)) waiter.resolve(!stopped)
  }
  const endCheck = () => {
    clearTimeout(current?.timer)
    current = undefined
  }
  const checkAgainAfter = (milliseconds: number, check?: PendingCheck) => {
    const timer = setTimeout(() => {
      endCheck()
      startCheck()
    }, milliseconds)
    current = { ...(check && { check }), timer }
  }
  const startCheck = () => {
    if (stopped || current || isSettled(wanted)) return
    const open = channel.current()
    // A new channel asks as soon as it is open.
    if (!open) return
    if (broker.publishing.isBlocked()) return checkAgainAfter(blockedPauseMs)
    const messages = route.targets.flatMap(target =>
      priorities.map(priority => ({ target, priority, correlationId: randomUUID() })),
    )
    const missing = new Set(messages.map(({ correlationId }) => correlationId))
    const check = {
      sentAt: clock.monotonic(),
      unconfirmed: messages.length,
      missing,
      setAside: new Set<string>(),
    }
    checkAgainAfter(retryAfterMs, check)
    for (const { target, priority, correlationId } of messages) {
      const [oldest] = checks.keys()
      if (oldest !== undefined && checks.size >= maxPendingMessages) checks.delete(oldest)
      checks.set(correlationId, { check, target })
      const onConfirm = (refusal: unknown) => noteConfirm(open, check, refusal)
      publishCheck(open, target, { priority, correlationId, userId: broker.user }, { log, onConfirm })
    }
  }
  const noteConfirm = (used: ConfirmChannel, check: PendingCheck, refusal: unknown) => {
    if (used !== channel.current() || refusal) return
    check.unconfirmed -= 1
    if (check.unconfirmed === 0) setTimeout(() => void noteTaken(used, check), retryAfterMs / 5).unref()
  }
  /**
   * A check without replies must at least have been taken: if it waits in a queue, there are no consumers, or they have their
   * maximum in hand.
   */
  const noteTaken = async (used: ConfirmChannel, check: PendingCheck) => {
    const isCurrent = () => !stopped && current?.check === check && used === channel.current()
    if (!isCurrent()) return
    const names = options.route ? [queue, options.route.alternateQueue] : [queue]
    // A channel that is lost is opened again.
    const counts = await Promise.all(names.map(async name => used.checkQueue(name))).catch(() => [])
    if (counts.length === 0 || !isCurrent()) return
    if (counts.every(({ messageCount, consumerCount }) => messageCount === 0 && consumerCount > 0)) noteReachable(check)
    else reachable = undefined
  }
  /** Since when the broker has been available, as of an instant. */
  const reachableAt = (instant: number) =>
    reachable && instant - reachable.last <= confirmLastsMs ? reachable.since : undefined
  /** A check that is answered late, as at the end of an alarm, proves nothing about the time between. */
  const noteReachable = (check: PendingCheck) => {
    if (current?.check !== check) return
    reachable = { since: reachableAt(check.sentAt) ?? check.sentAt, last: check.sentAt }
  }
  const onReply = (message: ConsumeMessage | null) => {
    const id: unknown = message?.properties.correlationId
    const pending = typeof id === 'string' ? checks.get(id) : undefined
    if (message === null || typeof id !== 'string' || pending === undefined) return
    const { check, target } = pending
    const reply = parseReply(message)
    checks.delete(id)
    const proof = route.judge(target, reply)
    if (proof === 'declare again') declareAgain()
    if (proof !== 'counts' || !reply) return
    for (const subject of reply.setAside) check.setAside.add(subject)
    check.missing.delete(id)
    if (check.missing.size > 0) return
    if (settled === undefined || check.sentAt >= settled) setAside = check.setAside
    settled = Math.max(settled ?? check.sentAt, check.sentAt)
    noteReachable(check)
    if (current?.check === check) endCheck()
    resolveWaiters()
    startCheck()
  }
  /** A lost channel is opened again, and the topology with its bindings declared before. */
  const declareAgain = () =>
    void channel
      .current()
      ?.close()
      .catch(() => {})
  const channel = broker.publishing.openChannel(async opened => {
    checks.clear()
    endCheck()
    opened.on('return', ({ properties }) => {
      if (properties.type !== checkType) return
      route.noteReturn()
      declareAgain()
    })
    await opened.consume(directReplyTo, onReply, { noAck: true })
    // As soon as this channel is the current one.
    setImmediate(startCheck)
  })

  const instantOf = (monotonic: number, now: Date) => new Date(now.getTime() - (clock.monotonic() - monotonic))

  return {
    settledThrough: now =>
      settled === undefined || clock.monotonic() - settled > forgottenAfterMs ? undefined : instantOf(settled, now),
    reachableSince: now => {
      const [fromBroker, fromDatabase] = [reachableAt(clock.monotonic()), clock.reachableSince()]
      return fromBroker === undefined || fromDatabase === undefined
        ? undefined
        : instantOf(Math.max(fromBroker, fromDatabase), now)
    },
    isSetAside: subject => setAside.has(subject),
    waitUntilSettled: (date, timeoutMs) =>
      new Promise(resolve => {
        const instant = clock.monotonic() - (clock.now().getTime() - date.getTime())
        wanted = Math.max(wanted, instant)
        if (stopped || isSettled(instant)) return resolve(!stopped)
        const timer = setTimeout(() => waiter.resolve(false), timeoutMs)
        const waiter: Waiter = {
          instant,
          resolve: result => {
            clearTimeout(timer)
            waiters.delete(waiter)
            resolve(result)
          },
        }
        waiters.add(waiter)
        startCheck()
      }),
    async stop() {
      stopped = true
      endCheck()
      resolveWaiters()
      await channel.close()
    },
  }
}
