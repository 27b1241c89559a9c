import { unverifiedExpiryReason } from '@campstore/holds/expire-hold'
import { managementClient } from '@campstore/local-servers/management'
import { declareTopology } from '@campstore/messaging/topology'
import { testServers } from '@campstore/testing/servers'
import { useDatabase, useVhost } from '@campstore/testing/use-fixture'
import { type ChannelModel, type ConfirmChannel, connect } from 'amqplib'
import type { PoolClient } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { audit } from '../audit.ts'
import { keepUnroutedPayments } from '../broker/policies.ts'
import { wholeTopology } from '../broker/users.ts'
import { importDirectory } from '../import/import-directory.ts'
import { activityDirectory, demoDirectory } from '../import/testing/data-set-files.ts'
import { checkAll, invariants } from './audit.ts'
import { checkBroker } from './broker.ts'
import { ofBoth } from './invariant.ts'

const database = useDatabase()
const owner = database.pool()
beforeAll(async () => {
  for (const directory of [demoDirectory, activityDirectory])
    await importDirectory({ directory, adminUrl: database.adminUrl })
})

// Of the activity of the demonstration: what is paid and waits, an order with a coupon, and orders in other states.
const paid = { booking: 'booking-1157', checkout: 'order-2086' }
const [shipped, completed, confirmed] = ['order-2067', 'order-2016', 'order-2095']
const [expired, givenUp] = ['order-2047', 'order-2066']
const paidIn = (schema: string) => (schema === 'booking' ? paid.booking : paid.checkout)
const ofPaid = (schema: string) => `where target_id = '${paidIn(schema)}'`

const openedRefund = (schema: string) => `
  insert into ${schema}.refund (event_id, provider_trade_no, cause, reason, amount, currency, target_id, created_at)
  select event_id, provider_trade_no, 'cancelled', 'x', amount, currency, target_id, now()
  from ${schema}.payment_notification ${ofPaid(schema)}`
/** The refund of the paid booking or order was made. */
const madeBy = (schema: string, by: 'admin' | 'payment', id: string) => `
  update ${schema}.refund
  set status = 'done', reference = 'R', done_at = now() + interval '1 s', done_by_type = '${by}', done_by_id = '${id}'
  ${ofPaid(schema)}`
/** Staff have decided about a payment whose trade number was used before. */
const usedNumber = (schema: string, decision: string) => `
  update ${schema}.payment_notification
  set outcome = 'unapplied', reason = 'trade_number_used', decision = '${decision}', decided_by = 'a', decided_at = now()
  ${ofPaid(schema)}`
/** The member of the paid booking cancelled it by a tier. */
const cancelledByMember = (percent: number) => `
  update booking.booking
  set status = 'cancelled', cancellation_tiers = '[{ "daysBefore": 5, "refundPercent": ${percent} }]'
  where id = '${paid.booking}';
  insert into booking.status_history (booking_id, from_status, to_status, at, actor_type)
  values ('${paid.booking}', 'pending', 'cancelled', now(), 'member')`
/** A change of the paid booking to what it is. */
const changedStay = `
  insert into booking.stay_change (booking_id, at, by, reason, before, after)
  select id, now(), 'admin', 'x', content, content
  from booking.booking
  cross join lateral (
    select json_build_object(
      'checkIn', check_in, 'checkOut', check_out, 'guestCount', guest_count, 'arrivalTime', arrival_time,
      'pricing', json_build_object('discount', discount::text, 'finalAmount', final_amount::text),
      'zones', (select coalesce(json_agg(json_build_object('zoneId', zone_id, 'quantity', quantity) order by line), '[]')
        from booking.booking_zone where booking_id = booking.id),
      'rentals', (select coalesce(json_agg(json_build_object('rentalSkuVariantId', variant_id, 'quantity', quantity) order by line), '[]')
        from booking.rental_reservation where booking_id = booking.id)
    ) as content
  ) stay
  where id = '${paid.booking}'`
/** Agreed nights of the zone of the paid booking, with a share of a discount that it does not have. */
const agreedNights = (discount: number) => `
  update booking.booking_zone
  set nights = json_build_array(json_build_object(
    'total', line_total, 'quantity', quantity * (upper(stay) - lower(stay)), 'discount', ${discount}
  ))
  where booking_id = '${paid.booking}'`
