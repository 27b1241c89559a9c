import { givesAnyAmount } from '@campstore/contract/admin/fields'
import { ApiError, errorAt, validationError } from '@campstore/contract/errors'
import type { PaymentNotification } from '@campstore/contract/messages/payments'
import { text } from '@campstore/contract/texts/text'
import { exact, type Money, money, sameAmount, wholeTwd } from '@campstore/core/money'
import type { NewId } from '@campstore/core/new-id'
import type { Transaction } from '@campstore/database/database'
import { addToOutbox, type OutboxMessage } from '@campstore/messaging/outbox'
import { applyTransition } from '../apply-transition.ts'
import type { HoldDefinition, HoldRecord, HoldRecords } from '../hold-definition.ts'
import { createEvent } from '../messages.ts'
import { cancelledWith } from './account.ts'
import { type Action, type MoneyEvent, type Refusal, type Rule, type Step, step } from './step.ts'
import { type AccountHold, cashOf, lockAccount, readAccount, writeEntries } from './stored-account.ts'

/** The account of a target, and the service that acts: events go to its outbox. */
export type AccountAt = HoldRecords & { targetId: string; actsFor: { schema: string; source: string } }

type Moving = Partial<Pick<Rule, 'refusal' | 'isAmountDue' | 'takenAt'>> & {
  cash?: Money | null
  now: Date
  newId: NewId
}

/**
 * Moves money in an account: locks it after its record, asks {@link step}, writes the entries and publishes the events, in the caller's
 * transaction. A transition of the record is left to the caller ({@link moveMoneyOf}). Returns the step, or why nothing
 * changes.
 */
export async function moveMoney(
  tx: Transaction,
  at: AccountAt,
  event: MoneyEvent,
  { cash = null, refusal, isAmountDue = false, now, newId, ...given }: Moving,
): Promise<Step | Refusal> {
  const { schema, targetId } = at
  const { account, record, takenAt, used, ...others } = await lockAccount(tx, schema, targetId, identifiersOf(event))
  const rule: Rule = {
    ...others,
    now,
    takenAt: given.takenAt ?? (takenAt === null ? undefined : new Date(takenAt)),
    used: used ?? undefined,
    refusal: record ? refusal : 'unknown_target',
    isAmountDue,
  }
  const result = step({ ...account, cash }, event, rule)
  const entries = 'entries' in result ? result.entries : []
  if (entries.length > 0) await writeEntries(tx, schema, targetId, { entries, at: now })
  if ('actions' in result) await addToOutbox(tx, at.actsFor.schema, messagesOf(at, result.actions, { now, newId }))
  return result
}

function identifiersOf(event: MoneyEvent): Parameters<typeof lockAccount>[3] {
  switch (event.type) {
    case 'payment received': {
      const { eventId, type, providerTradeNo } = event.notification
      return type === 'payment.succeeded' ? { eventId, providerTradeNo } : { eventId }
    }
    case 'refund reported': {
      const { eventId, refundOf, reference } = event.notification
      return { eventId, refundOf, reference }
    }
    case 'refund failed':
      return { eventId: event.notification.eventId }
    case 'refunds done':
    case 'refund corrected':
      return { reference: event.reference }
    default:
      return {}
  }
}

const messagesOf = (
  { kind, targetId, actsFor: { source } }: AccountAt,
  actions: readonly Action[],
  context: { now: Date; newId: NewId },
): OutboxMessage[] =>
  actions.flatMap(action => {
    if (action.type !== 'publish') return []
    const target = { kind, id: targetId }
    if (action.event === 'payment.unapplied') {
      const { payment, reason } = action
      return [createEvent(source, targetId, action.event, { ...payment, reason, target }, context)]
    }
    const { id: refundId, eventId, reference, ...refund } = action.refund
    const fields = { ...refund, refundId, eventId: eventId ?? '', reference: reference ?? '', target }
    return [createEvent(source, targetId, action.event, fields, context)]
  })

/** As {@link moveMoney} for a locked record, whose status of payment follows; undefined for an unknown target. */
export async function moveMoneyOf<T extends HoldRecord, Trigger extends string, Effects>(
  tx: Transaction,
  hold: HoldDefinition<T, Trigger, Effects>,
  { id, record }: { id: string; record: T | undefined },
  event: MoneyEvent,
  moving: Omit<Moving, 'cash' | 'takenAt'>,
): Promise<{ result: Step | Refusal; record: T | undefined }> {
  const { now, newId } = moving
  const at = { kind: hold.kind, schema: hold.schema, targetId: id, actsFor: hold }
  const of = record && { cash: cashOf(hold, record), takenAt: hold.takenAt(record) }
  const result = await moveMoney(tx, at, event, { ...moving, ...of })
  let changed = record
  for (const action of 'actions' in result ? result.actions : []) {
    if (!changed || action.type === 'publish') continue
    if (action.type === 'pay') {
      const actor = { type: 'payment', id: eventIdOf(event) } as const
      const cause = { trigger: 'pay' as Trigger, actor, now, newId, paidAt: action.paidAt }
      changed = await applyTransition(tx, hold, changed, cause)
      if (!changed) throw new Error(`The state machine refuses the payment of ${hold.kind} ${id}`)
    } else if (hold.refundedBy) {
      const cause = { trigger: hold.refundedBy, actor: { type: 'payment', id: action.report } as const, now, newId }
      changed = (await applyTransition(tx, hold, changed, cause)) ?? changed
    }
  }
  return { result, record: changed }
}

