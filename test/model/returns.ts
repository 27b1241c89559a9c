import { type Model, type Step, stepsOf } from './explore.ts'

export const returnRules = {
  pieces: 'each piece comes back once',
  money: 'no more is given back than was paid',
  owed: 'pieces that came back are given back',
  reported: 'a refund that the payment service has reported is not due',
  ends: 'each return ends',
} as const

/** What makes a return take effect once, and the rule that breaks without it. */
export const returnMeasures = {
  locksOrder: { text: 'a return locks its order', decision: 204, rule: 'pieces' },
  countsAgain: { text: 'it counts earlier returns once it has the lock', decision: 204, rule: 'pieces' },
  returnsAtOnce: { text: 'stock, status and refund of a return are in one transaction', decision: 204, rule: 'pieces' },
  comparesLeft: { text: 'a refund is at most what is left of the payment', decision: 202, rule: 'money' },
  countsApplied: { text: 'only refunds of the payment that was applied count', decision: 202, rule: 'owed' },
  remembersReport: { text: 'a refund that was reported before it is opened is done', decision: 207, rule: 'reported' },
} as const satisfies Record<string, { text: string; decision: number; rule: keyof typeof returnRules }>
export type ReturnMeasure = keyof typeof returnMeasures

/** A return of a piece, and one of everything that has not come back. */
type Name = 'part' | 'rest'
const names: readonly Name[] = ['part', 'rest']

/** `back` is its count of the pieces that came back before. */
type Return = Readonly<{
  phase: 'waits' | 'has begun' | 'has locked' | 'is in stock' | 'is done' | 'is refused'
  back: number
}>

/** An order of two pieces at 1 each and a fee of 1, and its refunds: of the payment that was applied, and of a second one. */
type State = {
  order: Readonly<{ lockedBy: Name | null; status: 'unshipped' | 'shipped' | 'completed' | 'returned' | 'cancelled' }>
  /** Pieces on hand, and how many came back by the records of returns. */
  stock: Readonly<{ onHand: number; back: number }>
  refunds: Readonly<{ due: readonly number[]; done: number; unapplied: number; isReported: boolean }>
  part: Return
  rest: Return
}
const [pieces, fee] = [2, 1]
const paid = pieces + fee

const { help, chance } = stepsOf<State>()
type Has = (measure: ReturnMeasure) => boolean

/** An order that is paid and not shipped yet; staff and the payment service act on it. */
export function returnModel(without?: ReturnMeasure): Model<State> {
  const has: Has = measure => measure !== without
  const waiting: Return = { phase: 'waits', back: 0 }
  return {
    initial: {
      order: { lockedBy: null, status: 'unshipped' },
      stock: { onHand: pieces, back: 0 },
      refunds: { due: [], done: 0, unapplied: 0, isReported: false },
      part: waiting,
      rest: waiting,
    },
    *steps(state) {
      for (const name of names) yield* returning(state, name, has)
      // Each is one transaction under the lock of the order: a process that is killed in the middle has done nothing.
      if (state.order.lockedBy === null) yield* changing(state, has)
    },
    broken: ({ order: { status }, stock: { onHand, back }, refunds }) => {
      const shipped = hasShipped(status) ? pieces : 0
      if (back > pieces || onHand !== pieces - shipped + back) return returnRules.pieces
      if ((status === 'returned') !== (back === pieces)) return returnRules.pieces
      if (givenBack(refunds) > paid) return returnRules.money
      if (givenBack(refunds) < Math.min(back, paid)) return returnRules.owed
      return refunds.isReported && refunds.due.length > 0 ? returnRules.reported : undefined
    },
    progress: {
      rule: returnRules.ends,
      isEnd: state => names.every(name => ['is done', 'is refused'].includes(state[name].phase)),
      isExpectedFrom: () => true,
    },
  }
}

const hasShipped = (status: State['order']['status']): boolean => status !== 'unshipped' && status !== 'cancelled'
const givenBack = ({ due, done }: State['refunds']): number => due.reduce((sum, amount) => sum + amount, done)

