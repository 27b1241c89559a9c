import { authVariablesComplete } from '@campstore/auth/auth-variables'
import { createInternalKeys } from '@campstore/auth/internal-keys'
import { route } from '@campstore/contract/route'
import { loadConfig } from '@campstore/core/config/load-config'
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
import { type ServiceParts, startService } from './start-service.ts'

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
const nothing: ServiceParts = { endpoints: [] }
const ready = async (url: string): Promise<unknown> => (await fetch(`${url}/health/ready`)).json()

test('a service stays ready without its broker, and says why that is down', async () => {
  const topology = { exchanges: [], queues: [], bindings: [] }
  const proxy = await proxyBefore(vhost.url)
  const service = await startService({ ...optionsOf(), broker: { url: proxy.url, topology }, build: () => nothing })
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
