import { authVariablesComplete } from '@campstore/auth/auth-variables'
import { route } from '@campstore/contract/route'
import { loadConfig } from '@campstore/core/config/load-config'
import { migrate } from '@campstore/database/migrations'
import { endpoint } from '@campstore/http/endpoint'
import { createTestDatabase, type TestDatabase } from '@campstore/testing/databases'
import { type OidcIssuer, startOidcIssuer } from '@campstore/testing/oidc-issuer'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { migrationSources } from '../../../tools/migrate.ts'
import { serviceVariables } from './config.ts'
import { type Service, startService } from './start-service.ts'

let database: TestDatabase
let issuer: OidcIssuer
let emptyUrl: (role?: string) => string
beforeAll(async () => {
  database = await createTestDatabase()
  issuer = await startOidcIssuer()
  const name = `${database.name}_empty`
  await database.pool().query(`create database ${name}`)
  emptyUrl = role => {
    const url = new URL(role === undefined ? database.adminUrl : database.urlFor(role))
    url.pathname = `/${name}`
    return url.href
  }
})
afterAll(async () => {
  await issuer.stop()
  await database.pool().query(`drop database if exists ${database.name}_empty with (force)`)
  await database.drop()
})

const folder = new URL('../../../services/booking/src/persistence/', import.meta.url)
const books = route({
  summary: 'Books',
  method: 'GET',
  shape: 'object',
  data: z.strictObject({}),
  errors: [],
  name: 'books',
  path: '/books',
  access: 'public',
})

function start(databaseUrl: string, started: string[]): Promise<Service> {
  return startService({
    name: 'library',
    config: loadConfig(z.object(serviceVariables).superRefine(authVariablesComplete), {
      PORT: '0',
      DATABASE_URL: databaseUrl,
      INTERNAL_TOKEN_SECRET: 'internal-secret-of-the-tests',
      ...issuer.environment,
    }),
    log: pino({ enabled: false }),
    entities: [],
    migrations: { schema: 'booking', folder },
    build: () => ({
      endpoints: [endpoint(books, async () => ({}))],
      startBackground: () => {
        started.push('started')
        return [{ stop: async () => void started.push('stopped') }]
      },
    }),
  })
}

const statusOf = async (service: Service, path: string) => (await fetch(`${service.url}${path}`)).status

test('a process without its migrations does nothing until it has them: then it begins by itself', async () => {
  const started: string[] = []
  const service = await start(emptyUrl('booking'), started)
  const ready = await fetch(`${service.url}/health/ready`)
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { success: false, data: { status: 'down', database: 'up', migrations: 'down' } },
  ])
  expect([await statusOf(service, '/books'), await statusOf(service, '/health/live'), started]).toEqual([503, 200, []])

  await migrate(emptyUrl(), migrationSources, { given: {} })

  await vi.waitFor(() => expect(started).toEqual(['started']), 10_000)
  expect([await statusOf(service, '/books'), await statusOf(service, '/health/ready')]).toEqual([200, 200])
  await service.stop()
  expect(started).toEqual(['started', 'stopped'])
})

test('a database that lacks the newest migration alone is not enough', async () => {
  const owner = new pg.Client({ connectionString: emptyUrl() })
  await owner.connect()
  await owner.query("delete from booking.schema_migration where name = 'migrations/0001-baseline.sql'")
  const started: string[] = []
  const service = await start(emptyUrl('booking'), started)
  expect([await statusOf(service, '/health/ready'), await statusOf(service, '/books'), started]).toEqual([503, 503, []])
  await service.stop()
  expect(started).toEqual([])
  await owner.end()
})

test('a service role reads which migrations there are, and cannot change that', async () => {
  const { rows } = await database.pool().query<{ rights: string }>(`
    select string_agg(privilege_type, ', ') as rights
    from information_schema.role_table_grants
    where table_schema = 'booking' and table_name = 'schema_migration' and grantee = 'campstore_booking'`)
  expect(rows).toEqual([{ rights: 'SELECT' }])
})
