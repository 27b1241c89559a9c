import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { adminRoutes } from '@campstore/contract/admin/routes'
import type { Route } from '@campstore/contract/route'
import type { Pool } from 'pg'
import { expect } from 'vitest'
import type { Request } from '../bad-requests/refusals.ts'
import { type Shop, test } from '../bad-requests/shop.ts'
import { bodyKeyedOperations, keyedOperations, sampleOf, sendTo } from './samples.ts'

// The header `Idempotency-Key` of every POST of members and staff whose body has no key (docs/contract/conventions.md#idempotency).

/** The stored rows, except background writes and the audit entries of each request. */
async function storedBy(shop: Shop): Promise<Record<string, string | undefined>> {
  const { 'admin.audit_entry': _entries, 'admin.webhook_delivery': _deliveries, ...rows } = await shop.storedRows()
  // A delivery that fails later marks its webhook.
  return { ...rows, 'admin.webhook': rows['admin.webhook']?.split(',')[0] }
}

/** The stored rows once nothing is in transit: no message is to be sent, and consumers have written nothing for a while. */
async function settledRows(shop: Shop, owner: Pool) {
  const open = 'select from booking.outbox union all select from checkout.outbox'
  await expect.poll(async () => (await owner.query(open)).rowCount).toBe(0)
  let rows: Awaited<ReturnType<typeof storedBy>> | undefined
  const isSettled = async () => {
    const last = rows
    rows = await storedBy(shop)
    return isDeepStrictEqual(last, rows)
  }
  await expect.poll(isSettled, { interval: 1_500 }).toBe(true)
  return rows
}

/** Gives the member back what the samples have given to another one, one after the other. */
async function returnToMember(owner: Pool): Promise<void> {
  for (const table of ['booking.booking', 'checkout.store_order'])
    await owner.query(`update ${table} set customer_id = 'customer-member' where customer_id = 'customer-wu'`)
}

const owners = new Map(Object.values<Route>(adminRoutes).map(({ name, owner = 'admin' }) => [name, owner]))
/** The sender to whom the keys of an operation belong. */
const ownerOf = (id: string): string =>
  owners.get(id) ?? (['cancelCheckout', 'cancelStay'].includes(id) ? 'booking of a member' : 'checkout of a member')

/** Without a payment form bookings answer 501 (services/booking/test/payment-form.test.ts). */
const operations = keyedOperations.filter(({ id }) => id !== 'openPaymentForm')

/** Its steps have no keys: another attempt changes nothing where the first one has cancelled a hold. */
const withoutKeysOfSteps = ['releaseHolds']
/** They succeed, and report each step that failed. */
const reporting = ['shipOrders', 'confirmBookings', 'completeBookings', 'cancelBookingsOfClosure']

/**
 * While this acts, a transaction that stores a key with its response fails at its commit, after everything else: a write that was
 * committed apart from the key remains.
 */
async function withFailingKeys(owner: Pool, act: () => Promise<void>): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where tablename = 'idempotency_key'",
  )
  await owner.query(
    `create function public.fail() returns trigger language plpgsql as 'begin raise ''no key is stored''; end'`,
  )
  for (const { name } of rows)
    await owner.query(`create constraint trigger fails after insert or update on ${name} deferrable initially deferred
      for each row when (new.response is not null or new.scope not like '%_request') execute function public.fail()`)
  await act().finally(() => owner.query('drop function public.fail cascade'))
}

/** The stored rows, except keys of the admin service, which are kept for other attempts. */
async function storedByOwners(shop: Shop) {
  const { 'admin.idempotency_key': _keys, ...rows } = await storedBy(shop)
  return rows
}

test('a POST with a key in its body stores nothing unless its key is stored', async ({ shop, database }) => {
  const owner = database.pool()
  expect(bodyKeyedOperations).toHaveLength(6)
  const before = await storedByOwners(shop)
  await withFailingKeys(owner, async () => {
    for (const operation of bodyKeyedOperations) {
      const request = await sampleOf(shop, owner, operation)
      const { status, text } = await sendTo(shop, {
        ...request,
        body: { ...Object(request.body), idempotencyKey: 'fails' },
      })
      expect([operation.id, status], text).toEqual([operation.id, 500])
    }
    expect(await storedByOwners(shop)).toEqual(before)
  })
})

test('each stores nothing unless its key is stored; sent again, each gets its first response and does nothing more; its key is refused to another request', async ({
  shop,
  database,
}) => {
  const owner = database.pool()
  const samples: { id: string; request: Request; key: string }[] = []
  // No other location has the pieces of the order, so that one changes nothing.
  for (const operation of operations.filter(({ id }) => id !== 'reallocateOrder'))
    samples.push({ id: operation.id, request: await sampleOf(shop, owner, operation), key: randomUUID() })
  await returnToMember(owner)
  await settledRows(shop, owner)
  const unchanged = await storedByOwners(shop)
  await withFailingKeys(owner, async () => {
    for (const { id, request, key } of samples.filter(sample => !withoutKeysOfSteps.includes(sample.id))) {
      const { status, text } = await sendTo(shop, request, key)
      if (!reporting.includes(id)) expect(status, `${id}: ${text}`).toBeGreaterThanOrEqual(500)
    }
    expect(await storedByOwners(shop)).toEqual(unchanged)
  })
  const first: { id: string; request: Request; key: string; status: number; text: string }[] = []
  for (const { id, request, key } of samples) {
    const { status, text, headers } = await sendTo(shop, request, key)
    expect([id, Math.floor(status / 100), headers.get('idempotent-replayed')], text).toEqual([id, 2, null])
    first.push({ id, request, key, status, text })
  }
  const before = await settledRows(shop, owner)
  for (const { id, request, key, status, text } of first) {
    const again = await sendTo(shop, request, `"${key}"`)
    expect([id, again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([id, status, text, 'true'])
    const other = first.find(one => one.id !== id && ownerOf(one.id) === ownerOf(id))
    if (other) expect(await sendTo(shop, other.request, key), id).toMatchObject({ status: 409, code: 'CONFLICT' })
  }
  expect(await storedBy(shop)).toEqual(before)
})

test('a key is 1 to 128 printable ASCII characters; a request that is refused leaves none behind', async ({
  shop,
  database,
}) => {
  const operation = operations.find(({ id }) => id === 'cancelOrder') ?? expect.fail('There is no cancelOrder')
  const request = await sampleOf(shop, database.pool(), operation)
  for (const bad of ['', '""', 'k'.repeat(129), 'k\u00e9'])
    expect(await sendTo(shop, request, bad), bad).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR', details: [{ path: 'idempotencyKey' }] } },
    })
  const key = 'k'.repeat(128)
  const shipped = { ...request, path: `/api/admin/orders/${shop.ids.orderShipped}/cancel` }
  expect(await sendTo(shop, shipped, key)).toMatchObject({ status: 409, code: 'CONFLICT' })
  expect((await sendTo(shop, request, key)).status).toBe(200)
})
