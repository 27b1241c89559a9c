import { money } from '@campstore/core/money'
import { type Account, enter, leftOf, type StaffRefundCause } from '@campstore/holds/money/account'
import { step } from '@campstore/holds/money/step'
import { type Model, type Step, stepsOf } from './explore.ts'

export const returnRules = {
  pieces: 'each piece comes back once',
  money: 'no more is given back than was paid',
  owed: 'pieces that came back are given back',
  ends: 'each return ends',
} as const

/** What makes a return take effect once, and the rule that breaks without it. */
export const returnMeasures = {
  locksOrder: { text: 'a return locks its order', decision: 204, rule: 'money' },
  countsAgain: { text: 'it counts earlier returns once it has the lock', decision: 204, rule: 'pieces' },
  returnsAtOnce: { text: 'stock, status and refund of a return are in one transaction', decision: 204, rule: 'pieces' },
  readsAgain: { text: 'it reads the account once it has the lock', decision: 202, rule: 'money' },
} as const satisfies Record<string, { text: string; decision: number; rule: keyof typeof returnRules }>
export type ReturnMeasure = keyof typeof returnMeasures

/** A return of a piece, and one of everything that has not come back. */
type Name = 'part' | 'rest'
const names: readonly Name[] = ['part', 'rest']

type Refunds = Account['refunds']
/** `back` is its count of the pieces that came back before, and `refunds` are those that it has read. */
type Return = Readonly<{
  phase: 'waits' | 'has begun' | 'has locked' | 'is in stock' | 'is done' | 'is refused'
  back: number
  refunds: Refunds
}>

/** An order of two pieces at 1 each and a fee of 1, and the refunds of its payment. */
type State = {
  order: Readonly<{ lockedBy: Name | null; status: 'unshipped' | 'shipped' | 'completed' | 'returned' | 'cancelled' }>
  /** Pieces on hand, and how many came back by the records of returns. */
  stock: Readonly<{ onHand: number; back: number }>
  account: Readonly<{ refunds: Refunds }>
  part: Return
  rest: Return
}
const [pieces, fee] = [2, 1]
const paid = pieces + fee

const { help, chance } = stepsOf<State>()
type Has = (measure: ReturnMeasure) => boolean

/** An order that is paid and not shipped yet; staff act on it, in two processes. */
export function returnModel(without?: ReturnMeasure): Model<State> {
  const has: Has = measure => measure !== without
  const waiting: Return = { phase: 'waits', back: 0, refunds: [] }
  return {
    initial: {
      order: { lockedBy: null, status: 'unshipped' },
      stock: { onHand: pieces, back: 0 },
      account: { refunds: [] },
      part: waiting,
      rest: waiting,
    },
    *steps(state) {
      for (const name of names) yield* returning(state, name, has)
      // Each is one transaction under the lock of the order: a process that is killed in the middle has done nothing.
      if (state.order.lockedBy === null) yield* changing(state)
    },
    broken: ({ order: { status }, stock: { onHand, back }, account: { refunds } }) => {
      const shipped = hasShipped(status) ? pieces : 0
      if (back > pieces || onHand !== pieces - shipped + back) return returnRules.pieces
      if ((status === 'returned') !== (back === pieces)) return returnRules.pieces
      const givenBack = refunds.reduce((sum, { amount }) => sum + Number(amount), 0)
      if (givenBack > paid) return returnRules.money
      return givenBack < Math.min(back, paid) ? returnRules.owed : undefined
    },
    progress: {
      rule: returnRules.ends,
      isEnd: state => names.every(name => ['is done', 'is refused'].includes(state[name].phase)),
      isExpectedFrom: () => true,
    },
  }
}

const hasShipped = (status: State['order']['status']): boolean => status !== 'unshipped' && status !== 'cancelled'

const now = new Date('2026-11-20T08:00:00Z')
const payment = { type: 'payment.succeeded', eventId: 'paid', amount: money(paid), currency: 'TWD' } as const
const applied = {
  outcome: 'applied',
  reason: null,
  decision: null,
  paymentMethod: 'credit',
  providerTradeNo: 'T-1',
} as const
const rule = {
  now,
  takenAt: now,
  used: undefined,
  isTradeNumberUsed: false,
  isPaymentOfAnother: false,
  usedReferences: [],
}
const accountOf = (refunds: Refunds): Account => ({
  cash: null,
  payments: [{ ...payment, ...applied }],
  refunds,
  reports: [],
})

