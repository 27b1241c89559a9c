/** Counts by key; a key whose count is 0 is forgotten. */
export function createCounts<Key>(): { of(key: Key): number; add(key: Key, difference: 1 | -1): void } {
  const counts = new Map<Key, number>()
  const of = (key: Key): number => counts.get(key) ?? 0
  return {
    of,
    add(key, difference) {
      const count = of(key) + difference
      if (count === 0) counts.delete(key)
      else counts.set(key, count)
    },
  }
}
