import { authVariablesComplete } from '@campstore/auth/auth-variables'
import { createInternalKeys } from '@campstore/auth/internal-keys'
import { route } from '@campstore/contract/route'
import { loadConfig } from '@campstore/core/config/load-config'
import { version } from '@campstore/core/version'
import { type MigrationSource, migrate } from '@campstore/database/migrations'
import { endpoint } from '@campstore/http/testing/serve'
import { startOidcIssuer } from '@campstore/testing/oidc-issuer'
import { proxyBefore } from '@campstore/testing/tcp-proxy'
import { useDatabase, useFixture, useVhost } from '@campstore/testing/use-fixture'
import { eventually } from '@campstore/testing/waiting'
import { defineEntity, p } from '@mikro-orm/core'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ownerVariables } from './config.ts'
import { startService } from './start-service.ts'

const BookEntity = defineEntity({ name: 'Book', properties: { id: p.text().primary() } })
const configSchema = z.object(ownerVariables).check(authVariablesComplete)
const database = useDatabase()
const vhost = useVhost()
const issuer = useFixture(startOidcIssuer)
const optionsOf = () => ({
  name: 'library',
  config: loadConfig(configSchema, {
    PORT: '0',
    DATABASE_URL: database.urlFor('booking'),
    ...createInternalKeys().environment,
    NODE_ENV: 'test',
    ...issuer.environment,
  }),
  log: pino({ enabled: false }),
  entities: async () => ({ entities: [BookEntity] }),
})

const declared = { summary: 'Books', method: 'GET', shape: 'object', data: z.strictObject({}), errors: [] } as const
const books = route({ ...declared, name: 'books', path: '/books', access: 'public' })
const ready = async (url: string): Promise<unknown> => (await fetch(`${url}/health/ready`)).json()

test('a service stays ready without its broker, and says why that is down', async () => {
  const topology = { exchanges: [], queues: [], bindings: [] }
  const proxy = await proxyBefore(vhost.url)
  const service = await startService({
    ...optionsOf(),
    broker: { url: proxy.url, topology },
    build: () => ({ endpoints: [] }),
  })
  const states = async (data: object) =>
    eventually(async () => expect(await ready(service.url)).toMatchObject({ data: { status: 'up', ...data } }))
  await states({ database: 'up', broker: 'up' })
  proxy.cut()
  await states({ broker: 'down', reasons: { broker: 'no answer' } })
  proxy.leadTo(undefined)
  proxy.heal()
  await states({ broker: 'down', reasons: { broker: 'connection lost' } })
  await service.stop()
})

test('a stop ends background work, answers the last request, and then closes connections', async () => {
  const order: string[] = []
  const { promise: inHand, resolve: arrived } = Promise.withResolvers<void>()
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  const service = await startService({
    ...optionsOf(),
    build: () => ({
      endpoints: [
        endpoint(books, async () => {
          arrived()
          await mayAnswer
          order.push('answered')
          return {}
        }),
      ],
      startBackground: () => [{ stop: async () => void order.push('background ended') }],
      connections: [{ stop: async () => void order.push('connection closed') }],
    }),
  })
  const response = fetch(`${service.url}/books`)
  await inHand
  const stopped = service.stop()
  answer()
  await Promise.all([stopped, response])
  expect(order).toEqual(['background ended', 'answered', 'connection closed'])
})

/** A schema that the test databases do not have yet, for a login role that they have. */
const library: MigrationSource = {
  service: 'booking',
  schemas: ['library'],
  folder: new URL('./testing/library/', import.meta.url),
}

test('a process without its migrations does nothing, and begins by itself when they are applied', async () => {
  const background: string[] = []
  const service = await startService({
    ...optionsOf(),
    migrations: { schema: 'library', folder: library.folder },
    build: () => ({
      endpoints: [endpoint(books, async () => ({}))],
      startBackground: () => {
        background.push('started')
        return [{ stop: async () => void background.push('stopped') }]
      },
    }),
  })
  const statusesOf = (...paths: string[]) =>
    Promise.all(paths.map(async path => (await fetch(`${service.url}${path}`)).status))
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
  expect([await statusesOf('/books', '/health/live'), background]).toEqual([[503, 200], []])

  await migrate(database.adminUrl, [library], { given: {} })

  await eventually(() => expect(background).toEqual(['started']))
  await eventually(async () => expect(await statusesOf('/books', '/health/ready')).toEqual([200, 200]))
  await service.stop()
  expect(background).toEqual(['started', 'stopped'])
})
