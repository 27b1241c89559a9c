/** Values by key, of which those go first that were not used for longest. */
export type LruCache<Value> = {
  get(key: string): Value | undefined
  /** @param size of the value, in the unit of the limit */
  set(key: string, value: Value, size: number): void
  removeWhere(unwanted: (value: Value) => boolean): void
}

/**
 * Keeps values within limits. A value that alone exceeds the limit of size is not kept.
 *
 * @param limits.count most values
 * @param limits.size most of all their sizes together
 */
export function createLruCache<Value>(limits: { count: number; size: number }): LruCache<Value> {
  const kept = new Map<string, { value: Value; size: number }>()
  let total = 0

  const remove = (key: string): void => {
    total -= kept.get(key)?.size ?? 0
    kept.delete(key)
  }
  return {
    get: key => {
      const found = kept.get(key)
      if (!found) return undefined
      // A Map remembers the order in which keys came: the one used last comes last.
      kept.delete(key)
      kept.set(key, found)
      return found.value
    },
    set: (key, value, size) => {
      remove(key)
      if (size > limits.size) return
      kept.set(key, { value, size })
      total += size
      for (const oldest of kept.keys()) {
        if (kept.size <= limits.count && total <= limits.size) break
        remove(oldest)
      }
    },
    removeWhere: unwanted => {
      for (const [key, { value }] of kept) if (unwanted(value)) remove(key)
    },
  }
}
