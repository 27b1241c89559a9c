import { insertCustomer, insertRow, type TestCustomer, unique } from '@campstore/testing/rows'
import { insertBooking, insertNotification, insertOrder } from '@campstore/testing/stored-rows'
import { useDatabase } from '@campstore/testing/use-fixture'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anonymise } from './anonymise.ts'

// docs/operations.md#personal-data
const database = useDatabase()
const owner = database.pool()
let customer: TestCustomer
const by = 'admin@campstore.test'
beforeAll(async () => {
  const at = '2026-01-01T00:00:00Z'
  const account = { id: 'admin-1', email: by, name: 'Chief', role: 'admin', created_at: at, updated_at: at }
  await insertRow(owner, 'admin.account', account)
})
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

/** Columns whose text has one of some marks, as `schema.table.column`. */
async function columnsWith(marks: readonly string[]): Promise<string[]> {
  const { rows: columns } = await owner.query<{ place: string; sql: string }>(`
    select
      concat_ws('.', table_schema, table_name, column_name) as place,
      format('select from %I.%I where %I::text ilike any ($1) limit 1', table_schema, table_name, column_name) as sql
    from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema not in ('pg_catalog', 'information_schema')
      and table_type = 'BASE TABLE'
      and (data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'date') or data_type = 'USER-DEFINED')
    order by place`)
  const patterns = [marks.map(mark => `%${mark}%`)]
  const found: string[] = []
  for (const { place, sql } of columns) if ((await owner.query(sql, patterns)).rowCount) found.push(place)
  return found
}

/** What names the customer. */
const [name, email, phone, address, birthday] = [
  'Marker Name',
  'marker@members.test',
  '0987-654-321',
  '1 Marker Road',
  '1961-02-03',
]
const marks = [name, email, phone, '0987654321', address, 'TRACK-7', birthday]

test('names, e-mails, phones and addresses go from every column but those of the audit log; ids and amounts stay', async () => {
  const told = 'Marker Name of 1 Marker Road asked: 0987-654-321'
  const recipient = { recipient_name: name, shipping_phone: phone, shipping_address: address }
  const known = { default_shipping_address: JSON.stringify(recipient), status_reason: told }
  const { customerId } = await insertCustomer(owner, { name, email, phone, birthday, ...known })
  const of = { customer_id: customerId, status: 'cancelled', payment_status: 'paid' }
  const contact = JSON.stringify({ name, phone })
  const bookingId = await insertBooking(owner, { ...of, customer_name: name, customer_email: email, contact })
  const sent = { cancelled_because: 'staff', carrier: 'Post', tracking_number: 'TRACK-7' }
  const orderId = await insertOrder(owner, { ...of, ...recipient, buyer_name: name, buyer_email: email, ...sent })
  const at = '2026-11-21T08:00:00Z'
  const done = { status: 'done', reference: 'R-1', done_at: at, done_by_type: 'admin', done_by_id: 'admin-1' }
  const texts = { reason: told, note: told, withdrawal_reason: told }
  for (const [schema, holdId, id] of [
    ['booking', 'booking_id', bookingId],
    ['checkout', 'order_id', orderId],
  ] as const) {
    await insertRefund(schema, id, { customer_id: customerId, ...done, ...texts })
    const decided = { decision: 'same-payment', decision_note: told, decided_at: at, decided_by: 'admin-1' }
    await insertPayment(schema, id, { outcome: 'unapplied', reason: 'trade_number_used', ...decided })
    const entry = { [holdId]: id, to_status: 'cancelled', at, actor_type: 'admin', actor_id: 'admin-1', reason: told }
    await insertRow(owner, `${schema}.status_history`, entry)
    await insertResponse(schema, { id, ...recipient })
    await insertResponse(schema, recipient, { scope: 'hold', actor_id: customerId, key: id })
  }
  for (const [table, column, id] of [
    ['booking.note', 'booking_id', bookingId],
    ['checkout.note', 'order_id', orderId],
    ['member.note', 'customer_id', customerId],
  ] as const)
    await insertRow(owner, table, { id: 'note', [column]: id, text: told, at, by: 'admin-1' })
  await insertResponse('member', { id: customerId, ...recipient })
  await insertResponse('admin', { customerId, ...recipient })
  const log = { id: 'e', at, admin_id: 'admin-1', action: 'cancelPaidOrder', target_id: orderId, request_id: 'r' }
  const states = { request: told, state_before: JSON.stringify(recipient), state_after: JSON.stringify(recipient) }
  const ended = { client_address: '::1', outcome: 'succeeded', completed_at: at }
  await insertRow(owner, 'admin.audit_entry', { ...log, ...states, ...ended })

  const before = await columnsWith(marks)
  expect(before).toEqual(
    expect.arrayContaining([
      'booking.booking.contact',
      'booking.payment_notification.decision_note',
      'booking.refund.note',
      'booking.refund.withdrawal_reason',
      'checkout.store_order.search_text',
      'member.note.text',
    ]),
  )
  expect(before.length).toBeGreaterThanOrEqual(25)
  expect(
    await anonymise([customerId, '--reason', 'Asked', '--by', by], { DATABASE_ADMIN_URL: database.adminUrl }),
  ).toContain(`Customer ${customerId} is anonymised: 1 bookings and 1 orders were changed`)
  // docs/operations.md#personal-data
  const kept = ['request', 'state_after', 'state_before'].map(column => `admin.audit_entry.${column}`)
  expect(await columnsWith(marks)).toEqual(kept)
  const stored = `
    select customer.status, name, firebase_uid, booking.id as booking, final_amount, store_order.id as order, total
    from member.customer
    join booking.booking on booking.customer_id = customer.id
    join checkout.store_order on store_order.customer_id = customer.id
    where customer.id = $1`
  const gone = { status: 'deleted', name: 'Deleted customer', firebase_uid: null }
  const amounts = { booking: bookingId, final_amount: '1000.00', order: orderId, total: '600.00' }
  expect((await owner.query(stored, [customerId])).rows).toEqual([{ ...gone, ...amounts }])
})

