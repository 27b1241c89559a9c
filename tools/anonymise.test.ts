import { createTestDatabase, type TestDatabase } from '@campstore/testing/databases'
import { insertCustomer, insertRow, type TestCustomer } from '@campstore/testing/rows'
import { insertBooking, insertOrder } from '@campstore/testing/stored-rows'
import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anonymise } from './anonymise.ts'

// docs/operations.md#personal-data
let database: TestDatabase
let owner: Pool
let customer: TestCustomer
const by = 'admin@campstore.test'
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.pool()
  const at = '2026-01-01T00:00:00Z'
  const account = { id: 'admin-1', email: by, name: 'Chief', role: 'admin', created_at: at, updated_at: at }
  await insertRow(owner, 'admin.account', account)
})
afterAll(() => database?.drop())
beforeEach(async () => {
  customer = await insertCustomer(owner, { phone: '0912-000-101', birthday: '1990-01-01' })
})

const run = (args: string[] = []) =>
  anonymise([customer.customerId, '--reason', 'Asked by letter', '--by', by, ...args], {
    DATABASE_ADMIN_URL: database.adminUrl,
  })
const own = () => ({ customer_id: customer.customerId })
const recipient = { recipient_name: '王小明', shipping_phone: '0912-000-101', shipping_address: '台北市' }
const endedOrder = () => insertOrder(owner, { ...own(), ...recipient, status: 'completed', payment_status: 'paid' })
const textOf = async (table: string, where: string): Promise<string> =>
  JSON.stringify((await owner.query(`select * from ${table} where ${where} = $1`, [customer.customerId])).rows)

test('names, e-mails, phones and addresses go, and search texts follow; ids and amounts stay', async () => {
  const bookingId = await insertBooking(owner, {
    ...own(),
    customer_name: '王小明',
    customer_email: customer.email,
    status: 'completed',
    payment_status: 'paid',
  })
  const orderId = await endedOrder()
  const key = { ...own(), key: 'k', fingerprint: 'f', response: JSON.stringify(recipient), created_at: new Date() }
  await insertRow(owner, 'checkout.idempotency_key', key)
  expect(await run()).toContain(`Customer ${customer.customerId} is anonymised: 1 bookings and 1 orders were changed`)
  const rows = [
    await textOf('member.customer', 'id'),
    await textOf('booking.booking', 'customer_id'),
    await textOf('checkout.store_order', 'customer_id'),
    await textOf('checkout.idempotency_key', 'customer_id'),
  ]
  for (const text of rows) expect(text).not.toMatch(/王|小明|members\.test|0912|台北|1990|uid-/)
  expect(JSON.parse(rows[0] ?? '')).toMatchObject([{ status: 'deleted', name: 'Deleted customer', firebase_uid: null }])
  expect(JSON.parse(rows[1] ?? '')).toMatchObject([{ id: bookingId, final_amount: '1000.00', payment_status: 'paid' }])
  expect(JSON.parse(rows[2] ?? '')).toMatchObject([{ id: orderId, total: '600.00', recipient_name: null }])
})

test('an audit entry says who wanted it and why, without the data that are gone', async () => {
  await run()
  const { rows } = await owner.query('select * from admin.audit_entry where target_id = $1', [customer.customerId])
  expect(rows).toMatchObject([
    {
      action: 'anonymise',
      admin_id: 'admin-1',
      request: '{"reason":"Asked by letter"}',
      outcome: 'succeeded',
      state_before: null,
      state_after: { bookings: 0, orders: 0 },
    },
  ])
})

test('a repetition is harmless, and anonymises what has come since', async () => {
  await run()
  const before = await textOf('member.customer', 'id')
  await endedOrder()
  expect(await run()).toContain('0 bookings and 1 orders were changed')
  expect(await textOf('member.customer', 'id')).toBe(before)
})

test('the data of others stay', async () => {
  const other = await insertCustomer(owner)
  await insertOrder(owner, { customer_id: other.customerId, ...recipient, status: 'completed', payment_status: 'paid' })
  await run()
  const { rows } = await owner.query('select * from checkout.store_order where customer_id = $1', [other.customerId])
  expect(rows).toMatchObject([recipient])
})

describe('is refused, and changes nothing, while there is', () => {
  test.each([
    ['a hold', { status: 'pending', payment_status: 'unpaid' }],
    ['a paid stay', { status: 'pending', payment_status: 'paid' }],
    ['a stay to come', { status: 'confirmed', payment_status: 'paid' }],
  ])('%s', async (_, state) => {
    const id = await insertBooking(owner, { ...own(), ...state })
    const before = await textOf('member.customer', 'id')
    await expect(run()).rejects.toThrow(`  booking ${id}: ${state.status}, ${state.payment_status}, from 2026-12-01`)
    expect(await textOf('member.customer', 'id')).toBe(before)
  })

  test.each([
    ['an unpaid order', { status: 'unshipped', payment_status: 'unpaid' }],
    ['an order to ship', { status: 'unshipped', payment_status: 'paid' }],
    ['a parcel on its way', { status: 'shipped', payment_status: 'paid' }],
  ])('%s', async (_, state) => {
    const id = await insertOrder(owner, { ...own(), ...state })
    await expect(run()).rejects.toThrow(`  order ${id}: ${state.status}, ${state.payment_status}`)
  })
})

test.each([
  [['nobody', '--reason', 'r', '--by', by], 'There is no customer with the id nobody.'],
  [['nobody', '--reason', 'r', '--by', 'x@y.test'], 'There is no active administrator with the e-mail x@y.test.'],
  [['nobody', '--reason', ' ', '--by', by], '--reason must have 1 to 200 characters.'],
  [['nobody', '--reason', 'r'], '--by must name the administrator who answers for it.'],
  [['--reason', 'r', '--by', by], 'An argument is missing.'],
])('%j is refused', async (args, message) => {
  await expect(anonymise(args, { DATABASE_ADMIN_URL: database.adminUrl })).rejects.toThrow(message)
})
