import { createInternalKeys } from '@campstore/auth/internal-keys'
import { freePorts } from '@campstore/local-servers/ports'
import { createTestVhost } from '@campstore/testing/broker'
import { createTestDatabase } from '@campstore/testing/databases'
import type { OidcIssuer } from '@campstore/testing/oidc-issuer'
import { startOidcIssuer } from '@campstore/testing/oidc-issuer'
import { startService } from '@campstore/testing/processes'
import { insertCustomer } from '@campstore/testing/rows'
import type { Pool } from 'pg'
import { vi } from 'vitest'

/** The keys with which the services of every shop prove to each other who asks. */
const internalKeys = createInternalKeys()

/** What a shop deals in: the services that it needs, and one small set of things to ask for wrongly. */
export type Trade = {
  services: readonly string[]
  /** More of the services' configuration. */
  environment?: Readonly<Record<string, string>>
  /** Puts by plain SQL what can be asked for. */
  furnish(owner: Pool): Promise<void>
  /** Buys through the gateway; answers ids, by the words that stand for them in paths: `{own}`, `{foreign}`, … */
  sellSome?(url: string, issuer: OidcIssuer, owner: Pool): Promise<Record<string, string>>
}

/** A gateway and the services of a trade, real processes, in a database and a vhost of their own. */
export type Shop = {
  url: string
  /** Addresses of the services behind the gateway, by name. */
  services: Readonly<Record<string, string>>
  issuer: OidcIssuer
  ids: Record<string, string>
  /** Rows of every table, counted and hashed: equal exactly when nothing was written. */
  everythingStored(): Promise<Record<string, string>>
  stop(): Promise<void>
}

/** Opens a shop; those whom tokens speak of (credentials.ts) are its customers. */
export async function openShop({ services, environment, furnish, sellSome }: Trade): Promise<Shop> {
  const [database, vhost, issuer] = await Promise.all([createTestDatabase(), createTestVhost(), startOidcIssuer()])
  const owner = database.pool()
  await insertCustomers(owner)
  await furnish(owner)
  const ports = await freePorts(services.length)
  const urls = Object.fromEntries(
    services.map((name, line) => [`${name.toUpperCase()}_URLS`, `http://127.0.0.1:${ports[line]}`]),
  )
  const processes = await Promise.all(
    services.map((name, line) =>
      startService(`services/${name}/src/main.ts`, {
        ...urls,
        PORT: String(ports[line]),
        DATABASE_URL: database.urlFor(name),
        RABBITMQ_URL: vhost.url,
        ...issuer.environment,
        ...internalKeys.environment,
        PAYMENT_SIGNING_SECRET: 'secret-of-the-payment-service',
        SWEEP_INTERVAL_SECONDS: '3600',
        RESPONSE_CHECK: 'strict',
        ...environment,
      }),
    ),
  )
  const gateway = await startService('gateway/src/main.ts', urls)
  const ids = (await sellSome?.(gateway.url, issuer, owner)) ?? {}
  await vi.waitFor(() => everythingSent(owner), { timeout: 15_000, interval: 50 })
  return {
    url: gateway.url,
    services: Object.fromEntries(services.map((name, line) => [name, `http://127.0.0.1:${ports[line]}`])),
    issuer,
    ids,
    everythingStored: () => everythingStored(owner),
    stop: async () => {
      await gateway.stop()
      await Promise.all(processes.map(process => process.stop()))
      await Promise.all([issuer.stop(), database.drop(), vhost.delete()])
    },
  }
}

async function everythingSent(owner: Pool): Promise<void> {
  const { rowCount } = await owner.query('select from booking.outbox union all select from checkout.outbox')
  if (rowCount !== 0) throw new Error('an outbox still holds messages')
}

async function insertCustomers(owner: Pool): Promise<void> {
  for (const status of ['active', 'suspended', 'deleted']) {
    await insertCustomer(owner, { id: `customer-${status}`, firebase_uid: `subject-${status}`, status })
  }
  await insertCustomer(owner, { id: 'customer-other', firebase_uid: 'subject-other' })
}

async function everythingStored(owner: Pool): Promise<Record<string, string>> {
  const { rows: tables } = await owner.query<{ name: string }>(/* sql */ `
    select format('%I.%I', schemaname, tablename) as name
    from pg_tables
    where schemaname in ('booking', 'checkout', 'member', 'catalog', 'inventory', 'admin')
    order by name`)
  const stored: Record<string, string> = {}
  for (const { name } of tables) {
    // Refusals of administrators are recorded: that is no change.
    const changing = name === 'admin.audit_entry' ? `where outcome not in ('refused', 'failed')` : ''
    const { rows } = await owner.query<{ content: string }>(/* sql */ `
      select count(*) || ' rows, ' || md5(coalesce(string_agg(line::text, E'\n' order by line::text), '')) as content
      from ${name} line
      ${changing}`)
    stored[name] = rows[0]?.content ?? ''
  }
  return stored
}
