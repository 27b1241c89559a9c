import type { PaymentNotification, RefundNotification } from '@campstore/contract/messages/payments'
import { money } from '@campstore/core/money'
import { type Account, enter } from '@campstore/holds/money/account'
import { type Action, type MoneyEvent, type Rule, step } from '@campstore/holds/money/step'
import { paymentFor } from '@campstore/testing/payments'
import { type Model, type Step, stepsOf } from './explore.ts'
import { addUp, brokenRule, hear, isGivenBackWhole, type MoneySum, nothing } from './money-sum.ts'

/** An account, the independent sum of its entries, the record, what the payment service knows, and how many events may still come. */
type State = {
  account: Readonly<Account>
  sum: MoneySum
  world: Readonly<{
    record: keyof typeof refusals
    isRefunded: boolean
    due: readonly string[]
    left: number
    broken: string | null
  }>
}
const { chance } = stepsOf<State>()

const now = new Date('2026-11-20T08:00:00Z')
const at = now.toISOString()
const price = money(3)
const by = { type: 'admin', id: 'admin' } as const
const target = { kind: 'order', id: 'order' } as const
/** Why a record takes no payment. */
const refusals = { open: undefined, paid: 'already_paid', cancelled: 'cancelled', unknown: 'unknown_target' } as const

const paymentOf = (eventId: string, providerTradeNo: string): PaymentNotification => ({
  ...paymentFor(target, price, now),
  eventId,
  providerTradeNo,
})
const payment = paymentOf('paid', 'T-1')
const payments: Record<string, PaymentNotification> = {
  'the payment': payment,
  'the payment under another eventId': paymentOf('again', 't-1'),
  'a second payment': paymentOf('second', 'T-2'),
  'a wrong payment': { ...paymentOf('wrong', 'T-3'), amount: money(2) },
  'a payment with a used number': paymentOf('used', 'T-used'),
  'a failed payment': { ...paymentOf('failed', 'T-1'), type: 'payment.failed' },
}
const received = (notification: PaymentNotification): MoneyEvent => ({
  type: 'payment received',
  notification,
  refundId: `refund of ${notification.eventId}`,
})
type Reported = Pick<RefundNotification, 'eventId' | 'refundOf' | 'reference' | 'refundIds'>
const reported = (report: Reported): MoneyEvent => ({
  type: 'refund reported',
  notification: { type: 'payment.refunded', target, refundedAt: at, ...report },
})

/** Another account has a payment with the number T-used, and a refund. */
const refundOfOther: MoneySum['refunds'][number] = {
  id: 'other',
  eventId: 'other',
  cause: 'goodwill',
  cents: 100,
  status: 'done',
  isLate: false,
  reference: 'r-used',
  transaction: 'other',
}

/** Where a model begins, and for how many events it is explored: `cash` is what a courier collected. */
export const beginnings = [
  ['open', 4],
  ['unknown', 4],
  ['paid', 6],
  ['cash', 6],
] as const

const untold = { isRefunded: false, due: [], broken: null } as const

/** All orders of some events about the money of a record: `step` decides, and a sum of its entries judges. */
export function moneyModel(record: (typeof beginnings)[number][0], events: number): Model<State> {
  const isPaying = record === 'open' || record === 'unknown'
  const begin: State = {
    account: { cash: record === 'cash' ? price : null, payments: [], refunds: [], reports: [] },
    sum: { ...nothing, refunds: [refundOfOther] },
    world: { record: record === 'cash' ? 'paid' : record === 'unknown' ? record : 'open', ...untold, left: events },
  }
  return {
    initial: record === 'paid' ? after(begin, received(payment)) : begin,
    *steps(state): Iterable<Step<State>> {
      const { left, broken } = state.world
      if (left === 0 || broken) return
      const letters = [...(isPaying ? eventsOfPayments(state) : []), ...eventsOfRefunds(state)]
      for (const [label, event] of letters) yield chance(label, next => Object.assign(next, after(state, event)))
      if (state.world.record === 'open')
        yield chance('the hold ends', next => {
          next.world = { ...state.world, record: 'cancelled', left: left - 1 }
        })
    },
    broken: brokenBy,
    progress: { rule: 'nothing has to end', isEnd: () => false, isExpectedFrom: () => false },
  }
}

type Letter = readonly [label: string, event: MoneyEvent]

