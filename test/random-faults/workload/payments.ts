import { holdSeconds } from '../data-set.ts'
import type { PaymentDefect } from '../history.ts'
import type { MemberContext, OwnHold } from './context.ts'

const defects: readonly (readonly [number, PaymentDefect | undefined])[] = [
  [0.04, 'wrong-amount'],
  [0.02, 'wrong-currency'],
  [0.03, 'wrong-signature'],
  [0.02, 'malformed'],
  [0.03, 'unknown-target'],
  [0.04, 'failed'],
  [0.82, undefined],
]

/** Decides whether, when and how a hold is paid: soon, shortly before its deadline, about then or after it, or not at all. */
export function schedulePayment({ random, payments, schedule }: MemberContext, hold: OwnHold): void {
  // No longer than a hold lasts, even if a process with a wrong clock says otherwise: the end of the load waits for payments.
  const untilDeadline = Math.min(hold.deadline - Date.now(), holdSeconds * 1000)
  const afterMs = random.weighted<() => number | undefined>([
    [0.22, () => random.between(200, 4_000)],
    [0.23, () => untilDeadline - random.between(300, 6_000)],
    [0.05, () => untilDeadline + random.between(-200, 3_000)],
    [0.5, () => undefined],
  ])()
  if (afterMs === undefined) return
  const defect = random.weighted(defects)
  const repeatAfterMs = random.chance(0.15) ? random.between(0, 4_000) : undefined
  schedule(
    async () => {
      const { kind, id, amount, deadline } = hold
      const payable = { kind, id, amount, deadline }
      if (defect !== undefined) await payments.pay(payable, { defect })
      hold.isPaid = true
      await payments.pay(payable, { repeatAfterMs })
      // The customer pays twice: one of the payments must be refunded.
      if (random.chance(0.05)) await payments.pay(payable)
    },
    Math.max(0, afterMs),
  )
}