const surplusRefund = (schema: string) => `
  insert into ${schema}.refund_notification
  select 'r-1', target_id, event_id, 'R', now(), 'not_due', now() from ${schema}.payment_notification ${ofPaid(schema)}`

/** A refund that is made without a word in the history or from the payment service. */
const madeByHand = (schema: string, by: 'admin' | 'payment') => `${openedRefund(schema)}; ${madeBy(schema, by, 'a')}`

/** A return of some pieces of an order, or of more than it has, to stock at the location or written off. */
const returned = (orderId: string, quantity: string, locationId: string | null = null) => `
  insert into checkout.order_return (id, order_id, at, by, reason, items)
  select 'back', order_id, now(), 'admin', 'x', jsonb_agg(jsonb_build_object(
    'orderItemId', id, 'quantity', ${quantity}, 'locationId', ${locationId === null ? 'null' : `'${locationId}'`}))
  from checkout.order_item
  where order_id = '${orderId}'
  group by order_id`
/** Where the rental equipment of the paid booking is. */
const rented = `
  where (variant_id, location_id) in (
    select variant_id, location_id from booking.rental_reservation where booking_id = '${paid.booking}')`

/** Statements that violate each invariant. */
const violations: Record<string, string[]> = {
  'no zone has more sites held for a night than it has': ['update booking.zone set total_sites = 1'],
  'the nights of zones have the sites of their stays': [
    'update booking.zone_night set taken = taken + 1',
    'delete from booking.zone_night',
    "insert into booking.zone_night (zone_id, night, taken) values ('lawn', current_date - 9, 1)",
  ],
  'no more rental items are reserved for a night than are on hand': [
    `update inventory.stock set on_hand = 0 ${rented}`,
  ],
  'booked zones have the status and the stay of their booking': [
    `update booking.booking_zone set status = 'confirmed' where booking_id = '${paid.booking}'`,
    `delete from booking.booking_zone where booking_id = '${paid.booking}'`,
  ],
  'attendance is of bookings that were confirmed, and their history has it': [
    `update booking.booking set attendance = 'arrived' where id = '${paid.booking}'`,
  ],
  'rental reservations match their booking': [
    `update booking.rental_reservation set status = 'released', released_at = now() where booking_id = '${paid.booking}'`,
  ],
  'amounts of bookings add up': [
    `update booking.booking set zone_total = zone_total + 1, rental_total = rental_total - 1`,
  ],
  'agreed nights of changed stays add up': [
    `${agreedNights(1)}`,
    `${agreedNights(0)}; update booking.booking_zone set line_total = line_total + 1 where booking_id = '${paid.booking}'`,
    `${agreedNights(0)}; update booking.booking_zone set quantity = quantity + 1 where booking_id = '${paid.booking}'`,
    `update booking.booking set holiday_nights = '{2026-12-07}'`,
  ],
  'the content of changed stays is that of their last change, and each change begins with it': [
    `${changedStay}; update booking.booking_zone set quantity = quantity + 1 where booking_id = '${paid.booking}'`,
    `${changedStay}; update booking.booking set check_out = check_out + 1 where id = '${paid.booking}'`,
    `${changedStay}; ${changedStay}; update booking.stay_change set before = '{}' where id = (select max(id) from booking.stay_change)`,
  ],
  'changed stays cost no more than was paid for them, less what changes gave back': [
    `${openedRefund('booking')}; update booking.refund set cause = 'changed' ${ofPaid('booking')}`,
    `${changedStay}; update booking.booking set final_amount = final_amount + 1 where id = '${paid.booking}'`,
  ],
  'payment status of bookings matches their payments': [
    `update booking.booking set payment_status = 'paid', paid_at = now()`,
  ],
  'members who cancelled a paid stay get back what the tiers of the hold say': [
    `${cancelledByMember(50)}; ${openedRefund('booking')}`,
    cancelledByMember(100),
  ],
  'no rental is short because staff removed pieces': [
    `with taken as (
      insert into inventory.movement
        (variant_id, location_id, quantity_delta, reason, on_hand_after, created_by, created_at)
      select variant_id, location_id, -on_hand, 'x', 0, 'x', now() from inventory.stock ${rented}
    )
    update inventory.stock set on_hand = 0 ${rented}`,
  ],
  'reservations of orders equal their items': [
    `delete from checkout.stock_reservation where order_id = '${paid.checkout}'`,
    `update checkout.stock_reservation set variant_id = 'another' where order_id = '${paid.checkout}'`,
  ],
  'stock reservations match their order': [
    `update checkout.stock_reservation set status = 'expired' where order_id = '${givenUp}'`,
    `update checkout.stock_reservation set status = 'active', ended_at = null where order_id = '${shipped}'`,
    `update checkout.stock_reservation set expires_at = now() where order_id = '${paid.checkout}'`,
    `update checkout.store_order set payment_status = 'unpaid', paid_at = null where id = '${paid.checkout}'`,
  ],
  'amounts of orders add up': [
    `update checkout.order_item set line_total = 601`,
    `update checkout.store_order set total = total + 1`,
    `delete from checkout.order_item where order_id = '${paid.checkout}'`,
  ],
  'discounts match their coupons': [
    `update checkout.store_order set discount = discount + 1, total = total - 1 where id = '${paid.checkout}'`,
    `update checkout.store_order set coupon = coupon || '{"maxDiscount": "59"}' where id = '${paid.checkout}'`,
  ],
  'payment status of orders matches their payments': [
    `update checkout.store_order set payment_status = 'paid', paid_at = now() where id = '${expired}'`,
    `update checkout.store_order set payment_status = 'unpaid', paid_at = null where id = '${completed}'`,
    `update checkout.payment_notification set amount = ceil(amount) where target_id = '${paid.checkout}'`,
    `update checkout.store_order set paid_at = null where id = '${paid.checkout}'`,
  ],
  'every shipped order was paid or confirmed for cash on delivery': [
    `update checkout.store_order set cod_confirmed_at = null where status = 'shipped' and payment_status = 'unpaid'`,
  ],
  'no more pieces of an order came back than were shipped, and all of a returned one': [
    returned(shipped, 'quantity + 1'),
    returned(paid.checkout, '1'),
    `${returned(shipped, 'quantity - 1')}; update checkout.store_order set status = 'returned' where id = '${shipped}'`,
    `${returned(shipped, '1')}; update checkout.order_return set order_id = '${completed}' where id = 'back'`,
  ],
  'refunds for pieces that came back belong to their return': [
    `${openedRefund('checkout')}; update checkout.refund set cause = 'returned' ${ofPaid('checkout')}`,
    `${openedRefund('checkout')}; ${returned(shipped, '1')};
     update checkout.order_return set refund_id = (select id from checkout.refund ${ofPaid('checkout')}) where id = 'back'`,
  ],
  'reserved stock equals active reservations': [
    `update inventory.stock set reserved = reserved - 1 where reserved > 0`,
    `delete from inventory.stock where reserved > 0`,
  ],
  'each inventory movement continues from the previous one': [
    `update inventory.movement set quantity_delta = quantity_delta - 1 where shipment`,
  ],
  'stock on hand equals the result of the last movement': [`update inventory.stock set on_hand = on_hand + 1`],
  'shipped items and their inventory movements match': [
    `delete from inventory.movement where shipment`,
    `update inventory.movement set shipment = true where quantity_delta = -1 and order_id is null`,
  ],
  'pieces that came back to stock and their inventory movements match': [
    returned(shipped, '1', 'store-taipei'),
    `update inventory.movement set order_id = '${shipped}' where quantity_delta > 0`,
  ],
  'no more stock is reserved for orders than is on hand': [
    `update inventory.stock set on_hand = reserved - 1 where reserved > 0`,
  ],
  'coupon claims match their order': [
    `update checkout.coupon_claim set status = 'applied' where order_id = '${paid.checkout}'`,
    `update checkout.coupon_claim set status = 'applied', order_id = '${givenUp}'
     where id = (select min(id) from checkout.coupon_claim where status = 'available')`,
    `update checkout.store_order set customer_id = 'bo' where id = '${paid.checkout}'`,
  ],
  'coupons count at least their used claims': [`update checkout.coupon set used_count = 0`],
  'no coupon is used and applied more often than its limit': [
    `update checkout.coupon set usage_limit = 1`,
    `update checkout.coupon set used_count = 100000`,
  ],
  'status history of bookings ends with their status': [
    `update booking.booking set status = 'confirmed' where id = '${paid.booking}'`,
    `delete from booking.status_history where from_status is null`,
  ],
  'status history of orders ends with their status': [
    `delete from checkout.status_history where order_id = '${expired}'`,
    `delete from checkout.status_history where order_id = '${completed}' and to_status = 'shipped'`,
    `insert into checkout.status_history (order_id, from_status, to_status, at, actor_type)
     select '${givenUp}', step, 'cancelled', now(), 'system' from unnest(array['cancelled', 'shipped']) step`,
  ],
  'no hold of a booking expired before its deadline': [
    `insert into booking.status_history (booking_id, from_status, to_status, at, actor_type)
     select id, 'pending', 'cancelled', checkout_expires_at - interval '1 ms', 'system' from booking.booking limit 1`,
  ],
  'no hold of an order expired before its deadline': [
    `update checkout.status_history set at = at - interval '1 day' where order_id = '${expired}' and to_status = 'cancelled'`,
  ],
  'no booking expired that was paid before its deadline': [
    `with ended as (
      insert into booking.status_history (booking_id, from_status, to_status, at, actor_type)
      values ('${paid.booking}', 'pending', 'cancelled', now(), 'system')
    )
    update booking.payment_notification set outcome = 'unapplied', reason = 'cancelled'`,
  ],
  'no order expired that was paid before its deadline': [
    `update checkout.payment_notification
     set target_id = '${expired}', outcome = 'unapplied', reason = 'cancelled',
       paid_at = (select checkout_expires_at - interval '1 minute' from checkout.store_order where id = '${expired}')
     ${ofPaid('checkout')}`,
  ],
  'an order is refunded when the payment service has reported all of its payment as given back': [
    `update checkout.store_order set payment_status = 'refunded' where id = '${paid.checkout}'`,
    `${openedRefund('checkout')}; ${madeBy('checkout', 'admin', 'a')};
     update checkout.store_order set payment_status = 'refunded' where id in (select target_id from checkout.refund ${ofPaid('checkout')})`,
  ],
  'refunds without a payment are of orders that were paid on delivery, and never exceed the cash': [
    `${openedRefund('checkout')}; update checkout.refund set event_id = null ${ofPaid('checkout')}`,
    `${openedRefund('checkout')}; update checkout.refund set event_id = null, target_id = '${completed}', amount = 100000 ${ofPaid('checkout')}`,
  ],
  'each number of the payment provider is one payment, for one booking or order': [
    `update checkout.payment_notification set provider_trade_no = 'twice' where outcome = 'applied'`,
    `update booking.payment_notification set outcome = 'unapplied', reason = 'trade_number_used' ${ofPaid('booking')}`,
  ],
  'each reference of the payment provider belongs to refunds of one payment': [
    `${madeByHand('booking', 'admin')}; ${madeByHand('checkout', 'admin')}`,
  ],
  'the takings of each day are what was sold, collected and given back on it': [
    // Payments: with another amount, on another day, for an order without one, and unlike the first price.
    `update booking.payment_notification set amount = amount + 1`,
    `update booking.booking set paid_at = paid_at + interval '1 day' where id = '${paid.booking}'`,
    `update checkout.payment_notification set target_id = '${confirmed}' where target_id = '${paid.checkout}'`,
    `${changedStay}; update booking.stay_change set before = '{ "pricing": { "finalAmount": "0.00" } }'`,
    // Cash, shipping fees and discounts.
    `update checkout.store_order set paid_at = paid_at - interval '1 day' where id = '${completed}'`,
    `update checkout.store_order set total = total + 1 where id = '${completed}'`,
    `delete from checkout.status_history where order_id = '${completed}' and to_status = 'completed'`,
    `update checkout.store_order set shipping_fee = shipping_fee + 1 where id = '${paid.checkout}'`,
    `update checkout.store_order set discount = discount + 1 where id = '${paid.checkout}'`,
    // Payments that were not applied, without their refund, and refunds of payments that were applied.
    usedNumber('booking', 'another-payment'),
    usedNumber('checkout', 'another-payment'),
    `${openedRefund('booking')}; update booking.refund set cause = 'unapplied' ${ofPaid('booking')}`,
    `${openedRefund('checkout')}; update checkout.refund set cause = 'unapplied' ${ofPaid('checkout')}`,
    // A refund on another day than the payment service has said.
    `${surplusRefund('checkout')}; ${madeByHand('checkout', 'payment')};
     update checkout.refund set done_at = done_at + interval '1 day', done_by_id = 'r-1' ${ofPaid('checkout')}`,
  ],
  'every purchase is a paid booking or order less its refund, and the reverse': [
    `delete from member.purchase where subject_id = '${paid.checkout}'`,
    `insert into member.purchase values ('order', '${expired}', 'bo', 640, now())`,
    `update member.purchase set amount = amount + 1 where subject_id = '${paid.booking}'`,
  ],
  "customers' total spending equals their past spending and their purchases": [
    `update member.customer set past_spending = 1`,
    `update member.customer set total_spent = total_spent + 1`,
    `update member.customer set first_purchase_used = false`,
  ],
  ...ofBoth(({ kind, schema, table, createdAt }) => ({
    [`every ${kind} has its idempotency key, and every key its ${kind}`]: [
      `delete from ${schema}.idempotency_key`,
      `update ${schema}.idempotency_key set actor_id = 'dee'`,
      `update ${schema}.idempotency_key set response = '{}'`,
    ],
    [`the deadline of every ${kind} is whole seconds after its checkout, and at most a day`]: [
      `update ${table} set ${createdAt} = ${createdAt} - interval '250 ms'`,
      `update ${table} set ${createdAt} = ${createdAt} - interval '1 day'`,
      `update ${table} set checkout_expires_at = ${createdAt}`,
    ],
    [`no hold of ${kind === 'order' ? 'an' : 'a'} ${kind} is overdue by more than five minutes`]: [
      `update ${table} set checkout_expires_at = now() - interval '6 minutes', payment_status = 'unpaid', paid_at = null
       where id = '${paidIn(schema)}'`,
    ],
    [`messages about ${kind}s were published within a minute`]: [
      `insert into ${schema}.outbox (message_id, exchange, routing_key, content_type, mandatory, subject, body, created_at)
       values ('m', 'x', 'r', 'application/json', false, 's', '{}', now() - interval '61 seconds')`,
    ],
    [`all expired holds of ${kind}s were known to be unpaid`]: [
      `update ${schema}.status_history set reason = '${unverifiedExpiryReason}'`,
    ],
    [`no clock was set back, or read wrongly, while the history of ${kind}s was written`]: [
      `update ${schema}.idempotency_key set key = 'sent' where response ->> '${kind}Id' = '${paidIn(schema)}';
       update ${schema}.status_history set at = now() + interval '2 minutes'`,
    ],
    [`every payment for ${kind}s that was not applied has its refund`]: [
      `update ${schema}.payment_notification set outcome = 'unapplied', reason = 'cancelled'`,
      usedNumber(schema, 'another-payment'),
    ],
    [`every refund for ${kind}s has its cause`]: [
      openedRefund(schema),
      `${openedRefund(schema)}; update ${schema}.refund set cause = 'unapplied' ${ofPaid(schema)}; ${usedNumber(schema, 'same-payment')}`,
    ],
    [`refunds for ${kind}s never exceed their payment`]: [
      `${openedRefund(schema)}; update ${schema}.refund set amount = amount + 1`,
    ],
    [`the payment service has refunded payments of ${kind}s once, and only when a refund was due`]: [
      surplusRefund(schema),
    ],
    [`every payment and refund of ${kind}s has a possible time from the payment service`]: [
      `update ${schema}.payment_notification set reported_paid_at = '0001-01-01T00:00Z'`,
      `${surplusRefund(schema)}; ${openedRefund(schema)}; ${madeBy(schema, 'payment', 'r-1')}`,
      `update ${schema}.refund set done_at = done_at - interval '1 year'`,
    ],
    [`the history of ${kind}s has every payment, as it was counted, and no other`]: [
      `delete from ${schema}.status_history where actor_type = 'payment'`,
      `delete from ${schema}.payment_notification`,
      `update ${schema}.payment_notification set outcome = 'unapplied', reason = 'already_paid'`,
    ],
    [`refunds of ${kind}s were made when the history and the payment service say so`]: [
      madeByHand(schema, 'admin'),
      madeByHand(schema, 'payment'),
      `update ${schema}.refund set done_at = done_at - interval '1 day'`,
      `update ${schema}.refund set done_at = done_at + interval '1 ms'`,
      `update ${schema}.refund set status = 'due', reference = null, done_at = null, done_by_type = null, done_by_id = null`,
      `${surplusRefund(schema)}; update ${schema}.refund_notification set outcome = 'applied'`,
    ],
    [`all refunds for ${kind}s were made`]: [openedRefund(schema)],
  })),
}

