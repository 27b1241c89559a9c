import { lookupKey } from '@campstore/core/lookup-key'
import type { Condition } from './conditions.ts'

/**
 * What an index covers: a column that `shared.search_text` made, or texts that it combines. `past` is the condition of a
 * partial index, which leaves out the rows on hold.
 */
type Indexed = ({ column: string } | { texts: readonly string[] }) & { past?: string }

/** Where a list looks for its `q`: SQL of texts and of phone numbers (docs/contract/admin.md#search). */
export type LookUp = {
  indexed?: readonly Indexed[]
  /** Texts without an index, of a list that is short. */
  texts?: readonly string[]
  /** Phone numbers; an index on `shared.phone_digits` of each finds them, unless the list is short. */
  phones?: readonly { phone: string; past?: string }[]
  /** Whether the list is of a day: then the last three digits of a phone number find it. */
  isOfDay?: boolean
  /** Condition of the rows that partial indexes leave out, which are few. */
  onHold?: string
  /** SQL condition of rows of customers, from SQL of an array of their ids: they are found by their present data as well. */
  ofCustomers?: (ids: string) => string
}

/** One way to find a row. `scanned` has the same values. */
type Way = Condition & { past?: string }

/**
 * That a row has a text, as a look-up compares it (docs/contract/conventions.md#texts-for-look-up). `%`, `_` and `\` mean themselves.
 * None without a text, or if a reader would see nothing of it.
 */
export function matchesLookUp(lookUp: LookUp, q: string | undefined): Condition | undefined {
  // Folding comes before escaping, because it can make a wildcard.
  const key = lookupKey(q ?? '').trim()
  if (key === '') return undefined
  const { indexed = [], texts = [], phones = [], isOfDay = false, onHold, ofCustomers } = lookUp
  const ways = [
    ...indexed.map(place => inIndex(place, key)),
    ...(texts.length > 0 ? [inTexts(texts, key)] : []),
    ...phones.flatMap(place => inPhone(place, key, isOfDay)),
  ]
  const all = onHold === undefined ? ways : [...ways.map(whilePast), { ...either(ways), past: onHold }].map(whilePast)
  return either(ofCustomers ? [...all, isOfCustomers(ofCustomers, key)] : all)
}

const whilePast = ({ past, ...way }: Way): Way =>
  past === undefined ? way : { ...way, sql: `${past} and ${way.sql}`, scanned: `${past} and ${way.scanned ?? way.sql}` }

const either = (ways: readonly Way[]): Way => ({
  sql: `(${ways.map(({ sql }) => sql).join(' or ')})`,
  scanned: `(${ways.map(({ sql, scanned = sql }) => scanned).join(' or ')})`,
  values: ways.flatMap(({ values }) => values),
})

/**
 * That an index has the key. The function of a text costs ten times as much as the comparison, so rows that are passed one by one are
 * compared without it. So is a key that is too short for trigrams; a search text repeats each character beyond ASCII three times.
 */
function inIndex(place: Indexed, key: string): Way {
  const { past } = place
  const isSearched = (column: string) => containing(column, 'shared.search_text(?)', key)
  if ('column' in place) return { ...isSearched(place.column), past }
  const compared = containing(keyOf(place.texts), '?', key)
  const scanned = `coalesce(${compared.sql}, false)`
  const isLong = key.length > 2 || Buffer.byteLength(key) > key.length
  const { sql, values } = isLong
    ? isSearched(`shared.search_text(${place.texts.join(', ')})`)
    : { ...compared, sql: scanned }
  return { sql, scanned, values, past }
}

function containing(column: string, value: string, key: string): Way {
  const rarePart = rarePartOf(key)
  const like = `${column} like '%' || ${value} || '%'`
  if (rarePart === key) return { sql: like, values: [escapeLike(key)] }
  return { sql: `(${like} and strpos(${column}, ${value}) > 0)`, values: [escapeLike(rarePart), key] }
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

const keyOf = (texts: readonly string[]): string => `shared.lookup_key(concat_ws(E'\\n', ${texts.join(', ')}))`

/**
 * That a text has the key. `coalesce` lets the planner expect many such rows: otherwise it would consider any pattern rare, and sort
 * rows that a scan in the order of the list finds at once.
 */
const inTexts = (texts: readonly string[], key: string): Way => ({
  sql: `coalesce(${keyOf(texts)} like '%' || ? || '%', false)`,
  values: [escapeLike(key)],
})

/** Words for a phone number and its extension. */
const phoneWords = /分機|內線|轉|電話|手機|ext(?:ension)?|tel|x(?=\d)/g
const digitsToFind = 6
const digitsOfDay = 3

/**
 * Whether a text is searched for in phone numbers. It needs six digits, and may also contain a name: `0929-251-494 (Mei)`. In a list of a
 * day three digits are enough, without a name. E-mail addresses, and ids such as `219752x`, are not searched for.
 */
function mayBePhone(key: string, digits: number, isOfDay: boolean): boolean {
  const others = key.replaceAll(phoneWords, ' ')
  const letters = others.replaceAll(/\P{L}/gu, '').length
  if (digits < digitsToFind) return isOfDay && digits >= digitsOfDay && letters === 0
  return letters <= digits && !/@|\d[a-z]|[a-z]\d/.test(others)
}

/** A phone number without its extension (`#12`, `ext. 12`, `,12`, 轉 12, 分機 12, 內線 12). */
const withoutExtension = (phone: string): string =>
  `regexp_replace(normalize(${phone}, nfkc), '[#x轉分內,].*', '', 'i')`

/**
 * That a phone number has the digits of a text, in any notation: six or more in a row, or the last three of a list of a day, with the
 * extension or without.
 */
function inPhone({ phone, past }: { phone: string; past?: string }, key: string, isOfDay: boolean): Way[] {
  const digits = key.replaceAll(/\D/g, '').length
  if (!mayBePhone(key, digits, isOfDay)) return []
  const isPart = digits >= digitsToFind
  return (isPart ? [phone] : [phone, withoutExtension(phone)]).map(number => ({
    sql: `shared.phone_digits(${number}) like '%' || shared.phone_digits(?)${isPart ? ` || '%'` : ''}`,
    values: [key],
    past,
  }))
}

/** If more customers have a text, it does not help to find one. */
const maxCustomers = 1_000

/** That a row belongs to a customer who has the text now. They are found first, so that each part uses an index. */
function isOfCustomers(ofCustomers: (ids: string) => string, key: string): Way {
  const { sql, values } = either([
    inIndex({ column: 'contact.search_text' }, key),
    ...inPhone({ phone: 'contact.phone' }, key, false),
  ])
  const ids = `array(select contact.id from member.customer_contact contact where ${sql} limit ${maxCustomers})`
  return { sql: ofCustomers(ids), values }
}

/** A text in a pattern, where `%`, `_` and `\` mean themselves. */
const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')
