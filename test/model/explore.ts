/** One step of a model: what happens, and how it changes the state. */
export type Step<State> = { label: string; kind: StepKind; change(state: State): void }

/**
 * `help` takes place in the end when nothing goes wrong any more; `chance` may take place; a `fault` is one of those that the model
 * limits.
 */
export type StepKind = 'help' | 'chance' | 'fault'

/** A model with finitely many states, which are JSON. */
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
export type Violation = { rule: string; story: readonly string[] }

export type Exploration = { states: number; violation?: Violation }

type Found<State> = {
  state: State
  story: { from: Found<State>; label: string } | undefined
  helpedFrom: Found<State>[]
}

const maxStates = 1_000_000

/** Looks at every state that a model reaches, those of few steps first, until one breaks a rule. */
export function explore<State>(model: Model<State>): Exploration {
  const found = new Map<string, Found<State>>()
  const reach = (state: State, story: Found<State>['story']): Found<State> => {
    const key = JSON.stringify(state)
    const known = found.get(key)
    if (known) return known
    if (found.size >= maxStates) throw new Error(`The model has more than ${maxStates} states`)
    const fresh = { state, story, helpedFrom: [] }
    found.set(key, fresh)
    return fresh
  }
  reach(model.initial, undefined)
  // A map is read in the order of its additions, those during the reading included.
  for (const [key, from] of found) {
    const rule = model.broken(from.state)
    if (rule !== undefined) return { states: found.size, violation: { rule, story: storyOf(from) } }
    for (const { label, kind, change } of model.steps(from.state)) {
      const state: State = JSON.parse(key)
      change(state)
      const next = reach(state, { from, label })
      if (kind === 'help') next.helpedFrom.push(from)
    }
  }
  const stuck = findStuck([...found.values()], model)
  return stuck
    ? { states: found.size, violation: { rule: model.progress.rule, story: storyOf(stuck) } }
    : { states: found.size }
}

/** The first state from which no help leads to the end, although it is expected. */
function findStuck<State>(found: readonly Found<State>[], { progress }: Model<State>): Found<State> | undefined {
  const ending = new Set<Found<State>>()
  const open = found.filter(({ state }) => progress.isEnd(state))
  for (let each = open.pop(); each; each = open.pop()) {
    if (ending.has(each)) continue
    ending.add(each)
    open.push(...each.helpedFrom)
  }
  return found.find(each => progress.isExpectedFrom(each.state) && !ending.has(each))
}

function storyOf<State>(found: Found<State>): string[] {
  const story: string[] = []
  for (let at = found.story; at; at = at.from.story) story.unshift(at.label)
  return story
}
