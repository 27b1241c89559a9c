/** A state of a model has parts, each part has fields, and each field has few values. */
export type PartsOf<State> = Record<keyof State, Part>
type Part = Readonly<Record<string, Value>>
type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value }

/** One step of a model: what happens, and how it changes the state. It replaces parts, because states share them. */
export type Step<State> = { label: string; isHelp: boolean; change(state: State): void }

/** Makes the functions that write steps: `help` takes place in the end when nothing goes wrong any more, `chance` may take place. */
export const stepsOf = <State>() => {
  const of =
    (isHelp: boolean) =>
    (label: string, change: (state: State) => void): Step<State> => ({ isHelp, label, change })
  return { help: of(true), chance: of(false) }
}

/** A model with finitely many states. */
export type Model<State> = {
  initial: State
  /** Every step that may follow a state. */
  steps(state: State): Iterable<Step<State>>
  /** The rule that a state breaks; undefined where it breaks none. */
  broken(state: State): string | undefined
  /** The rule that the end is reached from each of some states by steps that help. */
  progress: { rule: string; isEnd(state: State): boolean; isExpectedFrom(state: State): boolean }
}

/** A rule that is broken, and the labels of the fewest steps that break it. */
type Violation = { rule: string; story: readonly string[] }

/** The number of states that were found, all of them where no rule is broken. */
export type Exploration = { states: number; violation?: Violation }

/** Looks at every state that a model reaches, by the fewest steps first, until one breaks a rule. */
export function explore<State extends PartsOf<State>>(model: Model<State>): Exploration {
  const { broken, progress } = model
  const keyOf = createKeys<State>()
  const numbers = new Map([[keyOf(model.initial), 0]])
  /** The states by their numbers, until they are looked at. */
  const open: (State | undefined)[] = [model.initial]
  /** From which state each was found first, and by which of its steps. */
  const found = { from: [0], by: [0] }
  const help: HelpfulSteps = { from: [], to: [] }
  const ends: number[] = []
  const expected: number[] = []
  const violationAt = (rule: string, number: number): Exploration => ({
    states: numbers.size,
    violation: { rule, story: storyOf(model, number, found) },
  })
  // A map is read in the order of its additions, those during the reading included.
  for (const number of numbers.values()) {
    const state = open[number] ?? model.initial
    open[number] = undefined
    const rule = broken(state)
    if (rule !== undefined) return violationAt(rule, number)
    if (progress.isEnd(state)) ends.push(number)
    else if (progress.isExpectedFrom(state)) expected.push(number)
    let step = -1
    for (const { isHelp, change } of model.steps(state)) {
      step += 1
      const next = { ...state }
      change(next)
      const nextKey = keyOf(next)
      let to = numbers.get(nextKey)
      if (to === undefined) {
        to = numbers.size
        numbers.set(nextKey, to)
        found.from.push(number)
        found.by.push(step)
        open.push(next)
      }
      if (!isHelp) continue
      help.from.push(number)
      help.to.push(to)
    }
  }
  const stuck = findStuck(help, ends, expected, numbers.size)
  return stuck === undefined ? { states: numbers.size } : violationAt(progress.rule, stuck)
}

/**
 * Makes the function that gives each state a key: a character for each of its parts, so that millions of states have room. This is
 * exact, unlike a hash. The state shares its parts from then on.
 */
function createKeys<State extends PartsOf<State>>() {
  const characters = new Map<Part, number>()
  return (state: State): string => {
    const key: number[] = []
    for (const name in state) {
      let character = characters.get(state[name])
      if (character === undefined) {
        state[name] = shared(state[name])
        character = characters.get(state[name]) ?? characters.size
        if (character > 0xffff) throw new Error('The parts of the model have too many values')
        characters.set(state[name], character)
      }
      key.push(character)
    }
    return String.fromCharCode(...key)
  }
}

const texts = new Map<string, object>()

/** Makes equal parts one object, so that they need not be compared, and what follows from them can be remembered. */
export function shared<Equal extends object>(part: Equal): Equal {
  const text = JSON.stringify(part)
  const known = texts.get(text) ?? part
  texts.set(text, known)
  return known as Equal // what has the same text has the same type
}

type Known<Result> = { result?: Result; next?: Map<unknown, Known<Result>> }

/** Remembers what a function makes of shared parts and of simple values. */
export function remembered<Of extends readonly unknown[], Result>(make: (...of: Of) => Result): (...of: Of) => Result {
  const nothing: Known<Result> = {}
  return (...of) => {
    let known = nothing
    for (const value of of) {
      known.next ??= new Map()
      let next = known.next.get(value)
      if (next === undefined) {
        next = {}
        known.next.set(value, next)
      }
      known = next
    }
    known.result ??= make(...of)
    return known.result
  }
}

type HelpfulSteps = { from: number[]; to: number[] }

/** The first of some states from which no help leads to an end. */
function findStuck(
  { from, to }: HelpfulSteps,
  ends: readonly number[],
  expected: readonly number[],
  states: number,
): number | undefined {
  const leads = new Uint8Array(states)
  for (const end of ends) leads[end] = 1
  // Most steps lead to a later state, so a few rounds from the last one are enough.
  for (let found = true; found; ) {
    found = false
    for (let at = from.length - 1; at >= 0; at -= 1) {
      const start = from[at] ?? 0
      if (leads[start] === 1 || leads[to[at] ?? 0] === 0) continue
      leads[start] = 1
      found = true
    }
  }
  return expected.find(number => leads[number] === 0)
}

/** The labels of the fewest steps to a state, found by taking them again. */
function storyOf<State>(
  { initial, steps }: Model<State>,
  last: number,
  { from, by }: Record<'from' | 'by', readonly number[]>,
): string[] {
  const path: number[] = []
  for (let number = last; number > 0; number = from[number] ?? 0) path.unshift(by[number] ?? 0)
  let state = initial
  return path.map(place => {
    const step = [...steps(state)][place]
    if (!step) throw new Error('A step of the model depends on more than the state')
    state = { ...state }
    step.change(state)
    return step.label
  })
}
