/** Compares texts by code point, as the database does: below 0 when `left` comes first. */
export const byCodePoint = (left: string, right: string): number =>
  Buffer.compare(Buffer.from(left), Buffer.from(right))

/** The words of a search, each once. */
export const wordsOf = (text: string | undefined): string[] => [
  ...new Set(text?.split(/\s+/).filter(word => word !== '')),
]
