import type { PaymentNotification, RefundNotification, UnappliedReason } from '@campstore/contract/messages/payments'
import { lookupKey } from '@campstore/core/lookup-key'
import { cents, type Money, money, ofCents, sum } from '@campstore/core/money'
import type { Actor } from '../lifecycle.ts'

/** Why money that was paid for a record is given back; the refund of a payment that was not applied has the cause `unapplied`. */
export type ChargeRefundCause = 'cancelled' | 'returned' | 'changed' | 'goodwill'

/** A payment as it was received, with its outcome. */
export type Payment = Pick<
  PaymentNotification,
  'eventId' | 'type' | 'amount' | 'currency' | 'paymentMethod' | 'providerTradeNo'
> & {
  outcome: 'applied' | 'unapplied' | 'noted' | 'repeated'
  reason: UnappliedReason | null
  decision: 'same-payment' | 'another-payment' | null
}

/** Money to give back; `eventId` is that of its payment, null for the cash that a courier collected. */
export type Refund = {
  id: string
  eventId: string | null
  providerTradeNo: string
  cause: ChargeRefundCause | 'unapplied'
  amount: Money
  currency: string
  status: 'due' | 'done' | 'withdrawn'
  /** The provider's number of the transaction that gave it back, with others of the same payment or alone. */
  reference: string | null
}

/** What the payment service said about a refund. */
export type Report = Pick<RefundNotification, 'eventId' | 'refundOf' | 'reference' | 'refundedAt'> & {
  outcome: RefundOutcome
  receivedAt: string
}

/** Outcome of a report (docs/contract/messages.md#refunds). */
export type RefundOutcome = 'applied' | 'repeated' | 'contradictory' | 'not_due' | 'ambiguous'

/** The money of a booking or an order, or of a target that is unknown, oldest first (docs/architecture/money.md). */
export type Account = {
  /** The cash that a courier collected; null where none was. */
  cash: Money | null
  payments: readonly Payment[]
  refunds: readonly Refund[]
  reports: readonly Report[]
}

type Written<T extends string> = { entry: T }
type RefundOpened = Written<'refund opened'> & Omit<Refund, 'status' | 'reference'> & { reason: string }
type RefundDone = Written<'refund done'> & { id: string; reference: string; note: string | null; by: Actor; at: Date }

/** A fact about money. Entries are added and never changed: an account is the sum of its entries. */
export type Entry =
  | (Written<'payment'> & Omit<Payment, 'decision'> & { paidAt: Date; reportedPaidAt: string | null })
  | (Written<'payment decided'> & {
      eventId: string
      /** Null: a report contradicted the decision, so that the payment waits for one again. */
      decision: Payment['decision']
      note: string | null
      by: Actor
    })
  | RefundOpened
  | RefundDone
  | (Written<'refund corrected'> & { id: string; reference: string; note: string | null })
  | (Written<'refund withdrawn'> & { id: string; reason: string; by: Actor })
  | (Written<'refund reported'> & Omit<Report, 'receivedAt'> & { refundIds: readonly string[] | null })
  | (Written<'refund failed'> & { eventId: string; refundId: string; reason: string; isDue: boolean })
  /** A line of the status history about money that changes no status. */
  | (Written<'noted'> & { by: Actor; at: Date; reason: string })

/** An account with one more entry. */
export function enter(account: Account, entry: Entry, receivedAt: string): Account {
  const change = (id: string, fields: Partial<Refund>): Account => ({
    ...account,
    refunds: account.refunds.map(refund => (refund.id === id ? { ...refund, ...fields } : refund)),
  })
  switch (entry.entry) {
    case 'payment':
      return { ...account, payments: [...account.payments, { ...entry, decision: null }] }
    case 'payment decided': {
      const { eventId, decision } = entry
      const decided = (payment: Payment) => (payment.eventId === eventId ? { ...payment, decision } : payment)
      return { ...account, payments: account.payments.map(decided) }
    }
    case 'refund opened':
      return { ...account, refunds: [...account.refunds, { ...entry, status: 'due', reference: null }] }
    case 'refund done':
      return change(entry.id, { status: 'done', reference: entry.reference })
    case 'refund corrected':
      return change(entry.id, { reference: entry.reference })
    case 'refund withdrawn':
      return change(entry.id, { status: 'withdrawn' })
    case 'refund reported':
      return { ...account, reports: [...account.reports, { ...entry, receivedAt }] }
    default:
      return account
  }
}

/** The payment that was applied. */
export const appliedPayment = ({ payments }: Account): Payment | undefined =>
  payments.find(({ outcome }) => outcome === 'applied')

/** What was charged for the record; 0.00 for one that was not paid. */
export const chargedFor = (account: Account): Money => appliedPayment(account)?.amount ?? account.cash ?? money(0)

/** The refunds of what was charged, due or done. */
export const refundsOfCharge = ({ refunds }: Account): Refund[] =>
  refunds.filter(({ cause, status }) => cause !== 'unapplied' && status !== 'withdrawn')

const sumOf = (refunds: readonly Refund[]): Money => sum(refunds.map(({ amount }) => amount))

/** What was given back of the charge, or will be, for one cause or for all; by default both due and done. */
export const givenBack = (account: Account, only?: ChargeRefundCause, status?: 'due' | 'done'): Money =>
  sumOf(
    refundsOfCharge(account).filter(
      refund => (only === undefined || refund.cause === only) && (status === undefined || refund.status === status),
    ),
  )

/** What may still be given back. A refund that was withdrawn and made after all can leave less than nothing, which counts as 0.00. */
export function leftOf(account: Account): Money {
  const left = cents(chargedFor(account)) - cents(givenBack(account))
  return ofCents(left > 0n ? left : 0n)
}

/** What the cancellation of a record gave back; 0.00 if there was nothing left. */
export const cancelledWith = (account: Account): Money => givenBack(account, 'cancelled')

/** The part of the charge that pays for the record as it is now: all but what changes gave back. Goodwill does not reduce it. */
export const paidFor = (account: Account): Money =>
  ofCents(cents(chargedFor(account)) - cents(givenBack(account, 'changed')))

/**
 * The report by which all that was charged is given back, as far as the payment service says: each refund has the reference of a
 * report. Undefined if a part is not; what only staff recorded does not count.
 */
export function finalReport(account: Account): Report | undefined {
  const payment = appliedPayment(account)
  const reports = account.reports.filter(({ refundOf }) => refundOf === payment?.eventId)
  const reported = refundsOfCharge(account).filter(({ reference }) =>
    reports.some(report => isSame(report.reference, reference)),
  )
  return payment && cents(sumOf(reported)) >= cents(payment.amount) ? reports.at(-1) : undefined
}

/** Whether two numbers of the provider are one: case and what cannot be seen make no difference. */
export const isSame = (one: string, other: string | null): boolean =>
  other !== null && lookupKey(one) === lookupKey(other)
