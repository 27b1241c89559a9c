import { openCampground } from '@campstore/testing/campground'
import type { ApiResponse } from '@campstore/testing/send'
import { storedHold } from '@campstore/testing/stored-holds'
import { expect, test } from 'vitest'
import { stayAt } from '../system/campground.ts'
import { sessionOf } from '../system/client.ts'
import { actByStaff } from '../system/staff.ts'
import { inBatches, race, untilProcessed } from './outcomes.ts'
import { memberOf, system } from './system.ts'

// Cancelling something paid, against other changes of it (docs/contract/admin.md#cancel-with-a-refund, #refunds,
// docs/contract/booking.md#cancel-a-paid-stay).

/** A paid booking of its own campground, with all available rentals. */
export async function paidBooking({ confirmed = false, member = memberOf(0) } = {}) {
  const campground = await openCampground(system.owner, { zones: [1], rentals: [1] })
  const rentals = campground.rentals.map(rental => ({ ...rental, quantity: 1 }))
  const request = stayAt(campground, { rentals })
  const { bookingId: id, pricing } = sessionOf(await member.checkout(request))
  const target = { kind: 'booking', id } as const
  const eventId = await system.payments.pay(target, pricing.finalAmount)
  await untilProcessed(system.owner, [id])
  if (confirmed) await actByStaff(system, 'booking', id, 'confirm')
  return { id, member, target, eventId, amount: pricing.finalAmount, request }
}
type PaidBooking = Awaited<ReturnType<typeof paidBooking>>

export const cancelPaid = ({ id }: PaidBooking) =>
  actByStaff(system, 'booking', id, 'cancel-paid', { reason: 'closed' })
/** By the tiers, half of the price. */
const halfOf = ({ amount }: PaidBooking) => Math.ceil(Number(amount) / 2).toFixed(2)
const cancelStay = (booking: PaidBooking) =>
  booking.member.post(`/api/booking/bookings/${booking.id}/cancel`, { refundAmount: halfOf(booking) })
const payAgain = async ({ target, amount }: PaidBooking) => system.payments.pay(target, amount).then(() => 'published')

const others: Record<string, (booking: PaidBooking) => Promise<ApiResponse | string>> = {
  confirm: ({ id }) => actByStaff(system, 'booking', id, 'confirm'),
  complete: ({ id }) => actByStaff(system, 'booking', id, 'complete'),
  change: ({ id, amount }) =>
    actByStaff(system, 'booking', id, 'change', {
      guestCount: 3,
      price: 'kept',
      expectedAmount: amount,
      reason: 'a friend comes too',
    }),
  'cancel-paid': cancelPaid,
  'cancel by the member': cancelStay,
  'cancel as unpaid': ({ id }) => actByStaff(system, 'booking', id, 'cancel', { reason: 'not paid' }),
  pay: payAgain,
}

const ways = { 'cancel-paid': cancelPaid, 'cancel by the member': cancelStay }

/** The results when the cancellation gets the lock first, and when it is second, if that differs. */
const races: [by: keyof typeof ways, other: string, confirmed: boolean, first: string[], second?: string[]][] = [
  ...(['cancel-paid', 'cancel by the member'] as const).flatMap((by): typeof races => [
    [by, 'confirm', false, ['200', '409 CONFLICT'], ['200', '200']],
    // The guest has not checked out.
    [by, 'complete', true, ['200', '409 CONFLICT'], ['200', '409 CONFLICT']],
    [by, 'change', true, ['200', '409 CONFLICT'], ['200', '200']],
    [by, by, false, ['200', '200']],
    [by, 'cancel as unpaid', false, ['200', '200'], ['200', '409 CONFLICT']],
    [by, 'pay', false, ['200', 'published'], ['200', 'published']],
  ]),
  // Staff give all of it back, so the member is told another amount.
  ['cancel by the member', 'cancel-paid', false, ['200', '200'], ['409 CONFLICT', '200']],
]

const cases = races.flatMap(([by, other, confirmed, first, second]) => [
  { by, other, confirmed, sequence: 'first', expected: first },
  ...(second ? [{ by, other, confirmed, sequence: 'second', expected: second }] : []),
])
type Case = (typeof cases)[number]

/** Races cancellations of paid bookings with what else happens to them. */
async function raceCancellations(batch: readonly Case[]) {
  const bookings = await Promise.all(
    batch.map(({ confirmed }, line) => paidBooking({ confirmed, member: memberOf(line) })),
  )
  const pairs = bookings.map((booking, line) => {
    const { by, other, sequence } = batch[line] ?? expect.fail()
    const acts = [() => ways[by](booking), () => others[other]?.(booking) ?? expect.fail(other)] as const
    return { id: booking.id, acts, isFirst: sequence === 'first' }
  })
  const results = await race(system.owner, 'booking', pairs)
  const ids = bookings.map(({ id }) => id)
  await untilProcessed(system.owner, ids, batch.length + batch.filter(({ other }) => other === 'pay').length)
  return bookings.map((booking, line) => ({ booking, results: results[line] }))
}

/** Cancelled once, with one refund, and all that the booking held is free. */
async function expectCancelled(booking: PaidBooking, { by, other, sequence }: Case): Promise<void> {
  const stored = await storedHold(system.owner, booking.id)
  expect(stored).toMatchObject({ status: 'cancelled', paymentStatus: 'paid', reservations: ['released'] })
  const isByMember = by === 'cancel by the member' && (sequence === 'first' || other !== 'cancel-paid')
  const steps = [`cancelled by ${isByMember ? 'member' : 'admin'}`]
  expect(stored.steps.filter(step => step.startsWith('cancelled'))).toEqual(steps)
  const sql = 'select cause, amount from booking.refund where target_id = $1 order by cause'
  const cancelled = { cause: 'cancelled', amount: isByMember ? halfOf(booking) : booking.amount }
  const unapplied = { cause: 'unapplied', amount: booking.amount }
  const refunds = other === 'pay' ? [cancelled, unapplied] : [cancelled]
  expect((await system.owner.query(sql, [booking.id])).rows).toEqual(refunds)
  sessionOf(await booking.member.checkout(stayLike(booking)))
}

/** The same stay again, which needs all that the booking held. */
const stayLike = ({ request }: PaidBooking) => ({ ...request, idempotencyKey: `${request.idempotencyKey}-again` })

/** Registers the tests of cancellations of paid bookings. */
export function cancellations(): void {
  const groupOf = ({ other, sequence }: Case) => (other === 'pay' ? sequence : '')
  const foundOf = inBatches(cases, { groupOf, run: raceCancellations })
  const name = '$by, $sequence, against $other of one booking: cancelled once, one refund, and everything is free'
  test.each(cases)(name, async one => {
    const { booking, results } = await foundOf(one)
    expect(results).toEqual(one.expected)
    await expectCancelled(booking, one)
  })
}
