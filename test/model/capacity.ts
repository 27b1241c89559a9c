import { type Model, type Step, stepsOf } from './explore.ts'

/** What keeps two customers from the last site. Without one of these more is held than there is. */
export const capacityMeasures = {
  locksZone: { text: 'a checkout locks the zone', decision: 1 },
  countsAfterLock: { text: 'it counts in a statement that begins when it has the lock', decision: 1 },
  isVolatile: {
    text: 'a statement of its function sees commits before the statement, not only before the call',
    decision: 1,
  },
  isReadCommitted: { text: 'the transaction is READ COMMITTED', decision: 1 },
  countsStatus: { text: 'a hold that is overdue occupies its site until it has ended', decision: 2 },
} as const
export type CapacityMeasure = keyof typeof capacityMeasures

export const capacityRules = {
  capacity: 'no more is held than there is',
  ends: 'each checkout ends',
} as const

/** Two checkouts; staff who lower the number of sites take a site in the same way. */
type Name = 'first' | 'second'
const names: readonly Name[] = ['first', 'second']

/** The transaction of a checkout. A snapshot is the number of sites occupied by earlier commits. */
type Checkout = Readonly<{
  phase: 'waits' | 'has begun' | 'has called' | 'has locked' | 'fits' | 'holds' | 'is refused'
  /** The snapshots of the transaction, and of the call of `take_hold`, which locks at first. */
  begun: number
  called: number
}>

/** The last site of a zone, an overdue hold of it, and two checkouts that want it. */
type State = {
  zone: Readonly<{ lockedBy: Name | null; overdue: 'held' | 'paid' | 'cancelled' }>
  first: Checkout
  second: Checkout
}

const { help, chance } = stepsOf<State>()
const sites = 1

/** The site that is taken once, or not at all. */
export function capacityModel(without?: CapacityMeasure): Model<State> {
  const has = (measure: CapacityMeasure) => measure !== without
  const waiting: Checkout = { phase: 'waits', begun: 0, called: 0 }
  return {
    initial: { zone: { lockedBy: null, overdue: 'held' }, first: waiting, second: waiting },
    *steps(state) {
      for (const name of names) yield* checkingOut(state, name, has)
      if (state.zone.overdue !== 'held') return
      for (const overdue of ['paid', 'cancelled'] as const)
        yield chance(`the overdue hold is ${overdue}`, next => {
          next.zone = { ...next.zone, overdue }
        })
    },
    broken: state => (occupied(state, true) > sites ? capacityRules.capacity : undefined),
    progress: {
      rule: capacityRules.ends,
      isEnd: state => names.every(name => ['holds', 'is refused'].includes(state[name].phase)),
      isExpectedFrom: () => true,
    },
  }
}

/** Number of sites that committed bookings occupy. */
function occupied(state: State, countsOverdue: boolean): number {
  const { overdue } = state.zone
  const isOccupied = overdue === 'paid' || (overdue === 'held' && countsOverdue)
  return names.filter(name => state[name].phase === 'holds').length + (isOccupied ? 1 : 0)
}

function* checkingOut(before: State, name: Name, has: (measure: CapacityMeasure) => boolean): Iterable<Step<State>> {
  const { lockedBy } = before.zone
  const { phase, begun, called } = before[name]
  const now = occupied(before, has('countsStatus'))
  const go = (state: State, fields: Partial<Checkout>, lock = lockedBy) => {
    state[name] = { ...before[name], ...fields }
    state.zone = { ...before.zone, lockedBy: lock }
  }
  const unlocked = lockedBy === name ? null : lockedBy
  if (phase === 'waits') yield help(`the ${name} begins`, state => go(state, { phase: 'has begun', begun: now }))
  if (phase === 'has begun')
    yield help(`the ${name} calls the function`, state => go(state, { phase: 'has called', called: now }))
  if (phase === 'has called' && (lockedBy === null || !has('locksZone')))
    yield help(`the ${name} locks the zone`, state =>
      go(state, { phase: 'has locked' }, has('locksZone') ? name : null),
    )
  if (phase === 'has locked') {
    const ofStatement = has('countsAfterLock') && has('isVolatile') ? now : called
    const seen = has('isReadCommitted') ? ofStatement : begun
    yield seen < sites
      ? help(`the ${name} finds a site`, state => go(state, { phase: 'fits' }))
      : help(`the ${name} finds none`, state => go(state, { phase: 'is refused' }, unlocked))
  }
  if (phase === 'fits') yield help(`the ${name} commits`, state => go(state, { phase: 'holds' }, unlocked))
  if (!['waits', 'holds', 'is refused'].includes(phase))
    yield chance(`the ${name} is lost, and tries again`, state => go(state, { phase: 'waits' }, unlocked))
}
