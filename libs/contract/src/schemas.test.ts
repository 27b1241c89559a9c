import { expect, test } from 'vitest'
import type { z } from 'zod'
import * as schemas from './schemas.ts'

test.each<[string, z.ZodType, unknown[], unknown[]]>([
  [
    'a timestamp is UTC with milliseconds',
    schemas.timestampSchema,
    ['2026-11-20T08:00:00.000Z'],
    ['2026-11-20T08:00:00Z', '2026-11-20T08:00:00.000+08:00', '2026-11-20', '2026-11-20 08:00:00.000Z'],
  ],
  [
    'an idempotency key has 1 to 128 characters',
    schemas.idempotencyKeySchema,
    ['k', 'k'.repeat(128), '鍵 with spaces', 'a\uFFFDb'],
    ['', 'k'.repeat(129), 'nul\0', 'half \ud800', 7, null],
  ],
  [
    'a point in time can be stored',
    schemas.instantSchema,
    ['2026-11-20T08:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59+14:00', '2026-11-20T08:00:00-23:59'],
    ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+08:00', '9999-12-31T23:59:59-23:59', '2026-02-30T00:00:00Z'],
  ],
])('%s', (_, schema, good, bad) => {
  const accepts = (value: unknown) => schema.safeParse(value).success
  expect([good.filter(value => !accepts(value)), bad.filter(accepts)]).toEqual([[], []])
})
