import { type Model, type Step, stepsOf } from './explore.ts'

export const batchRules = {
  capacity: 'no more is held than there is',
  once: 'one idempotency key is one hold',
  exists: 'a hold that is answered exists',
  ends: 'each hold is answered: no transactions wait in a circle',
} as const

/** The measures that protect the last site, first of any hold and then of batches, each with the rule that breaks without it. */
export const batchMeasures = {
  locksNight: { text: 'a checkout locks the night', decision: 200, rule: 'capacity' },
  comparesAgain: { text: 'it compares what the night has when it gets the lock', decision: 200, rule: 'capacity' },
  sharesSites: {
    text: 'checkouts share the lock of the sites, which staff who take some away have alone',
    decision: 200,
    rule: 'capacity',
  },
  countsStatus: { text: 'a hold that is overdue occupies its site until it has ended', decision: 2, rule: 'capacity' },
  countsEarlier: { text: 'a hold of a batch counts what those before it want', decision: 232, rule: 'capacity' },
  locksMembers: { text: 'a batch locks its members before it reads their keys', decision: 232, rule: 'once' },
  keepsKeys: { text: 'the holds of a batch that failed are repeated under their keys', decision: 232, rule: 'once' },
  answersLast: { text: 'a batch is answered after its commit', decision: 232, rule: 'exists' },
  ordersMembers: { text: 'members are locked in one order', decision: 232, rule: 'ends' },
  ordersNights: { text: 'nights are added and locked in one order', decision: 232, rule: 'ends' },
  addsFirst: { text: 'nights without a row are added before any night is locked', decision: 232, rule: 'ends' },
} as const satisfies Record<string, { text: string; decision: number; rule: keyof typeof batchRules }>
export type BatchMeasure = keyof typeof batchMeasures
type Has = (measure: BatchMeasure) => boolean

/** Two processes with holds, staff who change a stay, and an overdue hold that ends. A transaction may outlive its connection. */
const clients = ['first', 'second', 'change', 'end'] as const
type Client = (typeof clients)[number]
const transactions = [...clients, 'first, left'] as const
type Name = (typeof transactions)[number]

/** A hold is a letter, which is also its member and its key. The nights that it wants are digits, in their order. */
const wants: Readonly<Record<string, string>> = { v: '2', w: '12', x: '1', y: '12', c: '12' }
const nights = ['1', '2'] as const
type Night = (typeof nights)[number]

/**
 * The requests to two processes: the same ones to both, while staff take the site away, or different ones; and the nights that have a row,
 * from an overdue hold that ends meanwhile.
 */
export const batchCases = {
  'the same members ask both': { second: 'wv', change: '', rows: '' },
  'a night has a row': { second: '', change: 'c', rows: '2' },
  'each night has a row': { second: 'xy', change: '', rows: '12' },
  'no night has a row': { second: 'xy', change: 'c', rows: '' },
} as const

type Phase = 'none' | 'locks members' | 'takes nights' | 'has compared' | 'has committed'
/** `places` says how far it is in its phase. Holds of its batch: all, undecided ones, those to be asked for again. */
type Transaction = Readonly<{
  phase: Phase
  places: number
  batch: string
  undecided: string
  again: string
  /** Nights that had no row. */
  missing: string
  /** What nights had before it locked them, if it compares that. */
  seen: Readonly<Record<Night, number>> | null
}>
/** Holds to ask for, the ones among them that go alone, and the ones that were answered as held. */
type Process = Readonly<{ todo: string; alone: string; held: string }>

type State = Record<Name, Transaction> & {
  /** Each night: its row, or the transaction that has added it; and its sites that are taken. */
  row: Readonly<Record<Night, Name | 'none' | 'there'>>
  taken: Readonly<Record<Night, number>>
  staff: Readonly<{ phase: 'wait' | 'have read' | 'have ended'; sites: number }>
  /** How often holds are there. */
  holds: Readonly<Record<string, number>>
  processes: Readonly<Record<Client, Process>>
  faults: Readonly<{ left: number }>
}

const { help, chance } = stepsOf<State>()
const idle: Transaction = { phase: 'none', places: 0, batch: '', undecided: '', again: '', missing: '', seen: null }
const without = (letters: string, some: string) => [...letters].filter(letter => !some.includes(letter)).join('')
const count = (letters: string, letter: string) => letters.split(letter).length - 1

