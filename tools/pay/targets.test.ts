import { createTestDatabase, type TestDatabase } from '@campstore/testing/databases'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPayable } from './targets.ts'

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
})
afterAll(() => database.drop())

test('a booking is paid with its final amount, by the method that was chosen', async () => {
  expect(await findPayable(database.adminUrl, 'booking', 'b-1')).toEqual({
    amount: '900.50',
    paymentMethod: 'gateway-atm',
  })
})

test('a booking that nobody made is not payable', async () => {
  expect(await findPayable(database.adminUrl, 'booking', 'b-2')).toBeUndefined()
})

test('a database that is away is told in one line', async () => {
  await expect(findPayable('postgres://a:b@127.0.0.1:1/x', 'booking', 'b-1')).rejects.toThrow(
    /^cannot look up the booking/,
  )
})
