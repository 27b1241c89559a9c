import type { Logger } from '@campstore/core/telemetry/log'
import type { CheckTarget, Reply } from './settlement-check.ts'

/**
 * How messages come into a queue: by an exchange and a key, or, while no binding takes them there, by the alternate exchange
 * into another queue of the same consumers.
 */
export type QueueRoute = { exchange: string; routingKey: string; alternateQueue: string }

type Judgement = 'counts' | 'proves nothing' | 'declare again'

/** Where the checks of a queue go, and which replies prove something (docs/decisions.md, 147). */
type CheckedRoute = {
  targets: readonly CheckTarget[]
  /** Whether a reply to a message of a check counts towards its proof; `declare again` when it shows that a binding is missing. */
  judge(target: CheckTarget, reply: Reply | undefined): Judgement
  /** A check was returned, because no queue takes it. */
  noteReturn(): void
}

/**
 * Makes checks take the route of the messages: a check that came into the queue by another way would prove nothing while a
 * binding is missing and the broker confirms messages that it puts elsewhere.
 *
 * @param route by default checks go to the queue itself
 */
export function createCheckedRoute(queue: string, route: QueueRoute | undefined, log: Logger): CheckedRoute {
  const exchange = route?.exchange ?? ''
  const routingKey = route?.routingKey ?? queue
  let isBroken = false
  const noteBroken = () => {
    if (route && !isBroken) log.error({ exchange, routingKey, queue }, 'A binding is missing, declaring it again')
    isBroken = true
  }
  return {
    targets: [{ exchange, routingKey }, ...(route ? [{ exchange: '', routingKey: route.alternateQueue }] : [])],
    judge(target, reply) {
      if (reply === undefined) return 'proves nothing'
      if (target.exchange === '') return 'counts'
      if (reply.queue !== queue) {
        noteBroken()
        return 'declare again'
      }
      isBroken = false
      return 'counts'
    },
    noteReturn: noteBroken,
  }
}
