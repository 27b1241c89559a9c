import type { AdminBookingDetail } from '@campstore/contract/booking/schemas'
import { useFixture } from '@campstore/testing/use-fixture'
import { afterEach, describe, expect, test } from 'vitest'
import { checkoutOf, sessionsPath, startBookingFixture } from '../src/testing/booking-fixture.ts'

// How members cancel paid stays (docs/contract/booking.md#cancel-a-paid-stay).
const fixture = useFixture(startBookingFixture)
afterEach(() => fixture.scenario.policy())

const tiers = [
  { daysBefore: 7, refundPercent: 100 },
  { daysBefore: 3, refundPercent: 50 },
]
const setTiers = (changed: object[]) => fixture.scenario.policy({ cancellation_tiers: JSON.stringify(changed) })

/** A paid booking from the 7th to the 9th of December, of 2,000.00 with a rental of 201.00, under these tiers. */
async function paidStay(agreed = tiers) {
  await setTiers(agreed)
  const campground = await fixture.scenario.campground()
  const zone = await fixture.scenario.zone(campground, { total_sites: 1 })
  const listing = await fixture.scenario.listing(campground, { listing: { price_weekday: '100.50' } })
  const member = await fixture.member()
  const request = checkoutOf(zone, { checkOut: '2026-12-09', rentals: [{ ...listing, quantity: 1 }] })
  const session = await fixture.hold(member, request)
  await fixture.paid(session)
  const id = session.bookingId
  const path = `/api/booking/bookings/${id}`
  return {
    id,
    session,
    request,
    member,
    read: async () => (await member.client.get(path)).data,
    cancellation: async () => (await member.client.get(`${path}/cancellation`)).data,
    cancel: (refundAmount: unknown = '2201.00') => member.client.post(`${path}/cancel`, { refundAmount }),
    act: (action: string, body: object = {}) =>
      fixture
        .administrator(['bookings.edit', 'payments.edit'])
        .post(`/internal/booking/bookings/${id}/${action}`, body),
  }
}

const notAllowed = (notAllowedBecause: string) => ({
  allowed: false,
  notAllowedBecause,
  refundAmount: null,
  refundPercent: null,
  until: null,
})
const asStaff = async (id: string) =>
  (await fixture.administrator('bookings.view').get(`/internal/booking/bookings/${id}`)).data as AdminBookingDetail

test('a paid stay is cancelled: it is free again, its refund is due, and everyone who follows it is told', async () => {
  const stay = await paidStay()
  expect(await stay.cancellation()).toEqual({
    allowed: true,
    notAllowedBecause: null,
    refundAmount: '2201.00',
    refundPercent: 100,
    until: '2026-11-30T16:00:00.000Z',
  })
  fixture.clock.advance(60_000)
  const at = '2026-11-20T08:01:00.000Z'
  const refund = { amount: '2201.00', currency: 'TWD', cause: 'cancelled', status: 'due' }
  const refunds = [{ ...refund, createdAt: at, doneAt: null, failedAt: null }]
  const cancelled = { status: 'cancelled', paymentStatus: 'paid', refundStatus: 'due', refunds, updatedAt: at }
  const answer = await stay.cancel()
  expect(answer).toMatchObject({ status: 200, data: cancelled })
  expect(await stay.read()).toEqual(answer.data)
  expect(await stay.cancellation()).toEqual(notAllowed('ended'))
  const { statusHistory, cancellation } = await asStaff(stay.id)
  expect(cancellation).toEqual(notAllowed('ended'))
  const actor = { type: 'member', id: stay.member.customerId, name: null }
  const entry = { from: 'pending', to: 'cancelled', at, actor, reason: 'cancelled by the member' }
  expect(statusHistory.at(-1)).toEqual(entry)
  const { event } = await fixture.broker.eventOf(stay.id, 'booking.cancelled')
  expect(event.data).toMatchObject({ bookingId: stay.id, status: 'cancelled', paymentStatus: 'paid', reason: 'member' })
  const due = await fixture.broker.eventOf(stay.id, 'payment.refund-due')
  expect(due.event.data).toMatchObject({
    cause: 'cancelled',
    amount: '2201.00',
    target: { kind: 'booking', id: stay.id },
  })
  await fixture.hold(await fixture.member(), { ...stay.request, idempotencyKey: 'another' })
})

