import { createTestDatabase, type TestDatabase } from '@campstore/testing/databases'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPayable } from './payable.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool().query(`
    insert into booking.booking (
      id, customer_id, customer_name, customer_email, campground_id, campground_name, region, check_in, check_out, guest_count,
      weekday_count, holiday_count, zone_total, rental_total, discount, final_amount, status, payment_status, payment_method,
      checkout_expires_at, created_at, updated_at
    )
    values (
      'b-1', 'c', 'C', 'c@campstore.test', 'a', 'A', 'Yilan', '2026-12-01', '2026-12-02', 1,
      1, 0, 900, 0.5, 0, 900.5, 'pending', 'unpaid', 'gateway-atm', now(), now(), now()
    )`)
  await database.pool().query(`
    insert into checkout.store_order (
      id, customer_id, buyer_name, buyer_email, subtotal, shipping_fee, discount, total, payment_method, payment_status,
      refund_status, status, placed_at, checkout_expires_at, updated_at
    )
    select
      'o-' || coalesce(payment_method, 'none'), 'c', 'C', 'c@campstore.test', 900, 100, 0.5, 999.5, payment_method, 'unpaid',
      'none', 'unshipped', now(), now(), now()
    from unnest(array['gateway-cvs', 'cod', null]) payment_method`)
})
afterAll(() => database.drop())

test('a booking is paid with its final amount, by the chosen method', async () => {
  expect(await findPayable(database.adminUrl, 'booking', 'b-1')).toEqual({
    amount: '900.50',
    paymentMethod: 'gateway-atm',
  })
})

test('an order is paid with its total, by the chosen method', async () => {
  expect(await findPayable(database.adminUrl, 'order', 'o-gateway-cvs')).toEqual({
    amount: '999.50',
    paymentMethod: 'gateway-cvs',
  })
})

test.each(['o-none', 'o-cod'])('%s, without an online method, is paid by card', async id => {
  const payable = await findPayable(database.adminUrl, 'order', id)
  expect(payable?.paymentMethod).toBe('gateway-credit')
})

test('an unknown booking is not payable', async () => {
  expect(await findPayable(database.adminUrl, 'booking', 'b-2')).toBeUndefined()
})

test('reports an unreachable database in one line', async () => {
  await expect(findPayable('postgres://a:b@127.0.0.1:1/x', 'booking', 'b-1')).rejects.toThrow(
    /^Cannot look up the booking/,
  )
})
