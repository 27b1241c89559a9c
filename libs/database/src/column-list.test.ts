import { expect, test } from 'vitest'
import { columnList } from './column-list.ts'

test('selects snake-case columns under camel-case names', () => {
  expect(columnList('booking', ['id', 'checkIn', 'checkoutExpiresAt'])).toBe(
    'booking.id as "id", booking.check_in as "checkIn", booking.checkout_expires_at as "checkoutExpiresAt"',
  )
})
