/** The candidate that a mistyped name most likely means; undefined when none is near. */
export function closestName(name: string, candidates: readonly string[]): string | undefined {
  const near = candidates
    .map(candidate => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(2, Math.floor(candidate.length / 3)))
    .sort((left, right) => left.distance - right.distance)
  return near[0]?.candidate
}

/** Levenshtein distance; names are short, whatever is longer is near to none of ours. */
function editDistance(from: string, to: string): number {
  if (from.length > 64) return Number.POSITIVE_INFINITY
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[to.length] ?? 0
}