/** Payments, and decisions about used trade numbers. */
function* eventsOfPayments({ account }: State): Iterable<Letter> {
  for (const [label, notification] of Object.entries(payments)) yield [`${label} comes`, received(notification)]
  for (const { eventId } of account.payments.filter(({ reason }) => reason === 'trade_number_used'))
    for (const decision of ['same-payment', 'another-payment'] as const)
      yield [decision, { type: 'payment decided', eventId, decision, note: null, by, refundId: `refund of ${eventId}` }]
}

/** What staff give back, and what they and the payment service say of it. */
function* eventsOfRefunds({ account: { payments, refunds, reports } }: State): Iterable<Letter> {
  const opened = { type: 'give back', refundId: `refund ${refunds.length}`, reason: 'agreed' } as const
  yield ['a part is given back for goodwill', { ...opened, cause: 'goodwill', amount: money(1) }]
  yield ['a part is given back by tiers', { ...opened, cause: 'cancelled', amount: money(2) }]
  yield ['the rest comes back', { ...opened, cause: 'returned' }]
  const given = new Set([...refunds, ...reports].flatMap(({ reference }) => reference ?? []))
  const references = new Set([...given, `R-${given.size}`, 'R-used'])
  const together = (ids: string[]) => [...ids.map(id => [id]), ...(ids.length > 1 ? [ids] : [])]
  const idsOf = (isMeant: (refund: (typeof refunds)[number]) => boolean) => refunds.filter(isMeant).map(({ id }) => id)
  const ids = idsOf(() => true)
  for (const id of ids) yield [`${id} is withdrawn`, { type: 'refund withdrawn', id, reason: 'agreed', by }]
  for (const reference of references) {
    for (const { eventId } of payments)
      for (const refundIds of [undefined, ...together(idsOf(refund => refund.eventId === eventId))]) {
        const report = reported({ eventId: `report ${reports.length}`, refundOf: eventId, reference, refundIds })
        yield [`${refundIds ?? 'a refund'} of ${eventId} is reported as ${reference}`, report]
      }
    for (const done of together(ids))
      yield [`staff record ${done} as ${reference}`, { type: 'refunds done', ids: done, reference, note: null, by }]
    for (const id of ids)
      yield [`${id} is corrected to ${reference}`, { type: 'refund corrected', id, reference, note: null }]
  }
}

/** What `step` makes of an event; undefined if nothing changes. */
function stepOf({ account, world: { record } }: State, event: MoneyEvent) {
  const { eventId } = 'notification' in event ? event.notification : {}
  const isUsed = (all: readonly { eventId: string }[]) => all.some(other => other.eventId === eventId)
  const given = event.type === 'payment received' ? event.notification : undefined
  const kind = isUsed(account.payments) ? 'payment' : 'report'
  const rule: Rule = {
    now,
    takenAt: now,
    refusal: refusals[record],
    isAmountDue: given?.amount === price,
    used: isUsed([...account.payments, ...account.reports]) ? { kind } : undefined,
    isTradeNumberUsed: given?.providerTradeNo === 'T-used',
    isPaymentOfAnother: false,
    usedReferences: ['R-used'],
  }
  const result = step(account, event, rule)
  return 'actions' in result && result.entries.length > 0 ? result : undefined
}

/** The state after an event, which a process decides by what it has read. */
function after(before: State, event: MoneyEvent, read = before): State {
  const result = stepOf(read, event)
  if (!result) return before
  const { entries, actions } = result
  const reportedIds = event.type === 'refund reported' ? event.notification.refundIds : undefined
  const named = event.type === 'refunds done' ? event.ids : (reportedIds ?? [])
  const { record, isRefunded, due, left } = before.world
  const isPaid = actions.some(({ type }) => type === 'pay')
  const account = entries.reduce((account, entry) => enter(account, entry, at), before.account)
  const isFolded = (read !== before || isSame(account, result.account)) && (!isPaid || record === 'open')
  return {
    account,
    sum: entries.reduce((sum, entry) => addUp(sum, entry, named), before.sum),
    world: {
      record: isPaid ? 'paid' : record,
      isRefunded: isRefunded || actions.some(({ type }) => type === 'all given back'),
      due: actions.reduce(told, due),
      left: left - 1,
      broken: isFolded ? null : 'an account is the sum of its entries, and paid once',
    },
  }
}