/** Gives back an amount, or what is left, by the refunds that were read: the entries are added to those that there are. */
function giveBack(state: State, cause: StaffRefundCause, amount: number, read = state.account.refunds): void {
  const account = accountOf(read)
  const given = money(Math.min(amount, Number(leftOf(account))))
  const refundId = `${cause} ${read.length}`
  const result = step(account, { type: 'give back', refundId, cause, reason: cause, amount: given }, rule)
  if ('refusal' in result) throw new Error(result.refusal)
  const { refunds } = result.entries.reduce((after, entry) => enter(after, entry, ''), accountOf(state.account.refunds))
  state.account = { refunds }
}

function* returning(before: State, name: Name, has: Has): Iterable<Step<State>> {
  const { order, stock, account } = before
  const { phase, back, refunds } = before[name]
  const quantity = name === 'part' ? 1 : pieces - back
  const go = (state: State, fields: Partial<Return>, lockedBy = order.lockedBy) => {
    state[name] = { ...before[name], ...fields }
    state.order = { ...before.order, lockedBy }
  }
  const unlocked = order.lockedBy === name ? null : order.lockedBy
  if (phase === 'waits')
    yield help(`the return of the ${name} begins`, state =>
      go(state, { phase: 'has begun', back: stock.back, refunds: account.refunds }),
    )
  if (phase === 'has begun' && (order.lockedBy === null || !has('locksOrder')))
    yield help(`the return of the ${name} locks the order`, state => {
      const counted = has('countsAgain') ? stock.back : back
      const read = has('readsAgain') ? account.refunds : refunds
      go(state, { phase: 'has locked', back: counted, refunds: read }, has('locksOrder') ? name : order.lockedBy)
    })
  if (phase === 'has locked') {
    const isOut = order.status === 'shipped' || order.status === 'completed'
    yield isOut && back + quantity <= pieces && quantity > 0
      ? help(`the return of the ${name} puts pieces into stock`, state => {
          go(state, { phase: 'is in stock' })
          if (!has('returnsAtOnce')) state.stock = { ...stock, onHand: stock.onHand + quantity }
        })
      : help(`the return of the ${name} is refused`, state => go(state, { phase: 'is refused' }, unlocked))
  }
  if (phase === 'is in stock')
    yield help(`the return of the ${name} commits`, state => commitReturn(state, name, quantity, has))
  if (['has begun', 'has locked', 'is in stock'].includes(phase))
    yield chance(`the process that returns the ${name} is killed, and staff try again`, state =>
      go(state, { phase: 'waits', back: 0, refunds: [] }, unlocked),
    )
}

function commitReturn(state: State, name: Name, quantity: number, has: Has): void {
  const { status, lockedBy } = state.order
  const { stock } = state
  const { back, refunds } = state[name]
  const isWhole = back + quantity === pieces
  giveBack(state, 'returned', quantity + (isWhole && status === 'shipped' ? fee : 0), refunds)
  const onHand = stock.onHand + (has('returnsAtOnce') ? quantity : 0)
  state.stock = { onHand, back: stock.back + quantity }
  state.order = { status: isWhole ? 'returned' : status, lockedBy: lockedBy === name ? null : lockedBy }
  state[name] = { phase: 'is done', back: 0, refunds: [] }
}

/** What staff do to the order apart from returns. */
function* changing(before: State): Iterable<Step<State>> {
  const { order, stock, account } = before
  const to = (state: State, status: State['order']['status'], onHand = stock.onHand) => {
    state.order = { ...order, status }
    state.stock = { ...stock, onHand }
  }
  if (order.status === 'unshipped') {
    yield chance('staff ship the order', state => to(state, 'shipped', 0))
    yield chance('staff cancel the paid order', state => {
      to(state, 'cancelled')
      giveBack(state, 'cancelled', paid)
    })
  }
  if (order.status === 'shipped') yield chance('staff complete the order', state => to(state, 'completed'))
  if (hasShipped(order.status) && Number(leftOf(accountOf(account.refunds))) > 0)
    yield chance('staff give back 1 for goodwill', state => giveBack(state, 'goodwill', 1))
}
