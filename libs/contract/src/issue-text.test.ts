import { expect, test } from 'vitest'
import { z } from 'zod'
import { closestName, describeIssues } from './issue-text.ts'
import { english, issue } from './texts/text.ts'

const schema = z.strictObject({
  name: z.string().min(1).max(5).default('x'),
  kind: z.enum(['store', 'rental']).default('store'),
  count: z.int().min(1).max(9).default(1),
  weight: z.number().gt(0).lt(100).default(1),
  active: z.boolean().default(true),
  unused: z.null({ error: issue('must.haveNoCoupon') }).optional(),
  tags: z.array(z.string()).max(1).default([]),
  address: z.strictObject({ street: z.string() }).nullable().default(null),
})

const described = (value: unknown, by: z.ZodType = schema): string[] => {
  const { error } = by.safeParse(value, { reportInput: true })
  return describeIssues(error?.issues ?? [], by).map(({ path, reason }) => `${path.join('.')}: ${english(reason)}`)
}

test.each([
  [7, ': must be an object, not a number'],
  [{ name: 7 }, 'name: must be a string, not a number'],
  [{ name: '' }, 'name: must have a length of at least 1'],
  [{ kind: 'shop' }, 'kind: must be "store" or "rental"'],
  [{ count: 1.5 }, 'count: must be a whole number, not a fraction'],
  [JSON.parse('{"count": 1e999}'), 'count: is outside the range of numbers'],
  [{ count: 0 }, 'count: must be at least 1'],
  [{ weight: 0 }, 'weight: must be more than 0'],
  [{ unused: 1 }, 'unused: must be null: coupons cannot be used for bookings yet'],
  [{ tags: [true] }, 'tags.0: must be a string, not a boolean'],
  [{ address: {} }, 'address.street: is missing'],
  [{ names: 'x' }, 'names: is not a field. Did you mean name?'],
  [{ street: 'x' }, 'street: is not a field of this record'],
  [{ address: { street: 'x', streets: 'x' } }, 'address.streets: is not a field. Did you mean street?'],
])('%j: %s', (value, expected) => {
  expect(described(value)).toEqual([expected])
})

test('a value that is not allowed may also be missing', () => {
  expect(described({}, z.object({ kind: z.enum(['store', 'rental']) }))).toEqual(['kind: is missing'])
})

const amount = z.union([z.string().regex(/^\d+$/, issue('must.beAmount')), z.number().min(0)])
const some = z.union([z.enum(['a', 'b']).transform(one => [one]), z.array(z.enum(['a', 'b']))])
const lines = z.object({ amount: amount.optional(), some: some.optional(), needed: amount })

test.each([
  [{ amount: 'much' }, 'amount: must be an amount'],
  [{ amount: -1 }, 'amount: must be at least 0'],
  [{ amount: null }, 'amount: must be a string or a number, not null'],
  [{ some: 'c' }, 'some: must be "a" or "b"'],
  [{ some: ['a', 'c'] }, 'some.1: must be "a" or "b"'],
  [{ needed: undefined }, 'needed: is missing'],
])('of several kinds of values: %j: %s', (value, expected) => {
  expect(described({ needed: 1, ...value }, lines)).toEqual([expected])
})

test.each([
  [z.iso.datetime(), 'must be a timestamp like 2026-11-20T08:00:00Z'],
  [z.email(), 'must be an e-mail address'],
  [
    z.enum(['name,asc'], { error: issue('must.beSort', { fields: 'name' }) }),
    'must be one of name, followed by ",asc" or ",desc"',
  ],
])('a text in another form: %#', (form, expected) => {
  expect(described('x', form)).toEqual([`: ${expected}`])
})

test('every unknown field is an issue of its own, with a name of any alternative', () => {
  const store = z.strictObject({ kind: z.literal('store'), shelves: z.int() })
  const rental = z.strictObject({ kind: z.literal('rental'), counter: z.string() })
  expect(
    described({ kind: 'store', shelves: 1, shelve: 2, count: 3 }, z.discriminatedUnion('kind', [store, rental])),
  ).toEqual(['shelve: is not a field. Did you mean shelves?', 'count: is not a field. Did you mean counter?'])
})

test('the closest name has few differences, in whatever letters', () => {
  expect(closestName('Campground.json', ['items.json', 'campgrounds.json'])).toBe('campgrounds.json')
  expect(closestName('notes.txt', ['items.json', 'campgrounds.json'])).toBeUndefined()
})
