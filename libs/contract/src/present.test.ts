import { expect, test } from 'vitest'
import { z } from 'zod'
import { present, presenterOf } from './present.ts'
import { timestampSchema } from './schemas.ts'

const schema = z.strictObject({
  id: z.string(),
  note: z.string().nullable(),
  createdAt: timestampSchema.describe('Creation'),
  paidAt: timestampSchema.nullable().describe('When it was paid'),
})
const at = new Date('2026-11-20T08:00:00.000Z')

test('the fields of the schema and no others; what is absent is null', () => {
  const record = { id: 'a', secret: 'b', createdAt: at, paidAt: undefined, note: undefined }
  expect(present(schema, record)).toEqual({ id: 'a', note: null, createdAt: at.toISOString(), paidAt: null })
})

test('a timestamp may be a date, or text as PostgreSQL writes it; other text stays as it is', () => {
  const record = { id: 'a', note: '2026-11-20', createdAt: '2026-11-20 16:00:00.5+08', paidAt: at }
  expect(present(schema, record)).toEqual({
    id: 'a',
    note: '2026-11-20',
    createdAt: '2026-11-20T08:00:00.500Z',
    paidAt: at.toISOString(),
  })
})

test.each([
  ['2026-11-20 16:00:00.123987+00', '2026-11-20T16:00:00.123Z'],
  ['2026-11-20 16:00:00.000001-03', '2026-11-20T19:00:00.000Z'],
  ['0042-03-01 00:00:00+00', '0042-03-01T00:00:00.000Z'],
])('the timestamp %s is %s', (createdAt, expected) => {
  expect(present(schema, { id: 'a', note: null, createdAt, paidAt: null }).createdAt).toBe(expected)
})

test('a number may be text, as the driver returns a bigint; null stays null', () => {
  const counted = z.strictObject({ id: z.int().positive().describe('Id'), orderId: z.int().nullable() })
  const presentCounted = presenterOf(counted)
  expect(presentCounted({ id: '4711', orderId: '12' })).toEqual({ id: 4711, orderId: 12 })
  expect(presentCounted({ id: 4711, orderId: null })).toEqual({ id: 4711, orderId: null })
})

test('fields that are given apart take the place of those of the record', () => {
  const record = { id: 'a', note: 'one', createdAt: at, paidAt: null }
  expect(present(schema, record, { id: 'b', note: null })).toMatchObject({ id: 'b', note: null })
})

test('an object within a record has its own schema; JSON of PostgreSQL may be its source', () => {
  const nested = z.strictObject({
    payment: z.strictObject({ paidAt: timestampSchema }).nullable(),
    refund: schema.nullable(),
  })
  const payment = { paidAt: '2026-11-20T16:00:00.123987+08:00', secret: 'b' }
  const presented = { payment: { paidAt: '2026-11-20T08:00:00.123Z' }, refund: null }
  expect(present(nested, { payment, refund: null })).toEqual(presented)
})
