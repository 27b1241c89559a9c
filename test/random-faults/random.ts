/** Random choices that a seed determines: the same seed makes the same choices in the same order. */
export type Random = ReturnType<typeof createRandom>

/** Mulberry32: 32 bits of state, enough to choose faults and requests. */
export function createRandom(seed: number) {
  let state = seed >>> 0
  /** From 0, included, to 1, excluded. */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** A whole number from 0, included, to `end`, excluded. */
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    between: (from: number, to: number) => from + next() * (to - from),
    chance: (probability: number) => next() < probability,
    /** @throws {Error} when the list is empty */
    pick: <T>(list: readonly T[]): T => existing(list[below(list.length)]),
    /** One of several values by their weights, which add up to 1. @throws {Error} when there are none */
    weighted: <T>(choices: readonly (readonly [weight: number, value: T])[]): T => {
      let rest = next()
      for (const [weight, value] of choices) {
        if (rest < weight) return value
        rest -= weight
      }
      return existing(choices.at(-1))[1]
    },
    shuffled: <T>(list: readonly T[]): T[] =>
      list
        .map(element => ({ element, place: next() }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ element }) => element),
  }
}

function existing<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('There is nothing to choose from')
  return value
}
