import type { PaymentNotification } from '@campstore/contract/messages/payments'
import { money } from '@campstore/core/money'
import { newId } from '@campstore/core/new-id'
import { applyTransition, type Cause } from '@campstore/holds/apply-transition'
import { noteInHistory } from '@campstore/holds/history'
import type { HoldDefinition, HoldRecord, HoldRecords } from '@campstore/holds/hold-definition'
import { refusesPayment } from '@campstore/holds/lifecycle'
import { isAmountDue, recordPayment } from '@campstore/holds/payment-record'
import { closeRefund } from '@campstore/holds/refunds'
import { Impossible, type Replay } from './context.ts'

/** How long a checkout holds, in seconds, as by default. */
export const holdSeconds = 900

/** The same kind of hold without events: an imported change is old. */
export const unheard = <T extends HoldRecord, Trigger extends string, Effects>(
  hold: HoldDefinition<T, Trigger, Effects>,
): HoldDefinition<T, Trigger, Effects> => ({
  ...hold,
  write: (tx, changed, transition) => hold.write(tx, changed, { ...transition, messages: [] }),
})

/** Changes a booking or an order by its state machine. @throws {Impossible} where it refuses the change */
export async function change<T extends HoldRecord, Trigger extends string, Effects>(
  { tx }: Replay,
  hold: HoldDefinition<T, Trigger, Effects>,
  record: T,
  cause: Omit<Cause<Trigger, T>, 'newId'>,
): Promise<T> {
  const changed = await applyTransition(tx, hold, record, { ...cause, newId })
  if (!changed)
    throw new Impossible(`a ${hold.kind} that is ${record.status}, ${record.paymentStatus} allows no ${cause.trigger}`)
  return changed
}

/** Trigger and actor of a step that both kinds have, and that no payment is. */
export function causeOf(
  step:
    | { do: 'complete'; by: string }
    | { do: 'cancel'; by?: string | undefined; reason?: string | undefined }
    | { do: 'expire' },
  customerId: string,
) {
  if (step.do === 'expire') return { trigger: 'expire', actor: { type: 'system', id: null } } as const
  if (step.do === 'complete') return { trigger: 'admin-complete', actor: { type: 'admin', id: step.by } } as const
  if (step.by === undefined) return { trigger: 'member-cancel', actor: { type: 'member', id: customerId } } as const
  return { trigger: 'admin-cancel', actor: { type: 'admin', id: step.by }, reason: step.reason } as const
}

type Payment = { number: number; at: Date; amount: string; paymentMethod: string }

/**
 * Applies a payment as its consumer does, or records why it cannot be applied
 * (docs/contract/messages.md#how-a-payment-is-applied); returns the record as it is then.
 */
export async function pay<T extends HoldRecord, Trigger extends string, Effects>(
  replay: Replay,
  hold: HoldDefinition<T, Trigger | 'pay', Effects>,
  record: T,
  { number, at, amount, paymentMethod }: Payment,
): Promise<T> {
  const { tx } = replay
  const notification: PaymentNotification = {
    eventId: `pay-${record.id}-${number}`,
    type: 'payment.succeeded',
    target: { kind: hold.kind, id: record.id },
    amount: money(amount),
    currency: 'TWD',
    paymentMethod,
    providerTradeNo: tradeNoOf(at, record.id, number),
    paidAt: at.toISOString(),
  }
  const actor = { type: 'payment', id: notification.eventId } as const
  const due = await isAmountDue(tx, hold, record, notification.amount)
  const reason = refusesPayment(hold, record, at) ?? (due ? undefined : 'amount_mismatch')
  if (!reason) {
    const paid = await change(replay, hold, record, { trigger: 'pay', actor, now: at, paidAt: at })
    await recordPayment(tx, hold.schema, notification, { outcome: 'applied', reason: null }, { receivedAt: at })
    return paid
  }
  await noteInHistory(tx, hold, record, { at, actor, reason: `payment unapplied: ${reason}` })
  await recordPayment(tx, hold.schema, notification, { outcome: 'unapplied', reason }, { receivedAt: at })
  return record
}

/** Closes a due refund, as staff do (docs/contract/admin.md#refunds). @throws {Impossible} where none is due */
export async function refund(
  { tx, audit }: Replay,
  { schema, kind }: HoldRecords,
  id: string,
  { at, by, reference }: { at: Date; by: string; reference: string },
): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from ${schema}.refund where target_id = $1 and status = 'due' order by created_at, id limit 1`,
    [id],
  )
  const [due] = rows
  if (!due) throw new Impossible(`no refund of the ${kind} is due`)
  await closeRefund(tx, schema, due.id, { reference, by: { type: 'admin', id: by }, at })
  await audit({ by, at, action: 'refundDone', targetId: due.id, request: { reference } })
}

/** A number like the provider's: the time to the minute, then digits. */
const tradeNoOf = (at: Date, id: string, number: number): string =>
  `${at.toISOString().replaceAll(/\D/g, '').slice(2, 12)}${id.replaceAll(/\D/g, '').padStart(5, '0').slice(-5)}${number}`