test('every invariant has a violation here', () => {
  expect(Object.keys(violations).sort()).toEqual(invariants.map(({ rule }) => rule).sort())
})

/** What is no violation: by the beginning of a rule, what has happened, as statements. */
const lawful: [what: string, rule: string, statements: string][] = [
  [
    'a cancellation has made a refund of what was given back before',
    'the payment service has refunded',
    `${surplusRefund('booking')}; ${openedRefund('booking')}; ${madeBy('booking', 'payment', 'r-1')}`,
  ],
  [
    'staff have decided about a used trade number',
    'each number of the payment provider',
    usedNumber('booking', 'same-payment'),
  ],
  [
    'the refund of the same payment has the reference that was reported for another target',
    'the payment service has refunded',
    `${usedNumber('booking', 'same-payment')}; ${surplusRefund('booking')}; ${madeByHand('checkout', 'admin')}`,
  ],
  ['a stay was changed', 'the content of changed stays', `${changedStay}; ${changedStay}`],
  [
    'an anonymised history says of a refund only who made it',
    'refunds of bookings were made',
    `update booking.status_history set reason = null where actor_type = 'admin'`,
  ],
  [
    'the payment form has asked for whole TWD',
    'payment status of orders',
    `update checkout.payment_notification set amount = ceil(amount) ${ofPaid('checkout')};
     insert into checkout.payment_attempt
     select 'TRADE1', 'ecpay', id, total, now() from checkout.store_order where id = '${paid.checkout}'`,
  ],
  // docs/contract/admin.md#campgrounds
  [
    'sites were taken away that only nights which are over had',
    'no zone has more sites held for a night than it has',
    `update booking.zone set total_sites = 1;
     update booking.booking set check_in = current_date - 3, check_out = current_date - 1`,
  ],
]