/** What is left of the payment. */
const leftOf = ({ refunds }: State, has: Has): number =>
  Math.max(0, paid - givenBack(refunds) - (has('countsApplied') ? 0 : refunds.unapplied))

/** Opens a refund, unless nothing is to be given back. */
function openRefund(state: State, amount: number, has: Has): void {
  const { due, done, isReported } = state.refunds
  if (amount === 0) return
  const isDone = isReported && has('remembersReport')
  const opened = isDone ? { done: done + amount, isReported: false } : { due: [...due, amount] }
  state.refunds = { ...state.refunds, ...opened }
}

function* returning(before: State, name: Name, has: Has): Iterable<Step<State>> {
  const { order, stock } = before
  const { phase, back } = before[name]
  const quantity = name === 'part' ? 1 : pieces - back
  const go = (state: State, fields: Partial<Return>, lockedBy = order.lockedBy) => {
    state[name] = { ...before[name], ...fields }
    state.order = { ...before.order, lockedBy }
  }
  const unlocked = order.lockedBy === name ? null : order.lockedBy
  if (phase === 'waits')
    yield help(`the return of the ${name} begins`, state => go(state, { phase: 'has begun', back: stock.back }))
  if (phase === 'has begun' && (order.lockedBy === null || !has('locksOrder')))
    yield help(`the return of the ${name} locks the order`, state => {
      const counted = has('countsAgain') ? stock.back : back
      go(state, { phase: 'has locked', back: counted }, has('locksOrder') ? name : order.lockedBy)
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
    yield help(`the return of the ${name} commits`, state => commitReturn(state, name, { quantity, back }, has))
  if (['has begun', 'has locked', 'is in stock'].includes(phase))
    yield chance(`the process that returns the ${name} is killed, and staff try again`, state =>
      go(state, { phase: 'waits', back: 0 }, unlocked),
    )
}

function commitReturn(
  state: State,
  name: Name,
  { quantity, back }: { quantity: number; back: number },
  has: Has,
): void {
  const { status, lockedBy } = state.order
  const { stock } = state
  const isWhole = back + quantity === pieces
  const share = quantity + (isWhole && status === 'shipped' ? fee : 0)
  openRefund(state, has('comparesLeft') ? Math.min(share, leftOf(state, has)) : share, has)
  const onHand = stock.onHand + (has('returnsAtOnce') ? quantity : 0)
  state.stock = { onHand, back: stock.back + quantity }
  state.order = { status: isWhole ? 'returned' : status, lockedBy: lockedBy === name ? null : lockedBy }
  state[name] = { phase: 'is done', back: 0 }
}

/** What staff and the payment service do to the order apart from returns. */
function* changing(before: State, has: Has): Iterable<Step<State>> {
  const { order, stock, refunds } = before
  const to = (state: State, status: State['order']['status'], onHand = stock.onHand) => {
    state.order = { ...order, status }
    state.stock = { ...stock, onHand }
  }
  if (order.status === 'unshipped') {
    yield chance('staff ship the order', state => to(state, 'shipped', 0))
    yield chance('staff cancel the paid order', state => {
      to(state, 'cancelled')
      openRefund(state, leftOf(before, has), has)
    })
  }
  if (order.status === 'shipped') yield chance('staff complete the order', state => to(state, 'completed'))
  if (hasShipped(order.status) && leftOf(before, has) > 0)
    yield chance('staff give back 1 for goodwill', state => openRefund(state, 1, has))
  if (refunds.unapplied === 0)
    yield chance('a second payment comes, and is given back', state => {
      state.refunds = { ...refunds, unapplied: paid }
    })
  const [only] = refunds.due
  if (only !== undefined && refunds.due.length === 1)
    yield chance('the payment service reports the refund', state => {
      state.refunds = { ...refunds, due: [], done: refunds.done + only }
    })
  if (givenBack(refunds) === 0 && !refunds.isReported)
    yield chance('the payment service reports a refund before it is opened', state => {
      state.refunds = { ...refunds, isReported: true }
    })
}
