import { timestampSchema } from '@campstore/contract/schemas'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { complete } from './complete.ts'

test('a missing field has the example of its declaration, null, or the first of what its declaration allows', () => {
  const status = z.enum(['unshipped', 'shipped'])
  const schema = z.strictObject({
    id: z.string(),
    number: z.int().meta({ examples: [7] }),
    from: status.nullable(),
    to: status.describe('Status after'),
    at: timestampSchema.describe('When'),
    actor: z.strictObject({ type: z.enum(['admin']), id: z.string().nullable() }),
    sort: status.optional(),
  })
  const derived = { number: 7, from: null, to: 'unshipped', at: '2026-11-20T08:00:00.000Z' }
  expect(complete(schema, { id: 'a' })).toEqual({ id: 'a', ...derived, actor: { type: 'admin', id: null } })
})
