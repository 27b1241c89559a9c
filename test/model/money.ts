import type { PaymentNotification, RefundNotification } from '@campstore/contract/messages/payments'
import { money } from '@campstore/core/money'
import { type Account, type Entry, enter } from '@campstore/holds/money/account'
import { type Action, type MoneyEvent, type Rule, step } from '@campstore/holds/money/step'
import { type Model, type Step, stepsOf } from './explore.ts'
import { addUp, brokenRule, hear, isGivenBackWhole, type MoneySum, nothing } from './money-sum.ts'

/** An account, the independent sum of its entries, the record, what the payment service knows, and how many events may still come. */
type State = {
  payments: Readonly<{ all: Account['payments'] }>
  refunds: Readonly<{ all: Account['refunds'] }>
  reports: Readonly<{ all: Account['reports'] }>
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
  ...{ eventId, type: 'payment.succeeded', target, amount: price, currency: 'TWD' },
  ...{ paymentMethod: 'credit', providerTradeNo, paidAt: at },
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
const reported = (
  report: Pick<RefundNotification, 'eventId' | 'refundOf' | 'reference' | 'refundIds'>,
): MoneyEvent => ({
  type: 'refund reported',
  notification: { type: 'payment.refunded', target, refundedAt: at, ...report },
})

/** Another account has a payment and a refund. */
const entriesOfOther: readonly Entry[] = [
  {
    ...paymentOf('other', 'T-used'),
    ...{ entry: 'payment', outcome: 'applied', reason: null, paidAt: now, reportedPaidAt: null },
  },
  {
    ...{ entry: 'refund opened', id: 'other', eventId: 'other', providerTradeNo: 'T-used' },
    ...{ cause: 'goodwill', reason: 'agreed', amount: money(1), currency: 'TWD' },
  },
  { entry: 'refund done', id: 'other', reference: 'R-used', note: null, by, at: now },
]

/** Where a model begins, and for how many events it is explored: `cash` is what a courier collected. */
export const beginnings = [
  ['open', 4],
  ['unknown', 4],
  ['paid', 5],
  ['cash', 6],
] as const

/** All orders of some events about the money of a record: `step` decides, and a sum of its entries judges. */
export function moneyModel(record: (typeof beginnings)[number][0], events: number): Model<State> {
  const cash = record === 'cash' ? price : null
  const sum = entriesOfOther.reduce((sum, entry) => addUp(sum, entry, []), nothing)
  const world = { isRefunded: false, due: [], left: events, broken: null } as const
  const none = { payments: { all: [] }, refunds: { all: [] }, reports: { all: [] }, sum }
  const begin: State = { ...none, world: { ...world, record: record === 'cash' ? 'paid' : 'open' } }
  const unknown: State = { ...none, world: { ...world, record: 'unknown' } }
  const paid = () => after({ ...begin, world: { ...begin.world, left: events + 1 } }, cash, received(payment))
  return {
    initial: record === 'unknown' ? unknown : record === 'paid' ? paid() : begin,
    *steps(state): Iterable<Step<State>> {
      const { left, broken } = state.world
      if (left === 0 || broken) return
      const isPaying = record === 'open' || record === 'unknown'
      const letters = [...(isPaying ? eventsOfPayments(state) : []), ...eventsOfRefunds(state)]
      for (const [label, event] of letters) yield chance(label, next => Object.assign(next, after(state, cash, event)))
      if (state.world.record === 'open')
        yield chance('the hold ends', next => {
          next.world = { ...state.world, record: 'cancelled', left: left - 1 }
        })
    },
    broken: state => brokenBy(state, cash),
    progress: { rule: 'nothing has to end', isEnd: () => false, isExpectedFrom: () => false },
  }
}

type Letter = readonly [label: string, event: MoneyEvent]

/** Payments, decisions about them, and reports of their refunds, with a new reference or with one that was given before. */
function* eventsOfPayments(state: State): Iterable<Letter> {
  for (const [label, notification] of Object.entries(payments)) yield [`${label} comes`, received(notification)]
  for (const { eventId } of state.payments.all.filter(({ reason }) => reason === 'trade_number_used'))
    for (const decision of ['same-payment', 'another-payment'] as const)
      yield [decision, { type: 'payment decided', eventId, decision, note: null, by, refundId: `refund of ${eventId}` }]
}

/** What staff give back, and what they and the payment service say of it. */
function* eventsOfRefunds({ payments, refunds, reports }: State): Iterable<Letter> {
  const opened = { type: 'give back', refundId: `refund ${refunds.all.length}`, reason: 'agreed' } as const
  yield ['a part is given back for goodwill', { ...opened, cause: 'goodwill', amount: money(1) }]
  yield ['a part is given back by tiers', { ...opened, cause: 'cancelled', amount: money(2) }]
  yield ['the rest comes back', { ...opened, cause: 'returned' }]
  const given = new Set([...refunds.all, ...reports.all].flatMap(({ reference }) => reference ?? []))
  const references = new Set([...given, `R-${given.size}`, 'R-used'])
  const together = (ids: readonly string[]) => [...ids.map(id => [id]), ...(ids.length > 1 ? [ids] : [])]
  const ids = refunds.all.map(({ id }) => id)
  for (const id of ids) yield [`${id} is withdrawn`, { type: 'refund withdrawn', id, reason: 'agreed', by }]
  for (const reference of references) {
    for (const { eventId } of payments.all)
      for (const refundIds of [undefined, ...together(idsOf(refunds.all, eventId))]) {
        const report = {
          eventId: `report ${reports.all.length}`,
          refundOf: eventId,
          reference,
          refundIds: refundIds?.slice(),
        }
        yield [`${refundIds ?? 'a refund'} of ${eventId} is reported as ${reference}`, reported(report)]
      }
    for (const done of together(ids))
      yield [`staff record ${done} as ${reference}`, { type: 'refunds done', ids: done, reference, note: null, by }]
    for (const id of ids)
      yield [`${id} is corrected to ${reference}`, { type: 'refund corrected', id, reference, note: null }]
  }
}

const idsOf = (refunds: Account['refunds'], of: string): string[] =>
  refunds.flatMap(({ id, eventId }) => (eventId === of ? [id] : []))

const accountOf = ({ payments, refunds, reports }: State, cash: Account['cash']): Account => ({
  ...{ cash, payments: payments.all, refunds: refunds.all, reports: reports.all },
})

/** What `step` makes of an event; undefined if nothing changes. */
function stepOf({ world: { record } }: State, account: Account, event: MoneyEvent) {
  const { eventId } = 'notification' in event ? event.notification : {}
  const isUsed = (all: readonly { eventId: string }[]) => all.some(other => other.eventId === eventId)
  const given = event.type === 'payment received' ? event.notification : undefined
  const kind = isUsed(account.payments) ? 'payment' : 'report'
  const rule: Rule = {
    ...{ now, takenAt: now, refusal: refusals[record], isAmountDue: given?.amount === price },
    used: isUsed([...account.payments, ...account.reports]) ? { kind } : undefined,
    isTradeNumberUsed: given?.providerTradeNo === 'T-used',
    isPaymentOfAnother: false,
    usedReferences: ['R-used'],
  }
  const result = step(account, event, rule)
  return 'entries' in result && result.entries.length > 0 ? result : undefined
}

/** The state after an event, which a process decides by what it has read. */
function after(before: State, cash: Account['cash'], event: MoneyEvent, read = before): State {
  const result = stepOf(read, accountOf(read, cash), event)
  if (!result) return before
  const { entries, actions } = result
  const reportedIds = event.type === 'refund reported' ? event.notification.refundIds : undefined
  const named = event.type === 'refunds done' ? event.ids : (reportedIds ?? [])
  const { record, isRefunded, due, left } = before.world
  const isPaid = actions.some(({ type }) => type === 'pay')
  const account = entries.reduce((account, entry) => enter(account, entry, at), accountOf(before, cash))
  const isFolded = (read !== before || isSame(account, result.account)) && (!isPaid || record === 'open')
  return {
    payments: { all: account.payments },
    refunds: { all: account.refunds },
    reports: { all: account.reports },
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
function brokenBy(state: State, cash: Account['cash']): string | undefined {
  const { sum, world } = state
  const account = accountOf(state, cash)
  const shown = account.refunds.map(({ id, status, reference }) => [id, status, (reference ?? '').toLowerCase()])
  const added = sum.refunds.flatMap(({ id, status, reference }) => (id === 'other' ? [] : [[id, status, reference]]))
  if (!isSame(shown, added)) return 'an account is the sum of its entries'
  const rule = world.broken ?? brokenRule(sum, world.due, cash === null ? 0 : 300)
  if (rule) return rule
  const applied = account.payments.find(({ outcome }) => outcome === 'applied')
  if (world.isRefunded !== isGivenBackWhole(sum, applied?.eventId))
    return 'an order is refunded once the payment service has reported all of its payment'
  if (saidBefore(account).some(event => stepOf(state, account, event))) return 'what comes again changes nothing'
  return brokenByReports(state, account)
}

const saidBefore = ({ payments, refunds, reports }: Account): MoneyEvent[] => [
  ...payments.map(payment => received({ ...payment, target, paidAt: at })),
  ...reports.map(reported),
  ...refunds.flatMap(({ id, status, reference }): MoneyEvent[] => {
    if (status === 'withdrawn') return [{ type: 'refund withdrawn', id, reason: 'again', by }]
    return reference === null ? [] : [{ type: 'refunds done', ids: [id], reference, note: null, by }]
  }),
]

function brokenByReports(state: State, account: Account): string | undefined {
  const { payments, refunds } = account
  const refundsAfter = (...events: MoneyEvent[]) =>
    events.reduce((account, event) => stepOf(state, account, event)?.account ?? account, account).refunds
  const reports: MoneyEvent[] = []
  for (const { id, status, eventId, providerTradeNo } of refunds) {
    const failure = {
      eventId: 'failure',
      type: 'payment.refund-failed',
      target,
      refundId: id,
      reason: 'closed',
    } as const
    const failed = stepOf(state, account, { type: 'refund failed', notification: failure })
    if (failed?.actions.length !== 0 || !isSame(failed.account, account)) return 'a refund that failed stays as it is'
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

/** A process that handles an event: it locks the account, reads it and writes the entries. */
type Handling = Readonly<{ event: number; read: State | null; isDone: boolean }>
type TwoState = State & { lock: Readonly<{ isFree: boolean }>; a: Handling; b: Handling }

/** Two processes handle two events about a paid record and its refund: any two of these. */
export function twoProcessesModel({ lock }: { lock: boolean }): Model<TwoState> {
  const opened = { type: 'give back', cause: 'goodwill', reason: 'agreed', amount: money(2) } as const
  const first = 'refund 0'
  const done = { type: 'refunds done', ids: [first], note: null, by } as const
  const eventsOf = (name: string): MoneyEvent[] => [
    { ...opened, refundId: `refund of ${name}` },
    { ...done, reference: 'R-1' },
    reported({ eventId: 'report', refundOf: 'paid', reference: 'R-2', refundIds: [first] }),
    { type: 'refund withdrawn', id: first, reason: 'agreed', by },
  ]
  const begin = moneyModel('paid', 2).initial
  const initial = after(begin, null, { ...opened, refundId: first, amount: money(1) })
  const waiting: Handling = { event: 0, read: null, isDone: false }
  const { help, chance } = stepsOf<TwoState>()
  return {
    initial: { ...initial, lock: { isFree: true }, a: waiting, b: waiting },
    *steps(before): Iterable<Step<TwoState>> {
      const { a: _a, b: _b, lock: _lock, ...account } = before
      for (const name of ['a', 'b'] as const) {
        const { read, event, isDone } = before[name]
        const go = (state: TwoState, handling: Partial<Handling>, isFree: boolean) => {
          state[name] = { ...before[name], ...handling }
          state.lock = { isFree: isFree || !lock }
        }
        if (!read && !isDone && before.lock.isFree)
          for (const event of eventsOf(name).keys())
            yield help(`${name} locks and reads for event ${event}`, state =>
              go(state, { event, read: account }, false),
            )
        const handled = eventsOf(name)[event]
        if (!read || !handled) continue
        yield help(`${name} writes event ${event}`, state => {
          Object.assign(state, after(account, null, handled, read))
          go(state, { read: null, isDone: true }, true)
        })
        yield chance(`${name} is killed`, state => go(state, waiting, true))
      }
    },
    broken: ({ sum, world }) => brokenRule(sum, world.due),
    progress: { rule: 'each event is handled', isEnd: ({ a, b }) => a.isDone && b.isDone, isExpectedFrom: () => true },
  }
}
