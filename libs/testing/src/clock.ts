/** A clock that stands still until a test moves it. */
export type TestClock = ReturnType<typeof createClock>

/** Makes a clock that is stopped at `instant`. */
export function createClock(instant: Date | string = '2026-11-20T08:00:00.000Z') {
  let current = new Date(instant)
  return {
    now: () => new Date(current),
    set: (next: Date | string) => {
      current = new Date(next)
    },
    advance: (milliseconds: number) => {
      current = new Date(current.getTime() + milliseconds)
    },
  }
}
