import { useDatabase } from '@campstore/testing/use-fixture'
import { expect, test } from 'vitest'

const database = useDatabase()
const owner = database.pool()

const isValid = async (rule: string, values: Readonly<Record<string, unknown>>): Promise<boolean> => {
  const parameters = Object.keys(values).map((name, index) => `${name} => $${index + 1}`)
  const text = `select ${rule}(${parameters.join(', ')}) as valid`
  return (await owner.query<{ valid: boolean }>(text, Object.values(values))).rows[0]?.valid ?? true
}

const booking = {
  check_in: '2026-12-01',
  check_out: '2026-12-02',
  guest_count: 1,
  status: 'pending',
  payment_status: 'unpaid',
  payment_method: 'gateway-credit',
}

test.each([
  [{}, true],
  [{ check_out: '2026-12-01' }, false],
  [{ guest_count: 0 }, false],
  [{ status: 'held' }, false],
  [{ payment_status: 'due' }, false],
  [{ payment_method: 'cod' }, false],
])('a booking with %j is valid: %s', async (change, valid) => {
  expect(await isValid('booking.is_valid_booking', { ...booking, ...change })).toBe(valid)
})

const order = {
  total: '0.00',
  status: 'unshipped',
  cancelled_because: null,
  payment_status: 'unpaid',
  payment_method: null,
  refund_status: 'none',
  coupon_claim_id: null,
  coupon: null,
}

test.each([
  [{}, true],
  [{ payment_method: 'cod' }, true],
  [{ status: 'cancelled', cancelled_because: 'expired' }, true],
  [{ coupon_claim_id: 1, coupon: '{}' }, true],
  [{ total: '-0.01' }, false],
  [{ status: 'held' }, false],
  [{ status: 'cancelled' }, false],
  [{ cancelled_because: 'expired' }, false],
  [{ status: 'cancelled', cancelled_because: 'rain' }, false],
  [{ payment_status: 'due' }, false],
  [{ payment_method: 'cash' }, false],
  [{ refund_status: 'done' }, false],
  [{ coupon_claim_id: 1 }, false],
  [{ coupon: '{}' }, false],
])('an order with %j is valid: %s', async (change, valid) => {
  expect(await isValid('checkout.is_valid_order', { ...order, ...change })).toBe(valid)
})

test.each([
  ['booking.booking', 'booking.is_valid_booking'],
  ['checkout.store_order', 'checkout.is_valid_order'],
])('each row of %s is valid by %s', async (table, rule) => {
  const { rows } = await owner.query<{ check: string; validated: boolean }>(
    `select pg_get_constraintdef(oid) as check, convalidated as validated
     from pg_constraint
     where conrelid = $1::regclass and contype = 'c'`,
    [table],
  )
  expect(rows).toEqual([{ check: expect.stringContaining(`${rule}(`), validated: true }])
})
