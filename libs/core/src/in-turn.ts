/** Runs work with the same id one after another, within one process. */
export type InTurn = <Result>(id: string, work: () => Promise<Result>) => Promise<Result>

/** Creates the turns of one process. Those who wait hold nothing, such as a connection, which the work before them may need. */
export function createTurns(): InTurn {
  const running = new Map<string, Promise<unknown>>()
  return async (id, work) => {
    for (let earlier = running.get(id); earlier; earlier = running.get(id)) await earlier.catch(() => {})
    const own = work()
    running.set(id, own)
    try {
      return await own
    } finally {
      running.delete(id)
    }
  }
}
