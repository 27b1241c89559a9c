import { authVariablesComplete } from '@campstore/auth/auth-variables'
import { route } from '@campstore/contract/route'
import { loadConfig } from '@campstore/core/config/load-config'
import { version } from '@campstore/core/version'
import { type MigrationSource, migrate } from '@campstore/database/migrations'
import { endpoint } from '@campstore/http/testing/serve'
import { startOidcIssuer } from '@campstore/testing/oidc-issuer'
import { useDatabase, useFixture } from '@campstore/testing/use-fixture'
import { eventually } from '@campstore/testing/waiting'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { serviceVariables } from './config.ts'
import { type Service, startService } from './start-service.ts'

/** A schema that the test databases do not have yet, for a login role that they have. */
const library: MigrationSource = {
  service: 'booking',
  schemas: ['library'],
  folder: new URL('./testing/library/', import.meta.url),
}

const declared = { summary: 'Books', method: 'GET', shape: 'object', data: z.strictObject({}), errors: [] } as const
const books = route({ ...declared, name: 'books', path: '/books', access: 'public' })

const database = useDatabase()
const issuer = useFixture(startOidcIssuer)

const statusesOf = (service: Service, ...paths: string[]) =>
  Promise.all(paths.map(async path => (await fetch(`${service.url}${path}`)).status))

test('a process without its migrations does nothing, and begins by itself when they are applied', async () => {
  const background: string[] = []
  const service = await startService({
    name: 'library',
    config: loadConfig(z.object(serviceVariables).check(authVariablesComplete), {
      PORT: '0',
      DATABASE_URL: database.urlFor('booking'),
      ...issuer.environment,
    }),
    log: pino({ enabled: false }),
    migrations: { schema: 'library', folder: library.folder },
    build: () => ({
      endpoints: [endpoint(books, async () => ({}))],
      startBackground: () => {
        background.push('started')
        return [{ stop: async () => void background.push('stopped') }]
      },
    }),
  })
  await eventually(async () => {
    const ready = await fetch(`${service.url}/health/ready`)
    expect([ready.status, ready.headers.get('retry-after'), await ready.json()]).toEqual([
      503,
      '2',
      {
        success: false,
        data: { status: 'down', version, database: 'up', migrations: 'down', reasons: { migrations: 'not applied' } },
      },
    ])
  })
  expect([await statusesOf(service, '/books', '/health/live'), background]).toEqual([[503, 200], []])

  await migrate(database.adminUrl, [library], { given: {} })

  await eventually(() => expect(background).toEqual(['started']))
  await eventually(async () => expect(await statusesOf(service, '/books', '/health/ready')).toEqual([200, 200]))
  await service.stop()
  expect(background).toEqual(['started', 'stopped'])
})
