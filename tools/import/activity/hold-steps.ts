import type { PaymentNotification } from '@campstore/contract/messages/payments'
import { type Money, money } from '@campstore/core/money'
import { newId } from '@campstore/core/new-id'
import type { PlainDate } from '@campstore/core/plain-date'
import { applyTransition, type Cause } from '@campstore/holds/apply-transition'
import type { HoldDefinition, HoldRecord } from '@campstore/holds/hold-definition'
import { refusesPayment } from '@campstore/holds/lifecycle'
import type { ChargeRefundCause } from '@campstore/holds/money/account'
import { isAmountDue } from '@campstore/holds/money/amount-due'
import { giveBack as giveMoneyBack, moveMoneyOf } from '@campstore/holds/money/move-money'
import { readRefunds } from '@campstore/holds/refund-reads'
import { insertNote, type NoteTable } from '@campstore/service/notes'
import { Impossible, type Replay } from './context.ts'

/** How long a checkout holds, in seconds, as by default. */
export const holdSeconds = 900

/** How many days after its completion an order that comes back whole gives back the shipping fee too, as by default. */
export const withdrawalDays = 7

/** Changes a booking or an order by its state machine. @throws {Impossible} where it refuses the change */
export async function change<T extends HoldRecord, Trigger extends string, Effects>(
  { tx }: Replay,
  hold: HoldDefinition<T, Trigger, Effects>,
  record: T,
  cause: Omit<Cause<Trigger, T>, 'newId'>,
): Promise<T> {
  const changed = await applyTransition(tx, hold, record, { ...cause, newId })
  if (!changed)
    throw new Impossible(
      `the ${hold.kind} is ${record.status}, ${record.paymentStatus}, and allows no ${cause.trigger}`,
    )
  return changed
}

type EndingStep =
  | { do: 'complete'; by: string }
  | { do: 'cancel'; by?: string | undefined; reason?: string | undefined; refundAmount?: Money | undefined }
  | { do: 'expire' }
type EndingTrigger = ReturnType<typeof causeOf>['trigger']

function causeOf(step: EndingStep, { customerId, paymentStatus }: HoldRecord) {
  if (step.do === 'expire') return { trigger: 'expire', actor: { type: 'system', id: null } } as const
  if (step.do === 'complete') return { trigger: 'admin-complete', actor: { type: 'admin', id: step.by } } as const
  if (step.by === undefined) return { trigger: 'member-cancel', actor: { type: 'member', id: customerId } } as const
  const trigger = paymentStatus === 'paid' ? 'admin-cancel-paid' : 'admin-cancel'
  return { trigger, actor: { type: 'admin', id: step.by }, reason: step.reason } as const
}

/** Completes, cancels or expires a booking or an order. What staff cancel is given back, if it was paid. */
export async function end<T extends HoldRecord, Trigger extends string, Effects>(
  replay: Replay,
  hold: HoldDefinition<T, Trigger | EndingTrigger, Effects>,
  record: T,
  step: EndingStep,
  { at, today }: { at: Date; today?: PlainDate },
): Promise<T> {
  const cause = causeOf(step, record)
  const changed = await change(replay, hold, record, { ...cause, now: at, today })
  if (step.do !== 'cancel' || cause.trigger !== 'admin-cancel-paid') return changed
  const { refundAmount: amount, reason } = step
  return giveBack(replay, hold, changed, { cause: 'cancelled', amount, reason, at })
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
  const refusal = refusesPayment(hold, record, at)
  const due = await isAmountDue(tx, hold, record, notification)
  const event = { type: 'payment received', notification, refundId: newId() } as const
  const moving = { refusal, isAmountDue: due, now: at, newId }
  return (await moveMoneyOf(tx, hold, { id: record.id, record }, event, moving)).record ?? record
}

type GivenBack = { cause: ChargeRefundCause; amount?: Money | undefined; reason: string | undefined; at: Date }

/** Opens a refund of a changed record, of all that is left unless there is an amount; returns the record with its refunds. */
export async function giveBack<T extends HoldRecord>(
  { tx }: Replay,
  hold: HoldDefinition<T>,
  record: T,
  { cause, amount, reason, at }: GivenBack,
): Promise<T> {
  await giveMoneyBack(tx, hold, record, { cause, amount, reason: reason ?? '' }, { now: at, newId })
  return { ...record, ...(await readRefunds(tx, hold, record.id)) }
}

/** Gives a part of what was paid back out of goodwill, as staff do (docs/contract/admin.md#refunds). */
export async function giveGoodwill<T extends HoldRecord, Trigger extends string, Effects>(
  replay: Replay,
  hold: HoldDefinition<T, Trigger | 'admin-refund', Effects>,
  record: T,
  { by, at, amount, reason }: { by: string; at: Date; amount: Money; reason: string },
): Promise<T> {
  const actor = { type: 'admin', id: by } as const
  const changed = await change(replay, hold, record, { trigger: 'admin-refund', actor, reason, now: at })
  return giveBack(replay, hold, changed, { cause: 'goodwill', amount, reason, at })
}

/** Writes a note, as staff do (docs/contract/admin.md#notes). */
export const addNote = (
  { tx }: Replay,
  notes: NoteTable,
  recordId: string,
  { text, at, by }: { text: string; at: Date; by: string },
): Promise<void> => insertNote(tx, notes, { recordId, id: newId(), text, at }, { adminId: by })

/** Closes the oldest due refund, as staff do (docs/contract/admin.md#refunds). @throws {Impossible} where none is due */
export async function refund<T extends HoldRecord>(
  { tx, audit }: Replay,
  hold: HoldDefinition<T>,
  record: T,
  { at, by, reference }: { at: Date; by: string; reference: string },
): Promise<T> {
  const { schema, kind } = hold
  const { rows } = await tx.query<{ id: string }>(
    `select id from ${schema}.refund where target_id = $1 and status = 'due' order by created_at, id limit 1`,
    [record.id],
  )
  const [due] = rows
  if (!due) throw new Impossible(`no refund of the ${kind} is due`)
  const actor = { type: 'admin', id: by } as const
  const event = { type: 'refunds done', ids: [due.id], reference, note: null, by: actor } as const
  const { result } = await moveMoneyOf(tx, hold, { id: record.id, record }, event, { now: at, newId })
  if ('refusal' in result) throw new Impossible(`another refund has the reference ${JSON.stringify(reference)}`)
  audit({ by, at, action: 'refundDone', targetId: due.id, request: { reference } })
  return { ...record, ...(await readRefunds(tx, hold, record.id)) }
}

/** A number like the provider's: the time to the minute, then digits. */
const tradeNoOf = (at: Date, id: string, number: number): string =>
  `${at.toISOString().replaceAll(/\D/g, '').slice(2, 12)}${id.replaceAll(/\D/g, '').padStart(5, '0').slice(-5)}${number}`