const eventIdOf = (event: MoneyEvent): string => ('notification' in event ? event.notification.eventId : '')

/** The reason is in the administrator's words; for a cancellation as the status history has it. */
type GiveBack = Omit<Extract<MoneyEvent, { type: 'give back' }>, 'type' | 'refundId' | 'mayChoose'> & {
  /** Another amount than the rule's needs `payments.edit` (docs/contract/admin.md#the-amount-of-a-refund). */
  permissions?: readonly string[]
  /** The field of the request with the amount. */
  path?: string
}

/**
 * Gives back a part of the charge of a locked record: opens a refund, and publishes it as `payment.refund-due`. If the payment service
 * already gave the payment back, the refund is done at once. Cash that a courier collected has no payment: staff give it back, and
 * nothing is published. An amount of 0.00 opens no refund. Throws FORBIDDEN for another amount without the permission;
 * VALIDATION_ERROR for more than is left, or cents of a payment in whole TWD; CONFLICT if the payment is not recorded. Returns
 * the record, and the refund's id unless it is 0.00.
 */
export async function giveBack<T extends HoldRecord, Trigger extends string, Effects>(
  tx: Transaction,
  hold: HoldDefinition<T, Trigger, Effects>,
  record: T,
  { path = 'refundAmount', permissions = [], ...given }: GiveBack,
  context: { now: Date; newId: NewId },
): Promise<{ record: T; refundId: string | undefined }> {
  if (record.paymentStatus === 'unpaid') {
    if (exact(given.requested ?? given.amount ?? 0).greaterThan(0)) throw moreThan(path, money(0))
    return { record, refundId: undefined }
  }
  const refundId = context.newId()
  const event = { type: 'give back', refundId, mayChoose: permissions.includes(givesAnyAmount), ...given } as const
  const { result, record: changed } = await moveMoneyOf(tx, hold, { id: record.id, record }, event, context)
  if ('refusal' in result) throw refusedGiveBack(result, path)
  return { record: changed ?? record, refundId: result.entries.length > 0 ? refundId : undefined }
}

const moreThan = (path: string, limit: Money): ApiError =>
  validationError([{ path, reason: text('must.beAtMost', { limit }) }])

function refusedGiveBack(result: Refusal, path: string): ApiError {
  if (result.refusal === 'more than is left') return moreThan(path, result.left)
  if (result.refusal === 'amount of the rule') {
    const { amount } = result
    const message = text('refund.byRule', { amount, permission: givesAnyAmount })
    return errorAt('FORBIDDEN', path, text('refund.amount', { amount }), message)
  }
  if (result.refusal === 'not whole') return validationError([{ path, reason: text('must.beWholeTwd') }])
  return new ApiError('CONFLICT', text('payment.notRecorded'))
}

/**
 * Refuses to cancel a cancelled record again with another amount to give back. Throws CONFLICT that shows the amount of
 * the refund.
 */
export async function requireSameRefund<T extends HoldRecord>(
  tx: Transaction,
  hold: AccountHold<T>,
  record: T,
  requested: Money | undefined,
): Promise<void> {
  if (requested === undefined || record.paymentStatus === 'unpaid') return
  const amount = cancelledWith(await readAccount(tx, hold, record))
  if (!sameAmount(amount, requested))
    throw errorAt('CONFLICT', 'refundAmount', text('refund.amount', { amount }), text('refund.cancelledWith'))
}

const acceptedCurrency = 'TWD'

/**
 * Whether a payment pays a locked booking or order in full: in TWD, its price, or its price rounded half up to whole TWD if one of its
 * payment forms requested that (docs/contract/messages.md#amount-due).
 */
export async function isAmountDue<T extends HoldRecord>(
  tx: Transaction,
  { kind, schema, costOf }: Pick<HoldDefinition<T>, 'kind' | 'schema' | 'costOf'>,
  record: T,
  { amount, currency }: Pick<PaymentNotification, 'amount' | 'currency'>,
): Promise<boolean> {
  const cost = costOf(record)
  if (currency !== acceptedCurrency) return false
  if (sameAmount(amount, cost)) return true
  if (!sameAmount(amount, wholeTwd(cost))) return false
  const { rowCount } = await tx.query(
    `select from ${schema}.payment_attempt where ${kind}_id = $1 and round(amount) = $2 limit 1`,
    [record.id, amount],
  )
  return rowCount === 1
}
