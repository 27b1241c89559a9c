import type { Order } from '@campstore/contract/orders'
import type { HoldKind } from '@campstore/holds/hold-definition'

/** Money that is given back, in cents. */
type Refund = { cause: string; amount: number; status: 'due' | 'done'; isReported: boolean; isPublished: boolean }

/** What one booking or order took in and gives back, in cents, by the rules of docs/contract/messages.md and admin.md#refunds. */
export type Account = {
  kind: HoldKind
  id: string
  customerId: string
  pieces: number
  price: number
  shippingFee: number
  /** What a member who cancels the paid stay gets back of what is left. */
  refundPercent: number
  state: 'open' | 'cod' | 'paid' | 'confirmed' | Exclude<Order['status'], 'unshipped'>
  isCod: boolean
  /** Whether a payment form asked for whole TWD. */
  hasForm: boolean
  payments: { eventId: string; tradeNo: string; amount: number; isApplied: boolean }[]
  /** A payment whose trade number was used before, what staff decided about it, and whether it was given back before. */
  stray: { eventId: string; amount: number; decision: string; isGivenBack: boolean } | undefined
  cash: number
  refunds: Refund[]
  /** Whether the payment service has given back the payment before a refund was due. */
  isEarly: boolean
}

export const whole = (amount: number): number => Math.round(amount / 100) * 100
export const sumOf = (entries: readonly { amount: number }[]): number =>
  entries.reduce((total, { amount }) => total + amount, 0)

export const appliedOf = ({ payments }: Account) => payments.find(({ isApplied }) => isApplied)
export const refundsOf = ({ refunds }: Account) => refunds.filter(({ cause }) => cause !== 'unapplied')
/** What was paid and is kept: what its customer has spent, and may get back. */
export const keptOf = (account: Account): number =>
  (appliedOf(account)?.amount ?? 0) + account.cash - sumOf(refundsOf(account))

/** What comes back when the member of a stay cancels it: whole TWD, rounded up, and never more than is kept. */
export const tierAmountOf = (account: Account): number => {
  const kept = keptOf(account)
  return Math.min(kept, Math.ceil((kept * account.refundPercent) / 10_000) * 100)
}

export function pay(account: Account, payment: { eventId: string; tradeNo: string; amount: number }): boolean {
  const { state, price, hasForm } = account
  const isDue = payment.amount === price || (hasForm && payment.amount === whole(price))
  const isApplied = state === 'open' && isDue
  account.payments.push({ ...payment, isApplied })
  if (isApplied) account.state = 'paid'
  else giveBack(account, 'unapplied', payment.amount)
  return isApplied
}

/** Staff decide about the payment whose trade number was used before. */
export function decide(account: Account, decision: 'same-payment' | 'another-payment'): void {
  if (!account.stray) return
  account.stray.decision = decision
  if (decision === 'same-payment') return
  const { eventId, amount, isGivenBack: isReported } = account.stray
  account.payments.push({ eventId, tradeNo: 'used', amount, isApplied: false })
  const status = isReported ? 'done' : 'due'
  account.refunds.push({ cause: 'unapplied', amount, status, isReported, isPublished: !isReported })
}

export function giveBack(account: Account, cause: string, amount: number): void {
  if (amount === 0) return
  const isDone = cause !== 'unapplied' && account.isEarly
  const isPublished = cause !== 'unapplied' && !account.isCod && !isDone
  account.refunds.push({ cause, amount, status: isDone ? 'done' : 'due', isReported: isDone, isPublished })
  if (isDone) account.isEarly = false
}

/** Whether all that was paid by a payment is reported as given back, after which an order is refunded. */
export const isGivenBack = (account: Account): boolean =>
  sumOf(refundsOf(account).filter(({ isReported }) => isReported)) === appliedOf(account)?.amount
export const paymentStatusOf = (account: Account): string =>
  account.kind === 'order' && isGivenBack(account) ? 'refunded' : appliedOf(account) || account.cash ? 'paid' : 'unpaid'
export function refundStatusOf(account: Account): string {
  const refunds = refundsOf(account)
  return refunds.length === 0 ? 'none' : refunds.some(({ status }) => status === 'due') ? 'due' : 'done'
}
