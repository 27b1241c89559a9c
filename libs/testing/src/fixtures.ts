// biome-ignore-all lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures a fixture uses.
import { test as base } from 'vitest'
import { createTestVhost } from './broker.ts'
import { createClock } from './clock.ts'
import { createTestDatabase } from './databases.ts'
import { startOidcIssuer } from './oidc-issuer.ts'

/** Vitest's test with the servers' parts that a test file needs, each made when first used and removed after the last test. */
export const test = base
  .extend('clock', () => createClock())
  .extend('database', { scope: 'file' }, async ({}, { onCleanup }) => {
    const database = await createTestDatabase()
    onCleanup(() => database.drop())
    return database
  })
  .extend('vhost', { scope: 'file' }, async ({}, { onCleanup }) => {
    const vhost = await createTestVhost()
    onCleanup(() => vhost.delete())
    return vhost
  })
  .extend('issuer', { scope: 'file' }, async ({}, { onCleanup }) => {
    const issuer = await startOidcIssuer()
    onCleanup(() => issuer.stop())
    return issuer
  })