describe('every violation is found', () => {
  let client: PoolClient
  beforeEach(async () => {
    client = await owner.connect()
    // Without triggers and foreign keys: the audit must not rely on them.
    await client.query('begin; set local session_replication_role = replica')
  })
  afterEach(async () => {
    await client.query('rollback')
    client.release()
  })
  /** The exceptions to the first invariant that begins with these words. */
  const found = async (beginning: string): Promise<unknown[]> => {
    const { query } = invariants.find(({ rule }) => rule.startsWith(beginning)) ?? expect.fail(beginning)
    return (await client.query(query)).rows
  }

  const cases = Object.entries(violations).flatMap(([rule, statements]) =>
    statements.map(statement => ({ rule, statement })),
  )
  test.each(cases)('$rule: $statement', async ({ rule, statement }) => {
    const before = await found(rule)
    if (!/^all refunds for .* were made$|^no more stock is reserved/.test(rule)) expect(before).toEqual([])
    await client.query(statement)
    expect(await found(rule)).not.toEqual(before)
  })

  test.each(lawful)('and none where %s', async (_, rule, statements) => {
    await client.query(statements)
    expect(await found(rule)).toEqual([])
  })

  test('a payment that is counted on another day is listed on both, with the difference', async () => {
    const day = `(paid_at at time zone 'Asia/Taipei')::date`
    const { rows } = await client.query<{ before: string; on: string; amount: string }>(
      `update checkout.payment_notification set paid_at = paid_at - interval '1 day' ${ofPaid('checkout')}
       returning ${day}::text as before, (${day} + 1)::text as on, amount`,
    )
    const [{ before, on, amount } = expect.fail('no payment')] = rows
    const differences = [
      { date: before, line: 'orders', records: [paid.checkout], difference: amount },
      { date: on, line: 'orders', records: [paid.checkout], difference: `-${amount}` },
      ...['shippingFees', 'discounts'].map(line => ({ line, records: [paid.checkout] })),
    ]
    expect(await found('the takings of each day')).toEqual(
      expect.arrayContaining(differences.map(one => expect.objectContaining(one))),
    )
  })
})

