import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as schemas from './schemas.ts'

const paging = z.object(schemas.pagingFields)
const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success

describe.each<[string, z.ZodType, unknown[], unknown[]]>([
  [
    'money: a string with two fraction digits, never a number',
    schemas.moneySchema,
    ['0.00', '1234.50', '9999999999.99'],
    [0, 1234.5, '1234.5', '1234', '1,234.50', '-1.00', '01234567890.00', '1e3', '', ' 1.00'],
  ],
  [
    'date: YYYY-MM-DD and in the calendar',
    schemas.dateSchema,
    ['2026-12-07', '2028-02-29'],
    ['2027-02-29', '2026-13-01', '2026-12-7', '20261207', '2026-12-07T00:00:00Z', '0000-01-01', 20261207],
  ],
  [
    'timestamp: UTC with milliseconds',
    schemas.timestampSchema,
    ['2026-11-20T08:00:00.000Z'],
    ['2026-11-20T08:00:00Z', '2026-11-20T08:00:00.000+08:00', '2026-11-20', '2026-11-20 08:00:00.000Z'],
  ],
  [
    'idempotency key: 1 to 128 characters',
    schemas.idempotencyKeySchema,
    ['k', 'k'.repeat(128), '鍵 with spaces'],
    ['', 'k'.repeat(129), 'nul\0', 'half \ud800', 7, null],
  ],
])('%s', (_, schema, good, bad) => {
  test.each(good)('accepts %j', value => expect(accepts(schema, value)).toBe(true))
  test.each(bad)('refuses %j', value => expect(accepts(schema, value)).toBe(false))
})

describe('paging', () => {
  test('defaults: page 0, size 20', () => expect(paging.parse({})).toEqual({ page: 0, size: 20 }))
  test('texts become numbers', () => expect(paging.parse({ page: '3', size: '100' })).toEqual({ page: 3, size: 100 }))
})

test.each(['a\0b', 'half \ud800', '\udc00'])('an id with what is not text, %j, is refused and never repaired', id => {
  expect([schemas.pathIdSchema, schemas.idSchema].map(schema => schema.safeParse(id).success)).toEqual([false, false])
})

test('a replacement character that was written is a character like any other', () => {
  expect(schemas.idSchema.parse('a\uFFFDb')).toBe('a\uFFFDb')
})

test.each(['2026-11-20T08:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59+14:00', '2026-11-20T08:00:00-23:59'])(
  'a point in time that can be stored: %s',
  instant => expect(schemas.instantSchema.safeParse(instant).success).toBe(true),
)

test.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+08:00', '9999-12-31T23:59:59-23:59', '2026-02-30T00:00:00Z'])(
  'a point in time that cannot be stored is refused: %s',
  instant => expect(schemas.instantSchema.safeParse(instant).success).toBe(false),
)