function told(due: readonly string[], action: Action): readonly string[] {
  if (action.type !== 'publish') return due
  if (action.event === 'payment.unapplied') return hear(due, action.event, action.payment)
  const { id: refundId, eventId, ...refund } = action.refund
  return hear(due, action.event, { ...refund, refundId, eventId: eventId ?? '' })
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The rule that a state breaks, by itself or by what comes next. */
function brokenBy(state: State): string | undefined {
  const { account, sum, world } = state
  const shown = account.refunds.map(({ id, status, reference }) => [id, status, (reference ?? '').toLowerCase()])
  const added = sum.refunds.flatMap(({ id, status, reference }) => (id === 'other' ? [] : [[id, status, reference]]))
  if (!isSame(shown, added)) return 'an account is the sum of its entries'
  const rule = world.broken ?? brokenRule(sum, world.due, account.cash === null ? 0 : 300)
  if (rule) return rule
  const applied = account.payments.find(({ outcome }) => outcome === 'applied')
  if (world.isRefunded !== isGivenBackWhole(sum, applied?.eventId))
    return 'an order is refunded once the payment service has reported all of its payment'
  if (saidBefore(account).some(event => stepOf(state, event))) return 'what comes again changes nothing'
  return brokenByReports(state)
}

const saidBefore = ({ payments, refunds, reports }: Account): MoneyEvent[] => [
  ...payments.map(payment => received({ ...payment, target, paidAt: at })),
  ...reports.map(reported),
  ...refunds.flatMap(({ id, status, reference }): MoneyEvent[] => {
    if (status === 'withdrawn') return [{ type: 'refund withdrawn', id, reason: 'again', by }]
    return reference === null ? [] : [{ type: 'refunds done', ids: [id], reference, note: null, by }]
  }),
]

function brokenByReports(state: State): string | undefined {
  const { payments, refunds } = state.account
  const refundsAfter = (...events: MoneyEvent[]) =>
    events.reduce((before, event) => after(before, event), state).account.refunds
  const reports: MoneyEvent[] = []
  for (const { id, status, eventId, providerTradeNo } of refunds) {
    const failure = { type: 'payment.refund-failed', eventId: 'failure', refundId: id, reason: 'closed' } as const
    const failed = stepOf(state, { type: 'refund failed', notification: { ...failure, target } })
    if (failed?.actions.length !== 0 || !isSame(failed.account, state.account))
      return 'a refund that failed stays as it is'
    if (eventId === null) continue
    const report = { eventId: `report of ${id}`, refundOf: eventId, reference: `R-${id}`, refundIds: [id] }
    reports.push(reported(report))
    for (const { type, eventId: refundOf, providerTradeNo: number } of payments) {
      if (type === 'payment.failed' || number.toLowerCase() !== providerTradeNo.toLowerCase()) continue
      const closed = refundsAfter(reported({ ...report, refundOf })).find(refund => refund.id === id)
      if (status !== 'done' && closed?.reference !== report.reference) return 'a report closes the refund that it names'
    }
  }
  const [one, other] = reports
  const isOrdered = one && other && !isSame(refundsAfter(one, other), refundsAfter(other, one))
  return isOrdered ? 'the order of reports of different refunds does not matter' : undefined
}

/**
 * The rules that two processes break which handle two events about a paid record and its refund. A process writes in one transaction what
 * follows from what it has read, so that without a lock both may have read the same.
 */
export function brokenAtOnce({ isLocked }: { isLocked: boolean }): Set<string> {
  const opened = { type: 'give back', cause: 'goodwill', reason: 'agreed', amount: money(2) } as const
  const [id, refundId] = ['refund 0', 'refund 1']
  const before = after(moneyModel('paid', 4).initial, { ...opened, refundId: id, amount: money(1) })
  const events: MoneyEvent[] = [
    { ...opened, refundId },
    { ...opened, refundId: 'refund 2' },
    { type: 'refunds done', ids: [id], reference: 'R-1', note: null, by },
    { type: 'refund withdrawn', id, reason: 'agreed', by },
    reported({ eventId: 'report', refundOf: 'paid', reference: 'R-2', refundIds: [id] }),
  ]
  const pairs = events.flatMap(one => events.flatMap(other => (one === other ? [] : [[one, other] as const])))
  const broken = pairs.map(([one, other]) => {
    const between = after(before, one)
    return brokenBy(after(between, other, isLocked ? between : before))
  })
  return new Set(broken.filter(rule => rule !== undefined))
}
