// biome-ignore-all lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures a fixture uses.
import { join } from 'node:path'
import { createTestVhost } from '@campstore/testing/broker'
import { createTestDatabase } from '@campstore/testing/databases'
import { type OidcIssuer, startOidcIssuer } from '@campstore/testing/oidc-issuer'
import { serviceNames } from '@campstore/testing/processes'
import { send } from '@campstore/testing/send'
import { eventually } from '@campstore/testing/waiting'
import type { Pool } from 'pg'
import { test as base } from 'vitest'
import { z } from 'zod'
import { projectDirectory } from '../../tools/command.ts'
import { importDirectory } from '../../tools/import/import-directory.ts'
import { startSystem } from '../system/system.ts'
import { type Credential, goodCredentials } from './credentials.ts'
import { bindPeople, goodOrder, goodStay } from './demo-data.ts'

/** The gateway and all services, with the demonstration data and holds in every state. */
export type Shop = {
  url: string
  /** The value, or values, of the `Authorization` header that a credential stands for. */
  authorizationOf(credential: Credential): Promise<string | string[] | undefined>
  /** Ids of bookings and orders by the words that stand for them, such as `{orderPaid}`, and of the member's claims by coupon. */
  ids: Readonly<Record<string, string>>
  /** Rows of every table, counted and hashed: equal exactly when nothing was written. */
  storedRows(): Promise<Record<string, string>>
  /** What was stored before the first bad request. */
  rowsBefore: Readonly<Record<string, string>>
}

/** Vitest's test with a shop for the file, and its database. */
export const test = base
  .extend('database', { scope: 'file' }, async ({}, { onCleanup }) => {
    const database = await createTestDatabase()
    onCleanup(() => database.drop())
    return database
  })
  .extend('shop', { scope: 'file' }, async ({ database }, { onCleanup }) => {
    const [vhost, issuer] = [await createTestVhost(), await startOidcIssuer()]
    const owner = database.pool()
    await importDirectory({ directory: join(projectDirectory, 'data', 'demo'), adminUrl: database.adminUrl })
    await bindPeople(owner)
    const system = await startSystem({
      services: serviceNames,
      inProcess: true,
      processes: 1,
      database: { ...database, drop: async () => {} },
      rabbitmqUrl: vhost.url,
      identity: issuer.environment,
      // No hold ends while a slow machine sends its requests.
      holdSeconds: 86_400,
      sweepSeconds: 3600,
    })
    onCleanup(async () => {
      await system.stop()
      await Promise.all([vhost.delete(), issuer.stop()])
    })
    const ids = await buy(system.url, issuer, owner)
    await eventually(() => requireEmptyOutboxes(owner))
    const authorizations = new Map<Credential, ReturnType<Credential>>()
    const shop: Shop = {
      url: system.url,
      ids,
      authorizationOf: credential => {
        const authorization = authorizations.get(credential) ?? credential(issuer)
        authorizations.set(credential, authorization)
        return authorization
      },
      storedRows: () => storedRows(owner),
      rowsBefore: await storedRows(owner),
    }
    return shop
  })

const overdue = `checkout_expires_at = now() - interval '1 minute'`
const paid = `payment_status = 'paid', paid_at = now()`

/** How a hold differs from a new one, by the word for it. */
const states: Readonly<Record<string, string>> = {
  booking: '',
  bookingForeign: '',
  bookingPaid: paid,
  order: '',
  orderForeign: '',
  orderOverdue: overdue,
  orderPaid: paid,
  orderShipped: `${paid}, status = 'shipped'`,
}

const sessionSchema = z.object({ data: z.object({ bookingId: z.string().optional(), orderId: z.string().optional() }) })

/** Buys through the gateway, then moves records into other states by SQL. The idempotency keys are the words. */
async function buy(url: string, issuer: OidcIssuer, owner: Pool): Promise<Record<string, string>> {
  const { rows } = await owner.query<{ coupon: string; id: string }>(
    `select coupon_id as coupon, id::text from checkout.coupon_claim where customer_id = 'customer-member'`,
  )
  const ids = Object.fromEntries(rows.map(({ coupon, id }) => [coupon, id]))
  for (const [word, changed] of Object.entries(states)) {
    const buyer = word.endsWith('Foreign') ? goodCredentials.otherMember : goodCredentials.member
    const [path, body, table] = word.startsWith('order')
      ? (['/api/checkout/sessions', goodOrder, 'checkout.store_order'] as const)
      : (['/api/booking/checkout/sessions', goodStay, 'booking.booking'] as const)
    const headers = { authorization: await buyer(issuer) }
    const answer = await send(url, { method: 'POST', path, headers, body: { ...body, idempotencyKey: word } })
    if (answer.status !== 200) throw new Error(`${word}: ${answer.status} ${answer.text}`)
    const { bookingId, orderId } = sessionSchema.parse(answer.body).data
    ids[word] = bookingId ?? orderId ?? ''
    if (changed) await owner.query(`update ${table} set ${changed} where id = $1`, [ids[word]])
  }
  return ids
}

async function requireEmptyOutboxes(owner: Pool): Promise<void> {
  const { rowCount } = await owner.query('select from booking.outbox union all select from checkout.outbox')
  if (rowCount !== 0) throw new Error('an outbox still holds messages')
}

async function storedRows(owner: Pool): Promise<Record<string, string>> {
  const { rows: tables } = await owner.query<{ name: string }>(/* sql */ `
    select format('%I.%I', schemaname, tablename) as name
    from pg_tables
    where schemaname in ('booking', 'checkout', 'member', 'catalog', 'inventory', 'admin')
    order by name`)
  // Entries of refused writes do not count as a change.
  const contentOf = ({ name }: { name: string }) => /* sql */ `
    select '${name}' as name, count(*) || ' rows, ' || coalesce(sum(hashtextextended(line::text, 0)), 0) as content
    from ${name} line
    ${name === 'admin.audit_entry' ? `where outcome not in ('refused', 'failed')` : ''}`
  const { rows } = await owner.query<{ name: string; content: string }>(tables.map(contentOf).join('union all'))
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]))
}
