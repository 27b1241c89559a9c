import { expect, test } from 'vitest'
import { createHealthCheck } from './health-check.ts'

test('readiness tells a full disk of the database, whose reads are still served', async () => {
  const database = {
    outage: () => undefined,
    health: { query: () => Promise.reject(Object.assign(new Error('could not write'), { code: '53100' })) },
  }
  const migrations = { run: async () => 'migrated' as const, outage: () => 'no answer' as const }
  const check = createHealthCheck(database as never, migrations, undefined)
  expect(await check()).toEqual({ database: { outage: 'disk full', needed: false } })
})
