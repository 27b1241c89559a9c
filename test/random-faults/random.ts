/** Random choices that a seed determines: the same seed makes the same choices in the same order. */
export type Random = {
  /** From 0, included, to 1, excluded. */
  next(): number
  /** A whole number from 0, included, to `end`, excluded. */
  below(end: number): number
  between(from: number, to: number): number
  /** True with this probability. */
  chance(probability: number): boolean
  /** @throws {Error} when the list is empty */
  pick<T>(list: readonly T[]): T
  /** One of several values by their weights, which add up to 1. @throws {Error} when there are none */
  weighted<T>(choices: readonly (readonly [weight: number, value: T])[]): T
  shuffled<T>(list: readonly T[]): T[]
}

/** Mulberry32: 32 bits of state, enough to choose faults and requests. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    between: (from, to) => from + next() * (to - from),
    chance: probability => next() < probability,
    pick: list => existing(list[below(list.length)]),
    weighted: choices => {
      let rest = next()
      for (const [weight, value] of choices) {
        if (rest < weight) return value
        rest -= weight
      }
      return existing(choices.at(-1))[1]
    },
    shuffled: list =>
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
