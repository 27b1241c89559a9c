import { type Condition, contains } from '@campstore/database/pagination'
import { lowestTier, tierBounds } from '../domain/tiers.ts'

/**
 * What `q` is looked for in (decisions.md, 9): id, name, e-mail, phone. An index has the very same expression. E-mails are
 * stored in the C collation, under which only ASCII has upper and lower case.
 */
export const searchedText = /* sql */ `
  (id || E'\\n' || name || E'\\n' || email collate "default" || E'\\n' || coalesce(phone, ''))`

/**
 * What the column `wide_letters` holds: the letters of {@link searchedText} beyond ASCII with an x around each, `x王x小x明x`. A
 * trigram index knows nothing of fewer than three letters, but Chinese names are looked for by one or two: so written, one
 * (`x王x`) and two (`王x小`) are three.
 */
export const cjkNgrams = /* sql */ `
  regexp_replace(
    regexp_replace(${searchedText} || E'\\n', '[\\x01-\\x7f]+', 'x x', 'g'),
    '([^ x])(?=[^ x])', '\\1x', 'g'
  )`

/** The tier of a row, as `tierOf` tells it; an index has the very same expression. */
export const tierOfRow = /* sql */ `
  (case
    ${tierBounds.map(({ tier, from }) => `when total_spent >= ${from} then '${tier}'`).join('\n    ')}
    else '${lowestTier}'
  end)`

/** What customers can be sorted by; each has an index with the id. Names compare without regard to case. */
export const sortColumns = {
  registeredAt: 'registered_at',
  totalSpent: 'total_spent',
  name: 'lower(name) collate "C"',
  points: 'points',
  updatedAt: 'updated_at',
} as const

/** That a customer's id, name, e-mail or phone contains a text, found by the index that knows most of it. */
export function matching(q: string | undefined): (Condition | undefined)[] {
  const letters = [...(q ?? '')]
  const wide = letters.filter(letter => letter > '\u007f')
  if (letters.length > 2 || wide.length === 0) return [contains(searchedText, q)]
  const byLetters = contains('wide_letters', wide.length === 1 ? `x${wide.join('')}x` : wide.join('x'))
  return wide.length === letters.length ? [byLetters] : [byLetters, contains(searchedText, q)]
}
