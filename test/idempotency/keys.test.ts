import { randomUUID } from 'node:crypto'
import { adminRoutes } from '@campstore/contract/admin/routes'
import type { Route } from '@campstore/contract/route'
import { expect, test as plain } from 'vitest'
import type { Request } from '../bad-requests/refusals.ts'
import { type Shop, test } from '../bad-requests/shop.ts'
import { keyedOperations, sampleOf, sendTo } from './samples.ts'

// The header `Idempotency-Key` of every POST of members and staff whose body has no key (docs/contract/conventions.md#idempotency).

plain('there are dozens of such operations', () => expect(keyedOperations.length).toBeGreaterThan(35))

/** The stored rows, except background writes and the audit entries of each request. */
async function storedBy(shop: Shop) {
  const { 'admin.audit_entry': _entries, 'admin.webhook_delivery': _deliveries, ...rows } = await shop.storedRows()
  return rows
}

/** The stored rows once nothing is in transit. */
async function settledRows(shop: Shop) {
  let before = await storedBy(shop)
  await expect
    .poll(
      async () => {
        const last = before
        before = await storedBy(shop)
        return last
      },
      { interval: 500 },
    )
    .toEqual(before)
  return before
}

const owners = new Map(Object.values<Route>(adminRoutes).map(({ name, owner = 'admin' }) => [name, owner]))
/** The sender to whom the keys of an operation belong. */
const ownerOf = (id: string): string =>
  owners.get(id) ?? (id === 'cancelCheckout' ? 'booking of a member' : 'checkout of a member')

/** Without a payment form bookings answer 501 (services/booking/test/payment-form.test.ts). */
const operations = keyedOperations.filter(({ id }) => id !== 'openPaymentForm')

test('sent again, each gets its first response and does nothing more; its key is refused to another request', async ({
  shop,
  database,
}) => {
  const owner = database.pool()
  const first: { id: string; request: Request; key: string; status: number; text: string }[] = []
  // No other location has the pieces of the order, so that one changes nothing.
  for (const operation of operations.filter(({ id }) => id !== 'reallocateOrder')) {
    const request = await sampleOf(shop, owner, operation)
    const key = randomUUID()
    const { status, text, headers } = await sendTo(shop, request, key)
    expect([operation.id, Math.floor(status / 100), headers.get('idempotent-replayed')], text).toEqual([
      operation.id,
      2,
      null,
    ])
    first.push({ id: operation.id, request, key, status, text })
  }
  // The samples have given them to another member, one after the other.
  for (const table of ['booking.booking', 'checkout.store_order'])
    await owner.query(`update ${table} set customer_id = 'customer-member' where customer_id = 'customer-wu'`)
  const before = await settledRows(shop)
  for (const { id, request, key, status, text } of first) {
    const again = await sendTo(shop, request, `"${key}"`)
    expect([id, again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([id, status, text, 'true'])
    const other = first.find(one => one.id !== id && ownerOf(one.id) === ownerOf(id))
    if (other) expect(await sendTo(shop, other.request, key), id).toMatchObject({ status: 409, code: 'CONFLICT' })
  }
  expect(await storedBy(shop)).toEqual(before)
})

test.for(['cancelStoreCheckout', 'confirmCashOnDelivery', 'cancelOrder'])(
  '%s of what is so already stores nothing, whatever the keys',
  async (id, { shop, database }) => {
    const operation = operations.find(one => one.id === id) ?? expect.fail(`There is no ${id}`)
    const request = await sampleOf(shop, database.pool(), operation)
    const done = await sendTo(shop, request, randomUUID())
    const before = await settledRows(shop)
    for (let time = 0; time < 3; time += 1) expect((await sendTo(shop, request, randomUUID())).status).toBe(done.status)
    expect(await storedBy(shop)).toEqual(before)
  },
)

/** An action of each service, of one step and of several. */
const raced = [
  'openStorePaymentForm',
  'createCampground',
  'createProduct',
  'suspendCustomer',
  'createWebhook',
  'shipOrders',
]

test.for(raced)(
  '%s, twenty at once: one acts, the others wait and get the same response',
  async (id, { shop, database }) => {
    const operation = operations.find(one => one.id === id) ?? expect.fail(`There is no ${id}`)
    const request = raceOf(await sampleOf(shop, database.pool(), operation))
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendTo(shop, request, key)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)), answers[0]?.text).toHaveLength(1)
    expect(Math.floor((answers[0]?.status ?? 0) / 100)).toBe(2)
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1)
  },
)

/** What the test before has created or suspended is another one here. */
function raceOf(request: Request): Request {
  const text =
    typeof request.body === 'object' ? JSON.stringify(request.body).replaceAll('ONCE-1', 'ONCE-RACE') : undefined
  return { ...request, path: request.path.replace('customer-hiker', 'customer-hsu'), body: text && JSON.parse(text) }
}

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
  const other = { ...request, body: { reason: 'another' } }
  expect(await sendTo(shop, other, key)).toMatchObject({
    status: 409,
    text: expect.stringContaining('another request'),
  })
})