/** A response that is stored with an idempotency key; to staff, unless the changes say otherwise. */
const insertResponse = (schema: string, response: object, changes: object = {}) =>
  insertRow(owner, `${schema}.idempotency_key`, {
    scope: 'admin_request',
    actor_id: 'admin-1',
    key: 'k',
    fingerprint: 'f',
    status: 200,
    response: JSON.stringify(response),
    created_at: '2026-11-21T08:00:00Z',
    ...changes,
  })

/** A payment of 1000.00, which was applied unless the changes say otherwise; returns its id and target. */
async function insertPayment(schema: 'booking' | 'checkout', targetId: string, changes: object = {}) {
  const payment = { event_id: unique('evt'), target_id: targetId, provider_trade_no: 'T', currency: 'TWD' }
  await insertNotification(owner, schema, { ...payment, ...changes })
  return payment
}

/** A payment and a refund of 400.00 of it; returns the id of the refund. */
async function insertRefund(schema: 'booking' | 'checkout', targetId: string, changes: object): Promise<unknown> {
  const payment = await insertPayment(schema, targetId)
  const refund = { cause: 'cancelled', reason: 'Ill', amount: '400.00', created_at: '2026-11-20T08:00:00Z', ...changes }
  return (await insertRow(owner, `${schema}.refund`, { ...payment, ...refund })).id
}

test('an audit entry says who wanted it and why, without the data that are gone; the data of others stay', async () => {
  const other = await insertCustomer(owner)
  await insertOrder(owner, { customer_id: other.customerId, ...recipient, status: 'completed', payment_status: 'paid' })
  await run()
  const { rows: orders } = await owner.query('select * from checkout.store_order where customer_id = $1', [
    other.customerId,
  ])
  expect(orders).toMatchObject([recipient])
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

describe('is refused, and changes nothing, while there is', () => {
  test.each([
    ['booking', insertBooking, { status: 'pending', payment_status: 'unpaid' }, ', from 2026-12-01'],
    ['booking', insertBooking, { status: 'confirmed', payment_status: 'paid' }, ', from 2026-12-01'],
    ['order', insertOrder, { status: 'unshipped', payment_status: 'unpaid' }, ''],
    ['order', insertOrder, { status: 'shipped', payment_status: 'paid' }, ''],
  ])('an open %s', async (kind, insert, state, more) => {
    const id = await insert(owner, { ...own(), ...state })
    const before = await textOf('member.customer', 'id')
    await expect(run()).rejects.toThrow(`  ${kind} ${id}: ${state.status}, ${state.payment_status}${more}`)
    expect(await textOf('member.customer', 'id')).toBe(before)
  })

  test.each(['booking', 'checkout'] as const)(
    'a refund that is due, or a payment to decide about: %s',
    async schema => {
      const ended = { ...own(), status: 'completed', payment_status: 'paid' }
      const id = await (schema === 'booking' ? insertBooking : insertOrder)(owner, ended)
      const used = await insertPayment(schema, id, { outcome: 'unapplied', reason: 'trade_number_used' })
      await expect(run()).rejects.toThrow(`  payment ${used.event_id}: to decide, 1000.00 TWD of ${id}`)
      const refundId = await insertRefund(schema, id, own())
      await expect(run()).rejects.toThrow(`  refund ${refundId}: due, 400.00 TWD of ${id}`)
    },
  )
})

test.each([
  [['unknown', '--reason', 'r', '--by', by], 'There is no customer with the id unknown.'],
  [['unknown', '--reason', 'r', '--by', 'x@y.test'], 'There is no active administrator with the e-mail x@y.test.'],
  [['unknown', '--reason', ' ', '--by', by], '--reason must have 1 to 200 characters.'],
  [['unknown', '--reason', 'r'], '--by must name the administrator who answers for it.'],
])('%j is refused', async (args, message) => {
  await expect(anonymise(args, { DATABASE_ADMIN_URL: database.adminUrl })).rejects.toThrow(message)
})
