import { expect, test } from 'vitest'
import { createHealthCheck } from './health-check.ts'

test.each([
  ['53100', 'disk full'],
  ['53400', undefined], // temporary files are limited
])('a database that answers %s to the question of its disk is ready, with the reason %s', async (code, outage) => {
  const database = {
    outage: () => undefined,
    health: { query: () => Promise.reject(Object.assign(new Error('could not write'), { code })) },
  }
  const migrations = { run: async () => 'migrated' as const, outage: () => 'no answer' as const }
  const check = createHealthCheck(database as never, migrations, undefined)
  expect(await check()).toEqual({ database: { outage, needed: outage === undefined } })
})
