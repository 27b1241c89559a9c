import type { Logger } from '@campstore/core/telemetry/log'
import type { CheckTarget, Reply } from './settlement-check.ts'

/**
 * How messages come into a queue: by an exchange and a key, or, while no binding takes them there, by the alternate exchange
 * into another queue of the same consumers.
 */
export type QueueRoute = { exchange: string; routingKey: string; alternateQueue: string }

type Judgement = 'counts' | 'proves nothing' | 'ask again' | 'declare again'

/** Where the checks of a queue go, and which replies prove something (docs/decisions.md, 147). */
type CheckedRoute = {
  /** Where the messages of the next check go. */
  targets(): CheckTarget[]
  /**
   * Whether a reply to a message of a check counts towards its proof; `ask again` when it shows that the next check proves more,
   * `declare again` when a binding is missing.
   */
  judge(target: CheckTarget, reply: Reply | 'of the version before' | undefined): Judgement
  /** A check was not answered in time. */
  noteSilence(): void
  /** A check was returned, because no queue takes it. */
  noteReturn(): void
}

/**
 * Makes checks take the route of the messages: a check that came into the queue by another way would prove nothing while a
 * binding is missing and the broker confirms messages that it puts elsewhere.
 *
 * A consumer of the version before would reject a check that came by the exchange. So the first check, and the one after an
 * unanswered one, goes to the queue itself. The reply of a new consumer to it counts for nothing but shows that the exchange
 * can be used; the reply of an old consumer counts, as it did before.
 */
export function createCheckedRoute(queue: string, route: QueueRoute | undefined, log: Logger): CheckedRoute {
  const direct = { exchange: '', routingKey: queue }
  if (!route)
    return {
      targets: () => [direct],
      judge: (_, reply) => (reply === undefined ? 'proves nothing' : 'counts'),
      noteSilence: () => {},
      noteReturn: () => {},
    }
  const { exchange, routingKey, alternateQueue } = route
  let isKnown = false
  let isBroken = false
  const noteBroken = () => {
    if (!isBroken) log.error({ exchange, routingKey, queue }, 'A binding is missing, declaring it again')
    isBroken = true
  }
  return {
    targets: () => [isKnown ? { exchange, routingKey } : direct, { exchange: '', routingKey: alternateQueue }],
    judge(target, reply) {
      if (reply === undefined) return 'proves nothing'
      if (target.routingKey === alternateQueue) return 'counts'
      if (target.exchange === '') {
        isKnown = reply !== 'of the version before'
        return isKnown ? 'ask again' : 'counts'
      }
      if (typeof reply === 'object' && reply.queue !== queue) {
        noteBroken()
        return 'declare again'
      }
      isBroken = false
      return 'counts'
    },
    noteSilence: () => {
      isKnown = false
    },
    noteReturn: noteBroken,
  }
}
