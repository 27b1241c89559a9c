import { lookupKey } from '@campstore/core/lookup-key'

/**
 * Part of a where clause; each `?` stands for one of the values, in their order. `scanned` says the same of the same values, for
 * rows that are passed one by one and not found by an index.
 */
export type Condition = { sql: string; scanned?: string; values: readonly unknown[] }

/** A where clause with numbered parameters, empty where there are no conditions, and the values of the parameters. */
export type Filter = { where: string; values: readonly unknown[] }

/** Joins conditions with `and` into one clause. */
export function whereClause(conditions: readonly (Condition | undefined)[], how: 'sql' | 'scanned' = 'sql'): Filter {
  const values: unknown[] = []
  const parts = conditions
    .filter(condition => condition !== undefined)
    .map(condition => {
      let next = values.length
      values.push(...condition.values)
      return (condition[how] ?? condition.sql).replaceAll('?', () => {
        next += 1
        return `$${next}`
      })
    })
  return { where: parts.length === 0 ? '' : `where ${parts.join('\n  and ')}`, values }
}

/** A condition with a value, which each `?` stands for; none without the value. */
export const whenPresent = (value: unknown, sql: string): Condition | undefined =>
  value === undefined ? undefined : { sql, values: sql.match(/\?/g)?.map(() => value) ?? [] }

/** That a column is within a range, whose ends belong to it and may be absent. */
export const between = (column: string, from: unknown, to: unknown): (Condition | undefined)[] => [
  whenPresent(from, `${column} >= ?`),
  whenPresent(to, `${column} <= ?`),
]

/** That a column has one of some values. A single one is compared as such: then an index gives its rows in their order. */
export const inList = (column: string, values: readonly string[] | undefined): Condition | undefined =>
  values?.length === 1 ? whenPresent(values[0], `${column} = ?`) : whenPresent(values, `${column} = any (?)`)

/**
 * That a search text, made by the function `shared.search_text` of the database, contains a text as a look-up compares it
 * (docs/contract/conventions.md#texts-for-look-up). `%`, `_` and `\` mean themselves.
 */
export function matchesSearch(column: string, searched: string | undefined): Condition | undefined {
  if (searched === undefined) return undefined
  // Folding comes before escaping, because it can make a wildcard.
  const text = lookupKey(searched)
  const rarePart = rarePartOf(text)
  const indexed = { sql: `${column} like '%' || shared.search_text(?) || '%'`, values: [escapeLike(rarePart)] }
  if (rarePart === text) return indexed
  return { sql: `(${indexed.sql} and strpos(${column}, shared.search_text(?)) > 0)`, values: [...indexed.values, text] }
}

/** What few texts contain of an e-mail address, and of an id or a number that was given in order. */
const rareParts = [/^(?<part>[^@]{6,})@[^@]+$/, /^[\w-]{6,}(?<part>[\da-z]{10})$/i]

/**
 * The part of a text that the trigram index is searched for. For the whole text PostgreSQL would also read the long lists of common
 * trigrams: the beginning of ids and trade numbers, and the domain that many addresses share. Among a million customers that takes
 * 130 ms instead of 1.
 */
const rarePartOf = (text: string): string =>
  rareParts.map(pattern => pattern.exec(text)?.groups?.part).find(part => part !== undefined) ?? text

/**
 * Like {@link matchesSearch}, for a search text that is an indexed expression and not a column. The function costs ten times as
 * much as the comparison, so rows that are passed one by one are compared without it, by their key alone.
 *
 * @param parts SQL of the texts in which it searches, in the order of the index
 */
export function matchesIndexedSearch(parts: readonly string[], text: string | undefined): Condition | undefined {
  const indexed = matchesSearch(`shared.search_text(${parts.join(', ')})`, text)
  const compared = matchesTexts(parts, text)
  if (text === undefined || !indexed || !compared) return undefined
  // The index has trigrams, and the search text repeats each character beyond ASCII three times.
  const hasIndex = text.length > 2 || Buffer.byteLength(text) > text.length
  return { ...(hasIndex ? indexed : compared), scanned: compared.sql }
}

/**
 * Like {@link matchesSearch}, for texts without an index. `coalesce` lets the planner expect many such rows: otherwise it would
 * consider any pattern rare, and sort rows that a scan in the order of the list finds at once.
 */
export const matchesTexts = (parts: readonly string[], text: string | undefined): Condition | undefined =>
  whenPresent(
    text === undefined ? undefined : escapeLike(lookupKey(text)),
    `coalesce(
      shared.lookup_key(concat_ws(E'\\n', ${parts.join(', ')})) like '%' || ? || '%',
      false
    )`,
  )

/**
 * As {@link matchesSearch}; a text of 6 or more digits, with spaces, `-` and `+`, may also be in a phone number with other signs
 * between its digits (docs/contract/admin.md#search).
 *
 * @param phone expression of the phone number: an index on `shared.phone_digits` of it finds it
 */
export function matchesSearchOrPhone(column: string, phone: string, text: string | undefined): Condition | undefined {
  const bySearch = matchesSearch(column, text)
  if (text === undefined || !bySearch || !isPhoneNumber(text)) return bySearch
  return {
    sql: `(${bySearch.sql} or shared.phone_digits(${phone}) like '%' || shared.phone_digits(?) || '%')`,
    values: [...bySearch.values, text],
  }
}

/** Whether a text may be a part of a phone number. */
export function isPhoneNumber(searched: string): boolean {
  const text = lookupKey(searched)
  return /^[\d +-]+$/.test(text) && /(?:\d[ +-]*){6}/.test(text)
}

/** That a column has a name, as a look-up compares it. */
export const isNamed = (column: string, name: string | undefined): Condition | undefined =>
  whenPresent(name, `shared.lookup_key(${column}) = shared.lookup_key(?)`)

/** A text in a pattern, where `%`, `_` and `\` mean themselves. */
const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')