describe('the tiers are those of the hold', () => {
  test('they are in the session and in every read of the booking, whatever the policy says later', async () => {
    const stay = await paidStay()
    await setTiers([{ daysBefore: 0, refundPercent: 10 }])
    const policy = await stay.member.client.get('/api/booking/policy')
    expect(policy.data).toMatchObject({ cancellationTiers: [{ daysBefore: 0, refundPercent: 10 }] })
    expect(stay.session.cancellationTiers).toEqual(tiers)
    expect(await stay.read()).toMatchObject({ cancellationTiers: tiers })
    expect((await stay.member.client.get(`${sessionsPath}/${stay.id}`)).data).toMatchObject({
      cancellationTiers: tiers,
    })
    expect(await asStaff(stay.id)).toMatchObject({ cancellationTiers: tiers, cancellation: { refundPercent: 100 } })
    expect(await stay.cancel('2201.00')).toMatchObject({ status: 200 })
  })

  test('without tiers, or taken by the previous version, only staff cancel it, whatever the policy says later', async () => {
    const [without, earlier] = [await paidStay([]), await paidStay()]
    await fixture.owner.query('update booking.booking set cancellation_tiers = null where id = $1', [earlier.id])
    for (const stay of [without, earlier]) {
      expect(await stay.cancellation()).toEqual(notAllowed('staff_only'))
      expect(await stay.read()).toMatchObject({ cancellationTiers: [] })
      const { code, message } = await stay.cancel()
      expect([code, message]).toEqual(['CONFLICT', 'This booking is paid; only staff can cancel it.'])
      expect(await stay.act('cancel-paid', { reason: 'asked' })).toMatchObject({ status: 200 })
    }
  })
})

describe('the amount that the member saw', () => {
  test('is what comes back, or the cancellation is refused with the amount of now, and changes nothing', async () => {
    const stay = await paidStay()
    const { refundAmount } = (await stay.cancellation()) as { refundAmount: string }
    // Midnight in Taipei ends the tier, although the policy's day begins at 23:00.
    await fixture.scenario.policy({ date_boundary_hour: 23 })
    fixture.clock.set('2026-11-30T16:00:00.000Z')
    const refused = { status: 409, code: 'CONFLICT' }
    const details = [{ path: 'refundAmount', message: 'is now 1101.00' }]
    expect(await stay.cancel(refundAmount)).toMatchObject({ ...refused, details })
    expect(await stay.cancel('1100.99')).toMatchObject(refused)
    expect(await stay.read()).toMatchObject({ status: 'pending', refunds: [] })
    expect(await stay.cancel('1101')).toMatchObject({ status: 200 })
  })

  test('is the share of what was not given back before', async () => {
    const stay = await paidStay([{ daysBefore: 1, refundPercent: 50 }])
    await stay.act('refunds', { amount: '201.00', reason: 'no hot water' })
    expect(await stay.cancellation()).toMatchObject({ refundAmount: '1000.00' })
    const refunds = [{ amount: '201.00' }, { amount: '1000.00', cause: 'cancelled' }]
    expect(await stay.cancel('1000.00')).toMatchObject({ data: { refunds } })
  })

  test('may be nothing', async () => {
    const stay = await paidStay([{ daysBefore: 1, refundPercent: 0 }])
    expect(await stay.cancel('0.00')).toMatchObject({ data: { status: 'cancelled', refunds: [] } })
  })
})

test('sent again it answers the same; after the cancellation of staff, only with the amount of that refund', async () => {
  const stay = await paidStay()
  const first = await stay.cancel()
  expect(await stay.cancel()).toMatchObject({ status: 200, data: first.data })
  expect(await stay.cancel('2200.00')).toMatchObject({ code: 'CONFLICT' })
  const closed = await paidStay()
  await closed.act('cancel-paid', { reason: 'road', refundAmount: '5.00' })
  const details = [{ path: 'refundAmount', message: 'is 5.00' }]
  expect(await closed.cancel()).toMatchObject({ code: 'CONFLICT', details })
  expect(await closed.cancel('5.00')).toMatchObject({ status: 200 })
})

test('a confirmed stay is cancelled too, by a suspended member too, and by its own member only', async () => {
  const stay = await paidStay()
  await stay.act('confirm')
  const { client } = await fixture.member()
  expect(await client.get(`/api/booking/bookings/${stay.id}/cancellation`)).toMatchObject({ code: 'NOT_FOUND' })
  const body = { refundAmount: '2201.00' }
  expect(await client.post(`/api/booking/bookings/${stay.id}/cancel`, body)).toMatchObject({ code: 'NOT_FOUND' })
  await fixture.owner.query(`update member.customer set status = 'suspended' where id = $1`, [stay.member.customerId])
  expect(await stay.cancel()).toMatchObject({ status: 200, data: { status: 'cancelled' } })
})
