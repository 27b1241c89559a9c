import type { Client, Schemas } from '@campstore/client/source/client'
import type { Role } from '@campstore/contract/admin/permissions'
import { addDays, type PlainDate } from '@campstore/core/plain-date'
import type { PaidBooking } from './booking-story.ts'
import type { PaidOrder } from './order-story.ts'
import { availableOf } from './shopping.ts'
import { refusalOf, type StoryContext } from './story-context.ts'

type Administrator = { client: Client; account: Schemas['AdminUserDetail'] }

/** The results of the members' stories: a booking to confirm, an order to ship. */
export type PendingWork = { booking: PaidBooking; order: PaidOrder }

/** The staff confirms a booking, ships an order, and closes a campground and opens it again. */
export async function runStaffStory(context: StoryContext, { booking, order }: PendingWork): Promise<void> {
  context.report.chapter('The staff')
  const operator = await signIn(context, 'operator')
  const warehouse = await signIn(context, 'warehouse')
  await confirm(context, { operator, warehouse }, booking)
  await ship(context, warehouse, order)
  await closeAndReopen(context, operator, booking)
}

async function signIn({ staff, report }: StoryContext, role: Exclude<Role, 'admin'>): Promise<Administrator> {
  const { client, idToken } = await staff(role)
  const account = await client.admin.openAdminSession({ idToken })
  report.assertEqual(`the role of ${account.email}`, [account.role, account.active], [role, true])
  report.step(`${account.name} signs in: ${role}`)
  report.detail(`may ${account.effectivePermissions.join(', ')}`)
  return { client, account }
}

async function confirm(
  { client, report }: StoryContext,
  { operator, warehouse }: Record<'operator' | 'warehouse', Administrator>,
  { bookingId: id }: PaidBooking,
): Promise<void> {
  const toConfirm = { q: id, status: ['pending' as const], paymentStatus: 'paid' as const }
  const found = await operator.client.admin.listAdminBookings(toConfirm)
  report.assertEqual(
    'the booking among those to confirm',
    found.data.map(({ bookingId }) => bookingId),
    [id],
  )
  report.step(`Found among the paid, unconfirmed bookings: ${id}`)
  const refused = await refusalOf(warehouse.client.admin.confirmBooking({ id }))
  report.assertEqual('a confirmation by the warehouse', refused, 'FORBIDDEN')
  report.step('The warehouse may read the booking, but not confirm it: FORBIDDEN')
  const confirmed = await operator.client.admin.confirmBooking({ id })
  const last = confirmed.statusHistory.at(-1)
  report.assertEqual('who confirmed it', last?.actor, { type: 'admin', id: operator.account.id })
  const seen = await client.booking.getBooking({ id })
  report.assertEqual('what the guest sees', seen.status, 'confirmed')
  report.step(`${operator.account.name} confirms it: ${last?.from} -> ${last?.to}, which the guest sees`)
}

async function ship(
  context: StoryContext,
  { client, account }: Administrator,
  { orderId: id, lines }: PaidOrder,
): Promise<void> {
  const { report } = context
  const query = { q: id, status: ['unshipped' as const], paymentStatus: 'paid' as const }
  const found = await client.admin.listAdminOrders(query)
  const foundIds = found.data.map(order => order.id)
  report.assertEqual('the paid order among those to ship', foundIds, [id])
  const free = await availableOf(context.client, lines)
  const shipped = await client.admin.shipOrder({ id })
  report.step(`${account.name} ships order ${id}: ${shipped.status}`)

  for (const { product, variant } of lines) {
    const [newest] = (await client.admin.listMovements({ variantId: variant.id, size: 1 })).data
    report.assertEqual(`who moved ${variant.id} last`, newest?.createdBy, account.id)
    report.detail(`${product.name}: ${newest?.quantityDelta} from ${newest?.locationId}, ${newest?.onHandAfter} left`)
  }
  report.assertEqual('the available stock after the shipment', await availableOf(context.client, lines), free)
  report.detail('the available stock is unchanged: it was reserved before it left')
}

/** Closes the campground for the nights of the stay and opens it again, also when a check fails. */
async function closeAndReopen(context: StoryContext, { client }: Administrator, booking: PaidBooking): Promise<void> {
  const { report } = context
  const { campground, stay } = booking.site
  const before = await checkAgain(context, booking)
  report.assertEqual('a closure before it was created', isClosed(before), false)
  const body = {
    campgroundId: campground.id,
    closureType: 'date_range' as const,
    startDate: stay.checkIn,
    endDate: dayBefore(stay.checkOut),
    reason: 'Path repairs',
  }
  const closure = await client.admin.createClosure(body)
  try {
    report.step(`${campground.name} is closed from ${body.startDate} to ${body.endDate}: ${closure.reason}`)
    await checkClosure(context, client, closure, booking)
  } finally {
    await client.admin.removeClosure({ id: String(closure.id) })
  }
  report.assertEqual('availability after the closure is removed', await checkAgain(context, booking), before)
  report.step('The closure is removed: the next answer is as before')
}

async function checkClosure(
  context: StoryContext,
  client: Client,
  closure: Schemas['CampgroundClosure'],
  booking: PaidBooking,
): Promise<void> {
  const { report } = context
  report.assertEqual('availability in a closed campground', isClosed(await checkAgain(context, booking)), true)
  report.step('The next answer to a guest: CAMPGROUND_CLOSED')
  const affected = await Array.fromAsync(client.admin.listBookingsOfClosure.all({ id: String(closure.id) }))
  const own = affected.find(({ bookingId }) => bookingId === booking.bookingId)
  report.assertEqual('the affected booking', own?.status, 'confirmed')
  report.step(`Affected bookings, which remain valid: ${affected.length}`)
  for (const { bookingId, checkIn, checkOut, status } of affected.slice(0, 3)) {
    report.detail(`${checkIn} to ${checkOut}  ${bookingId}, ${status}`)
  }
}

const checkAgain = (
  { client }: StoryContext,
  { site: { stay, zone } }: PaidBooking,
): Promise<Schemas['Availability']> =>
  client.booking.checkAvailability({ ...stay, zones: [{ zoneId: zone.id, quantity: 1 }] })

const isClosed = ({ reasons }: Schemas['Availability']): boolean => reasons.includes('CAMPGROUND_CLOSED')

const dayBefore = (date: PlainDate): PlainDate => addDays(date, -1)
