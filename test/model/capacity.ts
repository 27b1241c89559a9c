import { type Model, type Step, stepsOf } from './explore.ts'

export const capacityRules = {
  capacity: 'no more is held than there is',
  keeps: 'a stay that is changed has its old night or the new one',
  ends: 'each checkout ends',
} as const

/** What keeps two customers from the last site, and the rule that breaks without it. */
export const capacityMeasures = {
  locksNight: { text: 'a checkout locks the night', decision: 200, rule: 'capacity' },
  comparesAgain: { text: 'it compares what the night has when it gets the lock', decision: 200, rule: 'capacity' },
  sharesSites: {
    text: 'a checkout shares the lock of the sites before it reads their number',
    decision: 200,
    rule: 'capacity',
  },
  staffLockSites: {
    text: 'staff who take sites away have that lock alone before they compare',
    decision: 200,
    rule: 'capacity',
  },
  countsStatus: { text: 'a hold that is overdue occupies its site until it has ended', decision: 2, rule: 'capacity' },
  changesAtOnce: {
    text: 'a change gives the old night back in the transaction that takes the new one',
    decision: 205,
    rule: 'keeps',
  },
} as const satisfies Record<string, { text: string; decision: number; rule: keyof typeof capacityRules }>
export type CapacityMeasure = keyof typeof capacityMeasures

/** Two checkouts, and the change of a stay of another night, which takes the night as they do. */
type Name = 'first' | 'second' | 'change'
const names: readonly Name[] = ['first', 'second', 'change']

/** What a statement has read: the sites that earlier commits occupy, and the number of sites. */
type Seen = Readonly<{ taken: number; sites: number }>
type Checkout = Seen & Readonly<{ phase: 'waits' | 'has begun' | 'has locked' | 'fits' | 'holds' | 'is refused' }>
type Staff = Seen & Readonly<{ phase: 'waits' | 'have read' | 'have lowered' | 'are refused' }>

/** A night of a zone with one site, an overdue hold of it, two checkouts and a change that want it, and staff who take it away. */
type State = {
  night: Readonly<{ lockedBy: Name | null; sites: number; overdue: 'held' | 'paid' | 'cancelled' }>
  first: Checkout
  second: Checkout
  change: Checkout
  /** The night that the changed stay has had. */
  old: Readonly<{ isHeld: boolean }>
  staff: Staff
}

const { help, chance } = stepsOf<State>()

/** The site that is taken once, or not at all. */
export function capacityModel(without?: CapacityMeasure): Model<State> {
  const has = (measure: CapacityMeasure) => measure !== without
  const nothing = { taken: 0, sites: 0 }
  const waiting: Checkout = { phase: 'waits', ...nothing }
  return {
    initial: {
      night: { lockedBy: null, sites: 1, overdue: 'held' },
      first: waiting,
      second: waiting,
      change: waiting,
      old: { isHeld: true },
      staff: { phase: 'waits', ...nothing },
    },
    *steps(state) {
      for (const name of names) yield* checkingOut(state, name, has)
      yield* lowering(state, has)
      if (state.night.overdue !== 'held') return
      for (const overdue of ['paid', 'cancelled'] as const)
        if (overdue === 'paid' || state.night.lockedBy === null)
          yield chance(`the overdue hold is ${overdue}`, next => {
            next.night = { ...next.night, overdue }
          })
    },
    broken: state => {
      if (occupied(state, true) > state.night.sites) return capacityRules.capacity
      return state.old.isHeld || state.change.phase === 'holds' ? undefined : capacityRules.keeps
    },
    progress: {
      rule: capacityRules.ends,
      isEnd: ({ staff, ...state }) =>
        names.every(name => ['holds', 'is refused'].includes(state[name].phase)) &&
        ['have lowered', 'are refused'].includes(staff.phase),
      isExpectedFrom: () => true,
    },
  }
}

type Has = (measure: CapacityMeasure) => boolean

/** Number of sites that committed bookings occupy. */
function occupied(state: Pick<State, Name | 'night'>, countsOverdue: boolean): number {
  const { overdue } = state.night
  const isOccupied = overdue === 'paid' || (overdue === 'held' && countsOverdue)
  return names.filter(name => state[name].phase === 'holds').length + (isOccupied ? 1 : 0)
}

function* checkingOut(before: State, name: Name, has: Has): Iterable<Step<State>> {
  const { lockedBy, sites } = before.night
  const { phase, ...seen } = before[name]
  const now: Seen = { taken: occupied(before, has('countsStatus')), sites }
  const go = (state: State, fields: Partial<Checkout>, lock = lockedBy) => {
    state[name] = { ...before[name], ...fields }
    state.night = { ...before.night, lockedBy: lock }
    const isGivenBack = has('changesAtOnce') ? fields.phase === 'holds' : fields.phase === 'has begun'
    if (name === 'change' && isGivenBack) state.old = { isHeld: false }
  }
  const unlocked = lockedBy === name ? null : lockedBy
  if (phase === 'waits' && (before.staff.phase !== 'have read' || !has('staffLockSites') || !has('sharesSites')))
    yield help(`the ${name} begins`, state => go(state, { phase: 'has begun', ...now }))
  if (phase === 'has begun' && seen.taken >= seen.sites)
    yield help(`the ${name} finds none`, state => go(state, { phase: 'is refused' }))
  if (phase === 'has begun' && seen.taken < seen.sites && (lockedBy === null || !has('locksNight')))
    yield help(`the ${name} locks the night`, state =>
      go(state, { phase: 'has locked' }, has('locksNight') ? name : lockedBy),
    )
  if (phase === 'has locked') {
    const taken = has('comparesAgain') ? now.taken : seen.taken
    yield taken < seen.sites
      ? help(`the ${name} finds a site`, state => go(state, { phase: 'fits' }))
      : help(`the ${name} finds none`, state => go(state, { phase: 'is refused' }, unlocked))
  }
  if (phase === 'fits') yield help(`the ${name} commits`, state => go(state, { phase: 'holds' }, unlocked))
  if (!['waits', 'holds', 'is refused'].includes(phase))
    yield chance(`the ${name} is lost, and tries again`, state => go(state, { phase: 'waits' }, unlocked))
}

function* lowering(before: State, has: Has): Iterable<Step<State>> {
  const { phase, taken } = before.staff
  const isShared = names.some(name => ['has begun', 'has locked', 'fits'].includes(before[name].phase))
  if (phase === 'waits' && (!isShared || !has('staffLockSites') || !has('sharesSites')))
    yield help('staff compare', state => {
      state.staff = { phase: 'have read', taken: occupied(before, true), sites: 0 }
    })
  if (phase === 'have read' && taken > 0)
    yield help('staff are refused', state => {
      state.staff = { ...before.staff, phase: 'are refused' }
    })
  if (phase === 'have read' && taken === 0)
    yield help('staff take the site away', state => {
      state.staff = { ...before.staff, phase: 'have lowered' }
      state.night = { ...before.night, sites: 0 }
    })
}
