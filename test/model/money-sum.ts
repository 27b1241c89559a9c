import type { Entry } from '@campstore/holds/money/account'

/** A payment that succeeded; it is owed where it was not applied, unless it is the same one as another account's. */
type Paid = Readonly<{ eventId: string; number: string; cents: number; isApplied: boolean; isOwed: boolean }>
/** `isLate`: made although it was withdrawn. `transaction` is the first refund that its transaction made. */
type GivenBack = Readonly<
  Record<'id' | 'cause' | 'reference' | 'transaction', string> & {
    eventId: string | null
    cents: number
    status: 'due' | 'done' | 'withdrawn'
    isLate: boolean
  }
>
/** The entries of accounts, added up without any function of the account; `broken` is the first rule that an entry broke. */
export type MoneySum = Readonly<{
  payments: readonly Paid[]
  refunds: readonly GivenBack[]
  reports: readonly Readonly<{ of: string; reference: string; isEarly: boolean }>[]
  broken: string | null
}>
export const nothing: MoneySum = { payments: [], refunds: [], reports: [], broken: null }

const centsOf = (amount: string): number => Math.round(Number(amount) * 100)
const total = (refunds: readonly GivenBack[]): number => refunds.reduce((sum, { cents }) => sum + cents, 0)

/** Adds an entry; `named` are the refunds that its event says one transaction has made. */
export function addUp(sum: MoneySum, entry: Entry, named: readonly string[]): MoneySum {
  const { payments, refunds, reports } = sum
  const unless = (isKept: boolean, rule: string) => sum.broken ?? (isKept ? null : rule)
  const change = (id: string, fields: Partial<GivenBack>, broken = sum.broken): MoneySum => {
    const changed = refunds.map(refund => (refund.id === id ? { ...refund, ...fields } : refund))
    return { ...sum, refunds: changed, broken }
  }
  const { status, cause = '' } = refunds.find(({ id }) => 'id' in entry && id === entry.id) ?? {}
  const reference = 'reference' in entry ? entry.reference.toLowerCase() : ''
  switch (entry.entry) {
    case 'payment': {
      const { eventId, type, outcome, reason } = entry
      if (type === 'payment.failed' || outcome === 'repeated') return sum
      const isUsed = reason === 'trade_number_used'
      const number = entry.providerTradeNo.toLowerCase()
      const isOther = payments.every(other => other.eventId !== eventId && (isUsed || other.number !== number))
      const isOwed = outcome === 'unapplied' && !isUsed
      const paid = { eventId, number, cents: centsOf(entry.amount), isApplied: outcome === 'applied', isOwed }
      return { ...sum, payments: [...payments, paid], broken: unless(isOther, 'a payment is counted once') }
    }
    case 'payment decided': {
      const isOwed = entry.decision === 'another-payment'
      return { ...sum, payments: payments.map(paid => (paid.eventId === entry.eventId ? { ...paid, isOwed } : paid)) }
    }
    case 'refund opened': {
      const { id, eventId, cause, amount } = entry
      const payment = payments.find(paid => paid.eventId === eventId)
      const isRight = eventId === null || payment?.isApplied === (cause !== 'unapplied')
      const refund = { id, eventId, cause, cents: centsOf(amount), isLate: false, reference, transaction: id }
      const broken = unless(isRight && status === undefined, 'a refund is opened once, of its payment')
      return { ...sum, refunds: [...refunds, { ...refund, status: 'due' }], broken }
    }
    case 'refund done': {
      const { id } = entry
      const others = refunds.filter(other => other.reference === reference)
      const isOne = [id, ...others.map(other => other.id)].every(each => named.includes(each))
      const transaction = (isOne ? others[0]?.transaction : undefined) ?? id
      const fields = { status: 'done', isLate: status === 'withdrawn', reference, transaction } as const
      return change(id, fields, unless(status !== 'done', 'a refund is made once'))
    }
    case 'refund corrected':
      return change(entry.id, { reference })
    case 'refund withdrawn': {
      const isStaffs = ['goodwill', 'returned', 'changed'].includes(cause) && status === 'due'
      return change(entry.id, { status: 'withdrawn' }, unless(isStaffs, "what is the payer's is not withdrawn"))
    }
    case 'refund reported':
      return { ...sum, reports: [...reports, { of: entry.refundOf, reference, isEarly: entry.outcome === 'not_due' }] }
    default:
      return sum
  }
}

/** The refunds of a payment, or of cash, that count. */
const countedOf = ({ refunds }: MoneySum, of: string | null): GivenBack[] =>
  refunds.filter(({ eventId, status }) => eventId === of && status !== 'withdrawn')

/** The rule that a sum breaks; `cash` is what a courier collected, and `due` what the payment service knows ({@link hear}). */
export function brokenRule(sum: MoneySum, due: readonly string[], cash = 0): string | undefined {
  const { payments, refunds, reports, broken } = sum
  if (broken) return broken
  const made = refunds.filter(({ status }) => status === 'done')
  const given = (of: string | null) => total(countedOf(sum, of).filter(({ isLate }) => !isLate))
  if (given(null) > cash || payments.some(({ eventId, cents, isApplied }) => isApplied && given(eventId) > cents))
    return 'no more is given back than was charged'
  if (payments.some(({ eventId, cents, isApplied, isOwed }) => !isApplied && given(eventId) !== (isOwed ? cents : 0)))
    return 'a payment that was not applied is given back whole, unless it is the same one'
  for (const one of made)
    for (const other of made) {
      const isSame = one.reference === other.reference
      if (isSame !== (one.transaction === other.transaction) || (isSame && one.eventId !== other.eventId))
        return 'a reference is of one transaction'
    }
  for (const { of, reference } of reports.filter(({ isEarly }) => isEarly))
    if (
      made.every(refund => refund.reference !== reference) &&
      countedOf(sum, of).some(({ status }) => status === 'due')
    )
      return 'a refund that was reported before it is opened is not due'
  const owed = refunds.filter(({ status, eventId }) => status === 'due' && eventId !== null)
  const isKnown = owed.every(({ id, eventId }) => due.includes(id) || due.includes(`${eventId}`))
  return isKnown && owed.length === due.length ? undefined : 'the payment service knows which refunds are due'
}

/** What is left of the payment that was applied. */
export const leftBy = (sum: MoneySum): number =>
  sum.payments.reduce((left, { eventId, cents, isApplied }) => {
    return isApplied ? Math.max(cents - total(countedOf(sum, eventId)), 0) : left
  }, 0)

/** Whether the payment service has reported all of a payment as given back. */
export function isGivenBackWhole(sum: MoneySum, of: string | undefined): boolean {
  const reported = sum.reports.filter(report => report.of === of).map(({ reference }) => reference)
  const made = of === undefined ? [] : countedOf(sum, of).filter(({ reference }) => reported.includes(reference))
  return sum.payments.some(({ eventId, cents }) => eventId === of && total(made) >= cents)
}

/** The data of an event that the payment service hears. */
type Heard = { eventId: string; amount: string; refundId?: string; cause?: string }

/** What is due for the payment service after another event: refunds by their ids, and unapplied payments by theirs. */
export function hear(due: readonly string[], type: string, { eventId, amount, refundId = '', cause }: Heard): string[] {
  if (type === 'payment.refund-due') return [...due, refundId]
  if (type === 'payment.unapplied') return Number(amount) > 0 ? [...due, eventId] : [...due]
  return due.filter(id => id !== refundId && (cause !== 'unapplied' || id !== eventId))
}
