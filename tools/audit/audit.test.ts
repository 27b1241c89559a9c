import { unverifiedExpiryReason } from '@campstore/holds/expire-hold'
import { createTestVhost } from '@campstore/testing/broker'
import { createTestDatabase, type TestDatabase } from '@campstore/testing/databases'
import { connect } from 'amqplib'
import type { PoolClient } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { audit } from '../audit.ts'
import { invariants, lookForAll } from './audit.ts'
import { soundDatabase } from './testing/sound-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool().query(soundDatabase)
})
afterAll(() => database.drop())

/** A way to break each invariant, by what is then found. */
const breakages: Record<string, string[]> = {
  'more sites held on a night than a zone has': ['update booking.zone set total_sites = 1'],
  'more rental pieces reserved on a night than are on hand': [
    `update inventory.stock set on_hand = 1 where location_id = 'counter'`,
  ],
  'a held zone with another status or stay than its booking': [
    `update booking.booking_zone set status = 'confirmed' where booking_id = 'open-booking'`,
    `delete from booking.booking_zone where booking_id = 'open-booking'`,
  ],
  'a rental reservation that does not fit its booking': [
    `update booking.rental_reservation set status = 'released', released_at = now() where booking_id = 'open-booking'`,
  ],
  'a booking whose amounts do not add up': [
    `update booking.booking set final_amount = 999`,
    `update booking.booking set zone_total = zone_total + 1, rental_total = rental_total - 1`,
  ],
  'a booking whose payment status its payments do not bear out': [
    `update booking.booking set payment_status = 'paid', paid_at = now()`,
    `delete from booking.payment_notification`,
    `update booking.booking set paid_at = null`,
  ],
  'an order whose reservations are not the pieces that were ordered': [
    `update checkout.stock_reservation set quantity = 1 where order_id = 'forgotten'`,
    `delete from checkout.stock_reservation where order_id = 'open'`,
    `update checkout.stock_reservation set variant_id = 'tent-blue' where order_id = 'open'`,
  ],
  'a stock reservation that does not fit its order': [
    `update checkout.stock_reservation set status = 'released', ended_at = now() where order_id = 'open'`,
    `update checkout.stock_reservation set status = 'expired' where order_id = 'given-up'`,
    `update checkout.stock_reservation set status = 'released' where order_id = 'forgotten'`,
    `update checkout.stock_reservation set status = 'active', ended_at = null where order_id = 'shipped'`,
    `update checkout.stock_reservation set expires_at = now() where order_id = 'paid'`,
    `update checkout.stock_reservation set expires_at = null where order_id = 'open'`,
  ],
  'an order whose amounts do not add up': [
    `update checkout.order_item set line_total = 601`,
    `update checkout.store_order set total = total + 1`,
    `delete from checkout.order_item where order_id = 'open'`,
  ],
  'a discount that is not what the coupon takes off': [
    `update checkout.store_order set discount = 61, total = 639 where id = 'open'`,
    `update checkout.store_order set discount = 1 where id = 'cod'`,
    `update checkout.store_order set coupon = '{"discountType": "percentage", "discountValue": "15", "maxDiscount": "59"}' where id = 'open'`,
  ],
  'an order whose payment status its payments do not bear out': [
    `update checkout.store_order set payment_status = 'paid', paid_at = now() where id = 'open'`,
    `update checkout.store_order set payment_status = 'paid', paid_at = now() where id = 'cod'`,
    `update checkout.store_order set payment_status = 'unpaid', paid_at = null where id = 'completed'`,
    `update checkout.payment_notification set amount = 639 where target_id = 'paid'`,
    `update checkout.payment_notification set target_id = 'given-up' where target_id = 'paid'`,
    `update checkout.store_order set paid_at = null where id = 'paid'`,
    `delete from checkout.payment_attempt`,
    `update checkout.payment_attempt set amount = 700`,
    `update checkout.payment_notification set amount = 600 where target_id = 'shipped'`,
  ],
  'a shipped order that was neither paid nor confirmed for cash on delivery': [
    `update checkout.store_order set status = 'shipped' where id = 'open'`,
  ],
  'stock whose reserved pieces are not those of its active reservations': [
    `update inventory.stock set reserved = 3 where reserved = 4`,
    `update inventory.stock set reserved = 1 where variant_id = 'tent-blue'`,
    `delete from inventory.stock where location_id = 'depot'`,
  ],
  'a movement that does not go on from the one before': [
    `update inventory.movement set quantity_delta = -3 where on_hand_after = 8`,
  ],
  'stock on hand that is not what the last movement left': [
    `update inventory.stock set on_hand = 5 where variant_id = 'tent-red' and location_id = 'shop'`,
  ],
  'pieces of shipped orders without their movement, or the other way round': [
    `delete from inventory.movement where on_hand_after = 8`,
    `update inventory.movement set reason = 'order shipped' where quantity_delta = 5`,
    `update inventory.movement set quantity_delta = -1 where on_hand_after = 6`,
  ],
  'more pieces reserved for orders than are on hand': [
    `update inventory.stock set on_hand = 1 where location_id = 'depot'`,
  ],
  'a coupon claim that does not fit its order': [
    `update checkout.coupon_claim set status = 'used' where id = 2`,
    `update checkout.coupon_claim set status = 'applied' where id = 1`,
    `update checkout.coupon_claim set status = 'available', order_id = null where id = 1`,
    `update checkout.coupon_claim set status = 'applied', order_id = 'given-up' where id = 3`,
    `update checkout.store_order set customer_id = 'bo' where id = 'paid'`,
  ],
  'a coupon that counts fewer uses than it has used claims': [`update checkout.coupon set used_count = 0`],
  'a coupon that is used and applied more often than its limit': [
    `update checkout.coupon set usage_limit = 1`,
    `update checkout.coupon set used_count = 10`,
  ],
  'a history of bookings that does not lead to the status': [
    `update booking.booking set status = 'confirmed' where id = 'paid-booking'`,
    `delete from booking.status_history where from_status is null`,
  ],
  'a history of orders that does not lead to the status': [
    `delete from checkout.status_history where order_id = 'open'`,
    `delete from checkout.status_history where order_id = 'completed' and to_status = 'shipped'`,
    `update checkout.status_history set from_status = 'unshipped' where order_id = 'cod'`,
    `insert into checkout.status_history (order_id, from_status, to_status, at, actor_type)
     select 'given-up', step, 'cancelled', now(), 'system' from unnest(array['cancelled', 'shipped']) step`,
  ],
  'an idempotency key without its booking, or the other way round': [
    `update booking.idempotency_key set response = '{}'`,
  ],
  'an idempotency key without its order, or the other way round': [
    `delete from checkout.idempotency_key where key = 'open'`,
    `update checkout.idempotency_key set customer_id = 'dee' where key = 'open'`,
  ],
  'a booking that was not ended five minutes after its hold': [
    `update booking.booking set checkout_expires_at = now() - interval '6 minutes'`,
  ],
  'an order that was not ended five minutes after its hold': [
    `update checkout.store_order set checkout_expires_at = now() - interval '6 minutes'`,
  ],
  'a message about bookings that has not left for more than a minute': [messageOf('booking')],
  'a message about orders that has not left for more than a minute': [messageOf('checkout')],
  'a payment for bookings that was not applied': [
    `update booking.payment_notification set outcome = 'unapplied', reason = 'cancelled'`,
  ],
  'a payment for orders that was not applied': [
    `update checkout.payment_notification set outcome = 'unapplied', reason = 'cancelled'`,
  ],
  'a hold of bookings that ended without knowing whether it was paid in time': [
    `update booking.status_history set reason = '${unverifiedExpiryReason}' where booking_id = 'open-booking'`,
  ],
  'a hold of orders that ended without knowing whether it was paid in time': [
    `update checkout.status_history set reason = '${unverifiedExpiryReason}' where order_id = 'open'`,
  ],
  'a purchase that nobody paid, or a payment that is no purchase yet': [
    `delete from member.purchase where subject_id = 'paid'`,
    `insert into member.purchase values ('order', 'open', 'bo', 640, now())`,
    `update member.purchase set amount = amount + 1 where subject_id = 'paid-booking'`,
  ],
  'a customer whose spending is not the sum of the purchases': [
    `update member.customer set total_spent = total_spent + 1 where id = 'ann'`,
    `update member.customer set first_purchase_used = false where id = 'ann'`,
  ],
}

