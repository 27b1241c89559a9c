import { useFixture } from '@campstore/testing/use-fixture'
import { expect, test } from 'vitest'
import { startAdminFixture } from '../src/testing/admin-fixture.ts'

// docs/contract/admin.md#release-holds
const fixture = useFixture(startAdminFixture)

const path = '/api/admin/customers/hoarder/release-holds'
const reason = { reason: '大量佔用' }

test('what one service released is reported when the other one refuses or fails, and each call is in the audit log; where neither can do anything the request fails', async () => {
  const { client } = await fixture.staff()
  const { booking, checkout } = fixture.services
  const failed = [{ id: 'b2', message: 'Only a pending, unpaid booking can be cancelled.' }]
  const bookings = { released: ['b1'], failed, hasMore: true }
  booking.respond = () => ({ status: 200, body: { success: true, data: bookings } })
  checkout.respond = () => ({ status: 500, body: { success: false, error: { code: 'INTERNAL_ERROR' } } })
  expect(await client.post(path, reason)).toMatchObject({
    status: 200,
    data: {
      bookingIds: ['b1'],
      orderIds: [],
      failed: [
        { kind: 'booking', ...failed[0] },
        { kind: 'order', id: null, message: 'Something went wrong.' },
      ],
      hasMore: true,
    },
  })
  expect(await fixture.auditEntries({ target_id: 'hoarder' })).toMatchObject([
    { action: 'releaseBookings', outcome: 'succeeded', state_after: bookings },
    { action: 'releaseOrders', outcome: 'failed', status: 500 },
  ])
  expect(booking.requests.at(-1)).toMatchObject({ body: JSON.stringify(reason) })
  booking.respond = () => ({ status: 500, body: {} })
  expect(await client.post(path, reason)).toMatchObject({ status: 500, code: 'INTERNAL_ERROR' })
})
