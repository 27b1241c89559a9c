/** A clock that stands still until a test moves it. */
export type TestClock = {
  now(): Date
  set(instant: Date | string): void
  /** Moves it by milliseconds. */
  advance(milliseconds: number): void
}

/** Makes a clock that is stopped at `instant`. */
export function createClock(instant: Date | string = '2026-11-20T08:00:00.000Z'): TestClock {
  let current = new Date(instant)
  return {
    now: () => new Date(current),
    set: next => {
      current = new Date(next)
    },
    advance: milliseconds => {
      current = new Date(current.getTime() + milliseconds)
    },
  }
}
