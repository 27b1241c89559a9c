import { temporaryMemoryHome } from '@campstore/local-servers/os-users'
import { freePort } from '@campstore/local-servers/ports'
import { startPostgres } from '@campstore/local-servers/postgres'
import { useFixture } from '@campstore/testing/use-fixture'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrateAll, runMigrations } from '../../tools/migrate.ts'

// A separate server, because roles belong to a whole server.
const server = useFixture(async () =>
  startPostgres({ dataDirectory: `${temporaryMemoryHome()}/postgres`, port: await freePort(), durable: false }),
)

const run = (environment: NodeJS.ProcessEnv = {}) =>
  runMigrations({ DATABASE_ADMIN_URL: server.adminUrl, ...environment })

async function logsIn(service: string, password: string): Promise<boolean> {
  const url = Object.assign(new URL(server.adminUrl), { username: `campstore_${service}`, password })
  const client = new pg.Client({ connectionString: url.href })
  const hasLoggedIn = await client
    .connect()
    .then(() => true)
    .catch(() => false)
  await client.end().catch(() => {})
  return hasLoggedIn
}

test('a login role gets a password only when one was given for it', async () => {
  // A new role gets the password that was given for it, and otherwise none.
  const output = await run({ BOOKING_DATABASE_PASSWORD: 'of-booking' })
  expect(await logsIn('booking', 'of-booking')).toBe(true)
  for (const service of ['booking', 'products', 'checkout', 'me', 'admin']) {
    expect([service, await logsIn(service, 'campstore')]).toEqual([service, false])
  }
  expect(output.split('\n').filter(line => line.startsWith('The role'))).toEqual(
    ['products', 'me', 'checkout', 'admin'].map(
      service =>
        `The role campstore_${service} has no password and cannot log in. Set ${service.toUpperCase()}_DATABASE_PASSWORD and run this command again.`,
    ),
  )

  // Without passwords, existing ones stay, and the missing ones are listed again.
  const secondOutput = await run({ ADMIN_DATABASE_PASSWORD: 'of-admin' })
  expect(await logsIn('booking', 'of-booking')).toBe(true)
  expect(await logsIn('booking', 'campstore')).toBe(false)
  expect(await logsIn('admin', 'of-admin')).toBe(true)
  expect(secondOutput).toMatch(/^The database is up to date\.\n/)
  expect([...secondOutput.matchAll(/The role (\w+)/g)].map(([, role]) => role)).toEqual(
    ['products', 'me', 'checkout'].map(service => `campstore_${service}`),
  )

  // An initial password is for roles that have none.
  await migrateAll({ adminUrl: server.adminUrl, passwords: { given: {}, initial: 'initial' } })
  expect(await logsIn('booking', 'of-booking')).toBe(true)
  expect(await logsIn('products', 'initial')).toBe(true)

  // A new password replaces the old one.
  await run({ BOOKING_DATABASE_PASSWORD: "new, with ' and \\" })
  expect(await logsIn('booking', "new, with ' and \\")).toBe(true)
  expect(await logsIn('booking', 'of-booking')).toBe(false)
})