function messageOf(schema: string): string {
  return `insert into ${schema}.outbox (message_id, exchange, routing_key, content_type, mandatory, subject, body, created_at)
    values ('m', 'x', 'r', 'application/json', false, 's', '{}', now() - interval '61 seconds')`
}

test('in a sound database nothing is found', async () => {
  const { report, sound } = await audit(database.adminUrl)
  expect(report.split('\n').filter(line => !line.startsWith('  ok'))).toEqual(['', `all ${invariants.length} hold`])
  expect(sound).toBe(true)
})

test('each invariant has a way to break it here', () => {
  expect(Object.keys(breakages)).toEqual(invariants.map(({ finding }) => finding))
})

describe('each way to break an invariant is found', () => {
  let client: PoolClient
  beforeEach(async () => {
    client = await database.pool().connect()
    await client.query('begin')
  })
  afterEach(async () => {
    await client.query('rollback')
    client.release()
  })

  const cases = Object.entries(breakages).flatMap(([finding, ways]) => ways.map(way => ({ finding, way })))
  test.each(cases)('$finding: $way', async ({ finding, way }) => {
    // Whatever keeps it from happening in the ordinary way is what the audit does not rely on.
    await client.query(`set local session_replication_role = replica`)
    await client.query(way)
    const query = invariants.find(invariant => invariant.finding === finding)?.query ?? ''
    expect((await client.query(query)).rows).not.toEqual([])
  })
})

