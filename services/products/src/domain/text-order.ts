/** A capital that Unicode's simple mapping makes one character of, and JavaScript's two. */
const dottedCapitalI = '\u0130'

/**
 * Lower case as the database has it for names and ids, by PostgreSQL's `pg_c_utf8`: character by character, each becoming
 * one character, independent of its neighbours.
 */
export const lowerCase = (text: string): string =>
  Array.from(text, character => (character === dottedCapitalI ? 'i' : character.toLowerCase())).join('')

/** Compares texts by code point, as the database does: below 0 when `left` comes first. */
export const byCodePoint = (left: string, right: string): number =>
  Buffer.compare(Buffer.from(left), Buffer.from(right))

/** The words of a search, each once. */
export const wordsOf = (text: string | undefined): string[] => [
  ...new Set(text?.split(/\s+/).filter(word => word !== '')),
]