/** Holds in batches: no site is taken twice, whether or not the answers arrive. */
export function batchModel(
  { second, change, rows }: (typeof batchCases)[keyof typeof batchCases],
  left?: BatchMeasure,
): Model<State> {
  const has: Has = measure => measure !== left
  const wanted = (hold: string) => (hold === 'e' ? rows : (wants[hold] ?? ''))
  const asks = (todo: string): Process => ({ todo, alone: '', held: '' })
  const sorted = (letters: string, isSorted: boolean) => [...new Set(isSorted ? [...letters].sort() : letters)]
  const nightsOf = (holds: string) => sorted([...holds].map(wanted).join(''), has('ordersNights')) as Night[]
  const membersOf = ({ batch }: Transaction) => sorted(batch, has('ordersMembers'))
  /** What it does to take its nights, in its order: it adds (`+`) those without a row, and locks all. */
  const takesOf = ({ undecided, missing }: Transaction): string[] => {
    const own = nightsOf(undecided)
    const isMissing = (night: string) => missing.includes(night)
    if (!has('addsFirst'))
      return [
        ...own.filter(night => !isMissing(night)),
        ...own.filter(isMissing).flatMap(night => [`+${night}`, night]),
      ]
    return [...(missing === '' ? [] : own.map(night => `+${night}`)), ...own]
  }
  /** What a transaction has locked. */
  const locked = (transaction: Transaction): string[] => {
    const { phase, places } = transaction
    if (phase === 'none' || phase === 'has committed') return []
    const members = has('locksMembers') ? membersOf(transaction) : []
    const takes = has('locksNight') ? takesOf(transaction) : []
    if (phase === 'locks members') return members.slice(0, places)
    return [...members, ...takes.slice(0, phase === 'takes nights' ? places : undefined)]
  }
  const isFree = (state: State, name: Name, lock: string) =>
    transactions.every(other => other === name || !locked(state[other]).includes(lock))

  /** The steps of a transaction in the server. */
  function* working(before: State, name: Name): Iterable<Step<State>> {
    const transaction = before[name]
    const { phase, places, undecided } = transaction
    const go = (label: string, fields: Partial<Transaction>, also: (state: State) => void = () => {}) =>
      help(`the ${name} ${label}`, state => {
        state[name] = { ...transaction, ...fields }
        also(state)
      })
    const compare = (): Partial<Transaction> => {
      const { 1: first, 2: second } = transaction.seen ?? before.taken
      const overdue = (night: Night) => (has('countsStatus') ? 0 : count(rows, night))
      const taken = { 1: first - overdue('1'), 2: second - overdue('2') }
      let earlier = ''
      const places = [...undecided].map(hold => {
        const ofHold = nightsOf(hold)
        const fits = (also: string) =>
          hold === 'e' || ofHold.every(night => taken[night] + count(also, night) < before.staff.sites)
        const outcome = !fits('') ? 'refused' : fits(has('countsEarlier') ? earlier : '') ? 'held' : 'again'
        earlier += ofHold.join('')
        return { hold, outcome }
      })
      const those = (meant: string) => places.flatMap(({ hold, outcome }) => (outcome === meant ? [hold] : [])).join('')
      return { phase: 'has compared', undecided: those('held'), again: those('again'), places: 0 }
    }
    if (phase === 'locks members') {
      const member = membersOf(transaction)[places]
      if (member && (!has('locksMembers') || isFree(before, name, member)))
        yield go('locks a member', { places: places + 1 })
      if (member || (before.staff.phase === 'have read' && has('sharesSites'))) return
      const { alone } = before.processes.first
      const isNew = (hold: string) => before.holds[hold] === 0 || (!has('keepsKeys') && alone.includes(hold))
      const rest = [...undecided].filter(isNew).join('')
      const missing = nightsOf(rest).filter(night => before.row[night] !== 'there')
      const seen = has('comparesAgain') ? null : before.taken
      yield go('judges keys', { phase: 'takes nights', undecided: rest, places: 0, missing: missing.join(''), seen })
    }
    if (phase === 'takes nights') {
      const take = takesOf(transaction)[places]
      const night = take?.at(-1) as Night
      const isAdded = take?.startsWith('+')
      const row = before.row[night]
      if (isAdded ? ['none', 'there', name].includes(row) : take && isFree(before, name, take))
        yield go(isAdded ? 'adds a night' : 'locks a night', { places: places + 1 }, state => {
          if (isAdded && row === 'none') state.row = { ...before.row, [night]: name }
        })
      if (!take) yield go('compares', compare())
    }
    if (phase === 'has compared')
      yield go('commits', {}, state => {
        const sign = undecided === 'e' ? -1 : 1
        const all = [...undecided].map(wanted).join('')
        state.taken = { 1: before.taken[1] + sign * count(all, '1'), 2: before.taken[2] + sign * count(all, '2') }
        const holds = [...undecided].map(hold => [hold, (before.holds[hold] ?? 0) + 1])
        state.holds = { ...before.holds, ...Object.fromEntries(holds) }
        moveRows(state, name, 'there')
        if (name !== 'first, left') state[name] = { ...transaction, phase: 'has committed' }
      })
  }

  /** Staff take all sites away, if none is taken. */
  function* lowering({ staff, taken, ...state }: State): Iterable<Step<State>> {
    const isShared = transactions.some(name => ['takes nights', 'has compared'].includes(state[name].phase))
    const isTaken = nights.some(night => taken[night] > 0)
    if (staff.phase === 'wait' && !(isShared && has('sharesSites')))
      yield help('staff compare', next => {
        next.staff = { ...staff, phase: isTaken ? 'have ended' : 'have read' }
      })
    if (staff.phase === 'have read')
      yield help('staff take the sites away', next => {
        next.staff = { phase: 'have ended', sites: 0 }
      })
  }

  /** What a process does: it sends batches, and answers. */
  function* asking(before: State, name: Client): Iterable<Step<State>> {
    const { todo, alone, held } = before.processes[name]
    const { phase, batch, again, undecided } = before[name]
    const change = (state: State, fields: Partial<Process>) => {
      state.processes = { ...before.processes, [name]: { todo, alone, held, ...fields } }
    }
    const sent = alone === '' ? todo : alone.slice(0, 1)
    if (phase === 'none' && sent !== '')
      yield help(`the ${name} sends ${sent}`, state => {
        state[name] = { ...idle, phase: sent === 'e' ? 'takes nights' : 'locks members', batch: sent, undecided: sent }
      })
    if (phase === 'has committed' || (phase === 'has compared' && !has('answersLast')))
      yield help(`the ${name} answers`, state => {
        const answered = without(batch, again)
        const isHeld = (hold: string) => undecided.includes(hold) || (before.holds[hold] ?? 0) > 0
        const now = [...answered].filter(isHeld).join('')
        change(state, { todo: without(todo, answered), alone: without(alone, batch), held: held + now })
        state[name] = idle
        if (phase === 'has compared') state['first, left'] = before[name]
      })
  }

  /** The first process loses the connection of its batch, or dies; clients repeat each request without an answer. */
  function* failing(before: State): Iterable<Step<State>> {
    const { first, processes, faults, 'first, left': rest } = before
    if (rest.phase !== 'none')
      yield chance('the lost transaction is rolled back', state => moveRows(state, 'first, left', 'none'))
    if (faults.left === 0 || first.phase === 'none') return
    const fail = (what: string, alone: string, rows: 'none' | 'first, left') =>
      chance(`the first ${what}${rows === 'none' ? '' : ', and its transaction goes on'}`, state => {
        moveRows(state, 'first', first.phase === 'has committed' ? 'there' : rows)
        if (rows !== 'none') state[rows] = first
        state.processes = { ...processes, first: { ...processes.first, alone } }
        state.faults = { left: faults.left - 1 }
      })
    const isLeft = rest.phase === 'none' && first.phase !== 'has committed'
    for (const rows of isLeft ? (['none', 'first, left'] as const) : (['none'] as const)) {
      yield fail('loses its connection', first.batch.length === 1 ? '' : first.batch, rows)
      yield fail('dies', '', rows)
    }
  }

  return {
    initial: {
      first: idle,
      second: idle,
      change: idle,
      end: idle,
      'first, left': idle,
      row: { 1: rows.includes('1') ? 'there' : 'none', 2: rows.includes('2') ? 'there' : 'none' },
      taken: { 1: count(rows, '1'), 2: count(rows, '2') },
      staff: { phase: change === '' && rows === '' ? 'wait' : 'have ended', sites: rows === '' ? 1 : 2 },
      holds: { v: 0, w: 0, x: 0, y: 0, c: 0 },
      processes: { first: asks('vw'), second: asks(second), change: asks(change), end: asks(rows && 'e') },
      faults: { left: 1 },
    },
    *steps(state) {
      for (const name of transactions) yield* working(state, name)
      for (const name of clients) yield* asking(state, name)
      yield* lowering(state)
      yield* failing(state)
    },
    broken({ taken, staff, holds, processes }) {
      if (nights.some(night => taken[night] > staff.sites)) return batchRules.capacity
      if (Object.values(holds).some(times => times > 1)) return batchRules.once
      const answered = Object.values(processes)
        .map(({ held }) => held)
        .join('')
      return [...answered].every(hold => holds[hold] !== 0) ? undefined : batchRules.exists
    },
    progress: {
      rule: batchRules.ends,
      isEnd: ({ staff, processes }) =>
        staff.phase === 'have ended' && clients.every(name => processes[name].todo === ''),
      isExpectedFrom: () => true,
    },
  }
}

/** A transaction is gone: its new rows stay, vanish, or belong to the lost transaction. */
function moveRows(state: State, name: Name, to: 'there' | 'none' | 'first, left'): void {
  const { row } = state
  state.row = { 1: row[1] === name ? to : row[1], 2: row[2] === name ? to : row[2] }
  state[name] = idle
}