test('it looks at one state, whatever is committed meanwhile', async () => {
  const client = await database.pool().connect()
  const isolation = { finding: 'the isolation', holds: 'always', query: 'show transaction_isolation' } as const
  const writing = { ...isolation, query: 'show transaction_read_only' }
  const found = await lookForAll(client, [isolation, writing])
  client.release()
  expect(found.map(({ rows }) => rows[0])).toEqual([
    { transaction_isolation: 'repeatable read' },
    { transaction_read_only: 'on' },
  ])
})

test('a database that is away is told in one line', async () => {
  await expect(audit('postgres://a:b@127.0.0.1:1/x')).rejects.toThrow(/^cannot look at the database at 127.0.0.1:1 /)
})

test('messages that wait for somebody are counted by queue, and a broker that is away is told', async () => {
  const vhost = await createTestVhost()
  const connection = await connect(vhost.url)
  const channel = await connection.createConfirmChannel()
  await channel.assertQueue('booking.payments.parked', { durable: true })
  for (const content of ['one', 'two']) channel.sendToQueue('booking.payments.parked', Buffer.from(content))
  await channel.waitForConfirms()
  const { report, sound } = await audit(database.adminUrl, vhost.url)
  expect(report).toContain(
    'a queue with parked messages: once\n             queue booking.payments.parked, messages 2\n',
  )
  expect([sound, report.split('\n').at(-1)]).toEqual([true, `all ${invariants.length + 2} hold, 1 to be looked at`])
  await connection.close()
  await vhost.delete()
  expect((await audit(database.adminUrl, 'amqp://127.0.0.1:1')).report).toContain(
    '; messages were not looked at: 127.0.0.1:1: ',
  )
})
