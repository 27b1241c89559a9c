import type { PaymentNotification } from '@campstore/contract/messages/payments'
import { type Money, money } from '@campstore/core/money'
import { newId } from '@campstore/core/new-id'
import type { PlainDate } from '@campstore/core/plain-date'
import { applyTransition, type Cause } from '@campstore/holds/apply-transition'
import type { HoldDefinition, HoldRecord } from '@campstore/holds/hold-definition'
import { refusesPayment } from '@campstore/holds/lifecycle'
import type { ChargeRefundCause } from '@campstore/holds/money/account'
import { giveBack as giveMoneyBack, isAmountDue, moveMoneyOf } from '@campstore/holds/money/move-money'
import { readRefunds } from '@campstore/holds/refund-reads'
import { insertNote, type NoteTable } from '@campstore/service/notes'
import { Impossible, type Replay, type Step } from './context.ts'
import type { SharedStep } from './schema.ts'

/** How long a checkout holds, in seconds, as by default. */
export const holdSeconds = 900

type Made<S> = { id: string; at: string; steps: readonly S[] }

/**
 * The steps of a booking or an order: its checkout, and what happens to it later.
 *
 * @param made gets its id
 * @param take takes the hold; undefined leaves it out with all its steps
 */
export function stepsOfHold<T extends HoldRecord, S extends { do: string; at?: string }>(
  replay: Replay,
  planned: Made<S>,
  path: string,
  made: Set<string>,
  take: (at: Date) => Promise<T | undefined>,
  carryOut: (record: T, step: S, when: { at: Date; number: number }) => Promise<T>,
): Step[] {
  const madeAt = replay.momentOf(planned.at)
  let record: T | undefined
  const start = async () => {
    record = await take(madeAt)
    if (record) made.add(record.id)
  }
  const later = planned.steps.map((step, number): Step => {
    const at = step.at === undefined ? new Date(madeAt.getTime() + holdSeconds * 1_000) : replay.momentOf(step.at)
    const run = async () => {
      if (record) record = await carryOut(record, step, { at, number })
    }
    return { at, path: `${path}.steps.${number}`, run }
  })
  return [{ at: madeAt, path, run: start }, ...later]
}

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

/** What is known of a booking or an order for the steps that both have. */
type Facts = { at: Date; number: number; due: string; paymentMethod: string; notes: NoteTable; today?: PlainDate }
type SharedTrigger = 'pay' | 'expire' | 'admin-refund' | ReturnType<typeof endOf>['trigger']

/** Carries out a step that bookings and orders share. What staff cancel is given back, if it was paid. */
export async function carryOutShared<T extends HoldRecord, Trigger extends string, Effects>(
  replay: Replay,
  hold: HoldDefinition<T, Trigger | SharedTrigger, Effects>,
  record: T,
  step: SharedStep,
  { at, number, due, paymentMethod, notes, today }: Facts,
): Promise<T> {
  if (step.do === 'pay') return pay(replay, hold, record, { number, at, amount: step.amount ?? due, paymentMethod })
  if (step.do === 'refund') return refund(replay, hold, record, { ...step, at })
  if (step.do === 'expire')
    return change(replay, hold, record, { trigger: 'expire', actor: { type: 'system', id: null }, now: at })
  const kind = hold.kind === 'booking' ? 'Booking' : 'Order'
  if (step.do === 'goodwill') {
    auditStep(replay, step, { at, action: `refund${kind}`, targetId: record.id })
    const { by, amount, reason } = step
    const actor = { type: 'admin', id: by } as const
    const changed = await change(replay, hold, record, { trigger: 'admin-refund', actor, reason, now: at })
    return giveBack(replay, hold, changed, { cause: 'goodwill', amount, reason, at })
  }
  if (step.do === 'note') {
    auditStep(replay, step, { at, action: `add${kind}Note`, targetId: record.id })
    await insertNote(replay.tx, notes, { recordId: record.id, id: newId(), text: step.text, at }, { adminId: step.by })
    return record
  }
  const cause = endOf(step, record)
  const changed = await change(replay, hold, record, { ...cause, now: at, today })
  const isPaidCancel = step.do === 'cancel' && record.paymentStatus === 'paid'
  auditStep(replay, step, { at, action: `${step.do}${isPaidCancel ? 'Paid' : ''}${kind}`, targetId: record.id })
  if (step.do !== 'cancel' || cause.trigger !== 'admin-cancel-paid') return changed
  const { refundAmount: amount, reason } = step
  return giveBack(replay, hold, changed, { cause: 'cancelled', amount, reason, at })
}

/** Notes what staff did with a record; the request is what the step says, unless there is another. */
export function auditStep(
  replay: Replay,
  { do: _, at: __, by, ...given }: { do: string; at: string; by?: string | undefined },
  entry: { at: Date; action: string; targetId: string | null; request?: object },
): void {
  replay.audit({ by, request: given, ...entry })
}

function endOf(step: Extract<SharedStep, { do: 'complete' | 'cancel' }>, { customerId, paymentStatus }: HoldRecord) {
  if (step.do === 'complete') return { trigger: 'admin-complete', actor: { type: 'admin', id: step.by } } as const
  if (step.by === undefined) return { trigger: 'member-cancel', actor: { type: 'member', id: customerId } } as const
  const trigger = paymentStatus === 'paid' ? 'admin-cancel-paid' : 'admin-cancel'
  return { trigger, actor: { type: 'admin', id: step.by }, reason: step.reason } as const
}

type Payment = { number: number; at: Date; amount: string; paymentMethod: string }

/**
 * Applies a payment as its consumer does, or records why it cannot be applied
 * (docs/contract/messages.md#how-a-payment-is-applied); returns the record as it is then.
 */
async function pay<T extends HoldRecord, Trigger extends string, Effects>(
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

/** Closes the oldest due refund, as staff do (docs/contract/admin.md#refunds). @throws {Impossible} where none is due */
async function refund<T extends HoldRecord>(
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
