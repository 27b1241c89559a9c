import type { Entry } from '@campstore/holds/money/account'

export const moneyRules = {
  once: 'a payment is counted once',
  opened: 'each refund is opened once, for its payment',
  made: 'a refund is made once',
  left: 'no more is given back than was charged',
  owed: 'a payment that was not applied is given back whole, unless it is the same one',
  payers: "what is the payer's in any case is not withdrawn",
  reported: 'a refund that was reported before it is opened is not due',
  reference: 'the refunds with one reference are of one transaction',
  told: 'the payment service knows which refunds are due',
} as const
export type MoneyRule = keyof typeof moneyRules

/** A payment that succeeded. */
type Paid = Readonly<{
  eventId: string
  number: string
  cents: number
  outcome: string
  isUsed: boolean
  isAnother: boolean
}>
/** `isLate`: made although it was withdrawn. `together` is the first refund that its transaction made. */
type GivenBack = Readonly<{
  id: string
  eventId: string | null
  cause: string
  cents: number
  status: 'due' | 'done' | 'withdrawn'
  isLate: boolean
  reference: string
  together: string
}>

/** The entries of accounts, added up without any function of the account. */
export type MoneySum = Readonly<{
  payments: readonly Paid[]
  refunds: readonly GivenBack[]
  /** What the payment service has reported; early where there was no refund yet. */
  reports: readonly Readonly<{ of: string; reference: string; isEarly: boolean }>[]
  /** The first rule that an entry has broken. */
  broken: MoneyRule | null
}>
export const nothing: MoneySum = { payments: [], refunds: [], reports: [], broken: null }

const centsOf = (amount: string): number => Math.round(Number(amount) * 100)
const total = (refunds: readonly GivenBack[]): number => refunds.reduce((sum, { cents }) => sum + cents, 0)
const withdrawable = ['goodwill', 'returned', 'changed']

/** Adds an entry to the sum; `named` are the refunds that its event says one transaction has made. */
export function addUp(sum: MoneySum, entry: Entry, named: readonly string[]): MoneySum {
  const { payments, refunds } = sum
  const breaks = (rule: MoneyRule, isBroken: boolean) => sum.broken ?? (isBroken ? rule : null)
  const change = (id: string, fields: Partial<GivenBack>, broken: MoneyRule | null): MoneySum => ({
    ...sum,
    refunds: refunds.map(refund => (refund.id === id ? { ...refund, ...fields } : refund)),
    broken,
  })
  const refundOf = (id: string) => refunds.find(refund => refund.id === id)
  switch (entry.entry) {
    case 'payment': {
      const { eventId, type, amount, outcome, reason, providerTradeNo } = entry
      if (type === 'payment.failed' || outcome === 'repeated') return sum
      const number = providerTradeNo.toLowerCase()
      const paid = { eventId, number, cents: centsOf(amount), outcome, isUsed: reason === 'trade_number_used' }
      const isTwice = payments.some(other => other.eventId === eventId || (other.number === number && !paid.isUsed))
      return { ...sum, payments: [...payments, { ...paid, isAnother: false }], broken: breaks('once', isTwice) }
    }
    case 'payment decided': {
      const isAnother = entry.decision === 'another-payment'
      const decided = (paid: Paid) => (paid.eventId === entry.eventId ? { ...paid, isAnother } : paid)
      return { ...sum, payments: payments.map(decided) }
    }
    case 'refund opened': {
      const { id, eventId, cause, amount } = entry
      const payment = payments.find(paid => paid.eventId === eventId)
      const isWrong = eventId !== null && payment?.outcome !== (cause === 'unapplied' ? cause : 'applied')
      const refund = { id, eventId, cause, cents: centsOf(amount), isLate: false, reference: '', together: id }
      const broken = breaks('opened', isWrong || refundOf(id) !== undefined)
      return { ...sum, refunds: [...refunds, { ...refund, status: 'due' }], broken }
    }
    case 'refund done': {
      const { id } = entry
      const reference = entry.reference.toLowerCase()
      const { status } = refundOf(id) ?? { status: 'done' }
      const others = refunds.filter(other => other.reference === reference)
      const isNamed = others.every(other => [id, other.id].every(each => named.includes(each)))
      const together = (isNamed ? others[0]?.together : undefined) ?? id
      const fields = { status: 'done', isLate: status === 'withdrawn', reference, together } as const
      return change(id, fields, breaks('made', status === 'done'))
    }
    case 'refund corrected':
      return change(entry.id, { reference: entry.reference.toLowerCase() }, sum.broken)
    case 'refund withdrawn': {
      const { cause = '', status } = refundOf(entry.id) ?? {}
      const isWrong = !withdrawable.includes(cause) || status !== 'due'
      return change(entry.id, { status: 'withdrawn' }, breaks('payers', isWrong))
    }
    case 'refund reported': {
      const { refundOf: of, reference, outcome } = entry
      const report = { of, reference: reference.toLowerCase(), isEarly: outcome === 'not_due' }
      return { ...sum, reports: [...sum.reports, report] }
    }
    default:
      return sum
  }
}