test('checks one snapshot, whatever is committed meanwhile', async () => {
  const client = await owner.connect()
  const isolation = { rule: 'the isolation', holds: 'always', query: 'show transaction_isolation' } as const
  const found = await checkAll(client, [isolation])
  client.release()
  expect(found.map(({ rows }) => rows[0])).toEqual([{ transaction_isolation: 'repeatable read' }])
})

describe('of the broker', () => {
  const vhost = useVhost()
  let connection: ChannelModel
  let channel: ConfirmChannel
  const { rabbitmqManagementUrl: managementUrl } = testServers()
  const manage = managementClient(managementUrl)
  beforeAll(async () => {
    connection = await connect(vhost.url)
    channel = await connection.createConfirmChannel()
    await declareTopology(channel, wholeTopology(900))
    await keepUnroutedPayments(manage, vhost.name)
    await owner.query(`
      update checkout.store_order
      set payment_status = 'unpaid', paid_at = null, checkout_expires_at = now() + interval '10 minutes'
      where id = '${paid.checkout}'`)
  })
  afterAll(() => connection.close())
  const reported = async () => (await audit(database.adminUrl, { rabbitmqUrl: vhost.url, managementUrl })).report

  test('messages that need attention are counted by queue', async () => {
    for (const content of ['one', 'two']) channel.sendToQueue('booking.payments.parked', Buffer.from(content))
    await channel.waitForConfirms()
    const report = await reported()
    expect(report).toContain('  ok       the broker has what this version declares, and no unsafe policy\n')
    expect(report).toContain(
      'warning  no messages are parked: 1 exception\n             queue booking.payments.parked, messages 2\n',
    )
  })

  test('queues without a consumer, and holds without a timer', async () => {
    expect(await reported()).toContain('             queue admin.webhooks, messages 0\n')
    expect(await reported()).toContain('             kind order, holds 1, timers 0\n')
    channel.sendToQueue('order.hold.900s', Buffer.from('{}'))
    const found = async () => (await checkBroker(vhost.url, managementUrl, owner)).flatMap(({ rows }) => rows)
    await expect.poll(found, { interval: 1_000 }).not.toContainEqual(expect.objectContaining({ kind: 'order' }))
  })

  /** Each is found on top of those before. */
  const damages: Record<string, () => Promise<unknown>> = {
    'missing: booking.payments gets payment.notification.booking from payments': () =>
      channel.unbindQueue('booking.payments', 'payments', 'payment.notification.booking'),
    'surplus: booking.payments gets # from campstore.events': () =>
      channel.bindQueue('booking.payments', 'campstore.events', '#'),
    'missing: payments has the alternate exchange payments.unrouted': () =>
      manage('DELETE', `policies/${vhost.name}/campstore-unrouted-payments`),
    'missing: the queue order.hold.900s': () => channel.deleteQueue('order.hold.900s'),
    'missing: booking.hold.900s has x-message-ttl 900000': async () => {
      await channel.deleteQueue('booking.hold.900s')
      await channel.assertQueue('booking.hold.900s', { arguments: { 'x-queue-type': 'quorum' } })
    },
    'booking.payments: message-ttl = 1 deletes messages': () =>
      manage('PUT', `policies/${vhost.name}/short`, {
        pattern: '^booking.payments$',
        definition: { 'message-ttl': 1 },
      }),
  }
  const differences = async () => {
    const [topology] = await checkBroker(vhost.url, managementUrl, owner)
    return topology?.rows.map(({ difference }) => difference)
  }
  test.each(Object.entries(damages))('%s', async (difference, damage) => {
    expect(await differences()).not.toContain(difference)
    await damage()
    await expect.poll(differences).toContain(difference)
  })

  test('a difference is a violation', async () => {
    expect(await reported()).toContain('  FAILED   the broker has what this version declares, and no unsafe policy: ')
  })
})

test('reports an unreachable broker', async () => {
  const { report } = await audit(database.adminUrl, { rabbitmqUrl: 'amqp://127.0.0.1:1' })
  expect(report).toMatch(
    /; queues were not checked: Cannot reach RabbitMQ at 127.0.0.1:1: .*; bindings, consumers and timers were not checked: RABBITMQ_MANAGEMENT_URL is not set$/,
  )
})