/** The refunds of a payment, or of cash, that count. */
const countedOf = ({ refunds }: MoneySum, of: string | null): GivenBack[] =>
  refunds.filter(({ eventId, status }) => eventId === of && status !== 'withdrawn')

/** The rule that the sum breaks; `cash` is what a courier collected, and `due` what the payment service knows ({@link hear}). */
export function brokenRule(sum: MoneySum, due: readonly string[], cash = 0): MoneyRule | undefined {
  const { payments, refunds, broken } = sum
  if (broken) return broken
  const charged = payments.filter(({ outcome }) => outcome === 'applied')
  const exceeds = (of: string | null, cents: number) =>
    total(countedOf(sum, of).filter(({ isLate }) => !isLate)) > cents
  if (exceeds(null, cash) || charged.some(({ eventId, cents }) => exceeds(eventId, cents))) return 'left'
  const isOwed = ({ isUsed, isAnother }: Paid) => !isUsed || isAnother
  for (const paid of payments.filter(({ outcome }) => outcome === 'unapplied'))
    if (total(countedOf(sum, paid.eventId)) !== (isOwed(paid) ? paid.cents : 0)) return 'owed'
  const made = refunds.filter(({ status }) => status === 'done')
  for (const [one, other] of made.flatMap(one => made.map(other => [one, other] as const))) {
    const isSame = one.reference === other.reference
    if (isSame !== (one.together === other.together) || (isSame && one.eventId !== other.eventId)) return 'reference'
  }
  const isFree = (reference: string) => made.every(refund => refund.reference !== reference)
  for (const { of } of sum.reports.filter(({ isEarly, reference }) => isEarly && isFree(reference)))
    if (refunds.some(({ eventId, status }) => eventId === of && status === 'due')) return 'reported'
  const owed = refunds.filter(({ status, eventId }) => status === 'due' && eventId !== null)
  const isKnown = owed.every(({ id, eventId }) => due.includes(id) || due.includes(`${eventId}`))
  return isKnown && owed.length === due.length ? undefined : 'told'
}

/** Whether the payment service has reported all of a payment as given back. */
export const isGivenBackWhole = (sum: MoneySum, of: string): boolean =>
  sum.payments.some(({ eventId, outcome, cents }) => {
    const reports = sum.reports.filter(({ of }) => of === eventId)
    const made = countedOf(sum, eventId).filter(one => reports.some(({ reference }) => one.reference === reference))
    return eventId === of && outcome === 'applied' && total(made) >= cents
  })

/** What the payment service is told: the data of an event. */
type Told = { eventId: string; amount: string; refundId?: string; cause?: string }

/** What is due for the payment service after another event: refunds by their ids, and unapplied payments by theirs. */
export function hear(due: readonly string[], type: string, { eventId, amount, refundId = '', cause }: Told): string[] {
  if (type === 'payment.refund-due') return [...due, refundId]
  if (type === 'payment.unapplied') return Number(amount) > 0 ? [...due, eventId] : [...due]
  return due.filter(id => id !== refundId && (cause !== 'unapplied' || id !== eventId))
}
