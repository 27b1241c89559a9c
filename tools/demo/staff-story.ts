import { adminBookingRoutes } from '@campstore/contract/admin/bookings'
import { closureRoutes } from '@campstore/contract/admin/closures'
import { inventoryRoutes } from '@campstore/contract/admin/inventory'
import { orderRoutes } from '@campstore/contract/admin/orders'
import type { Role } from '@campstore/contract/admin/permissions'
import { type AdminUserDetail, userRoutes } from '@campstore/contract/admin/users'
import { bookingRoutes } from '@campstore/contract/booking/routes'
import type { Availability, CampgroundClosure } from '@campstore/contract/booking/schemas'
import { addDays, type PlainDate } from '@campstore/core/plain-date'
import type { PaidBooking } from './booking-story.ts'
import { type GatewayClient, Refusal } from './gateway-client.ts'
import type { PaidOrder } from './order-story.ts'
import type { Stage } from './scenario.ts'
import { availableOf } from './shopping.ts'

type Employee = { client: GatewayClient; account: AdminUserDetail }

/** What members left to be done: a booking to confirm, an order to ship. */
export type LeftToDo = { booking: PaidBooking; order: PaidOrder }

/** Those who run it: a booking is confirmed, an order is shipped, a campground is closed for a while. */
export async function runStaffStory(stage: Stage, { booking, order }: LeftToDo): Promise<void> {
  stage.told.chapter('The staff')
  const operator = await signIn(stage, 'operator')
  const warehouse = await signIn(stage, 'warehouse')
  await findPaidBooking(stage, operator, booking)
  await confirm(stage, { operator, warehouse }, booking)
  await ship(stage, warehouse, order)
  await closeForAWhile(stage, operator, booking)
}

async function signIn({ staff, told }: Stage, role: Exclude<Role, 'admin'>): Promise<Employee> {
  const { client, idToken } = await staff(role)
  const account = await client.one(userRoutes.openAdminSession, { body: { idToken } })
  told.agree(`the role of ${account.email}`, [account.role, account.active], [role, true])
  told.step(`${account.name} signs in: ${role}`)
  told.detail(`may ${account.effectivePermissions.join(', ')}`)
  return { client, account }
}

async function findPaidBooking({ told }: Stage, { client }: Employee, { bookingId, site }: PaidBooking): Promise<void> {
  const { customer } = await client.one(adminBookingRoutes.getAdminBooking, { params: { id: bookingId } })
  const query = { q: customer.email, status: 'pending', paymentStatus: 'paid', campgroundId: site.campground.id }
  const [newest] = await client.many(adminBookingRoutes.listAdminBookings, { query: { ...query, size: 1 } })
  told.agree('the newest paid booking of the guest', newest?.bookingId, bookingId)
  told.step(`found among the paid bookings that wait, by ${customer.email}: ${bookingId}`)
}

async function confirm(
  { client, told }: Stage,
  { operator, warehouse }: Record<'operator' | 'warehouse', Employee>,
  { bookingId: id }: PaidBooking,
): Promise<void> {
  const refused = await refusalOf(warehouse.client.one(adminBookingRoutes.confirmBooking, { params: { id } }))
  told.agree('a confirmation by the warehouse', refused, 'FORBIDDEN')
  told.step('the warehouse may look at it and not confirm it: FORBIDDEN')
  const confirmed = await operator.client.one(adminBookingRoutes.confirmBooking, { params: { id } })
  const last = confirmed.statusHistory.at(-1)
  told.agree('the confirmed booking', [confirmed.status, confirmed.paymentStatus], ['confirmed', 'paid'])
  told.agree('who confirmed it', last?.actor, { type: 'admin', id: operator.account.id })
  const seen = await client.one(bookingRoutes.getBooking, { params: { id } })
  told.agree('what the guest sees', seen.status, 'confirmed')
  told.step(`${operator.account.name} confirms it: ${last?.from} -> ${last?.to}, and so the guest sees it`)
}

async function refusalOf(asked: Promise<unknown>): Promise<string | undefined> {
  try {
    await asked
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

async function ship(stage: Stage, { client, account }: Employee, { orderId: id, lines }: PaidOrder): Promise<void> {
  const { told } = stage
  const query = { q: id, status: 'unshipped', paymentStatus: 'paid' }
  const found = await client.many(orderRoutes.listAdminOrders, { query })
  const foundIds = found.map(order => order.id)
  told.agree('the paid order among those to ship', foundIds, [id])
  const free = await Promise.all(lines.map(line => availableOf(stage.client, line)))
  const shipped = await client.one(orderRoutes.shipOrder, { params: { id } })
  told.agree('the shipped order', [shipped.status, shipped.paymentStatus], ['shipped', 'paid'])
  told.step(`${account.name} ships order ${id}: ${shipped.status}`)

  for (const { product, variant, quantity } of lines) {
    const [newest] = await client.many(inventoryRoutes.listMovements, { query: { variantId: variant.id, size: 1 } })
    told.agree(
      `the newest movement of ${variant.id}`,
      [newest?.quantityDelta, newest?.reason, newest?.createdBy],
      [-quantity, 'order shipped', account.id],
    )
    told.detail(
      `${product.name}: ${newest?.quantityDelta} from ${newest?.locationId}, ${newest?.onHandAfter} left there`,
    )
  }
  const freeAfter = await Promise.all(lines.map(line => availableOf(stage.client, line)))
  told.agree('the pieces that are free after the shipment', freeAfter, free)
  told.detail('what is free stays as it is: it was held before it left')
}

/** Closes the campground for the nights of the stay and opens it again, also when something is not as it should be. */
async function closeForAWhile(stage: Stage, { client }: Employee, booking: PaidBooking): Promise<void> {
  const { told } = stage
  const { campground, stay } = booking.site
  const before = await askAgain(stage, booking)
  told.agree('a closure before there is one', isClosed(before), false)
  const body = {
    campgroundId: campground.id,
    closureType: 'date_range' as const,
    startDate: stay.checkIn,
    endDate: nightBefore(stay.checkOut),
    reason: 'Path repairs',
  }
  const closure = await client.one(closureRoutes.createClosure, { body })
  try {
    told.step(`${campground.name} is closed from ${body.startDate} to ${body.endDate}: ${closure.reason}`)
    await lookAtClosure(stage, client, closure, booking)
  } finally {
    await client.one(closureRoutes.removeClosure, { params: { id: String(closure.id) } })
  }
  told.agree('availability after the closure is removed', await askAgain(stage, booking), before)
  told.step('the closure is removed: the very next answer is as before')
}

async function lookAtClosure(
  stage: Stage,
  client: GatewayClient,
  closure: CampgroundClosure,
  booking: PaidBooking,
): Promise<void> {
  const { told } = stage
  told.agree('availability in a closed campground', isClosed(await askAgain(stage, booking)), true)
  told.step('the very next answer to a guest: CAMPGROUND_CLOSED')
  const params = { id: String(closure.id) }
  const touched = await client.all(closureRoutes.listBookingsOfClosure, { params })
  const own = touched.find(({ bookingId }) => bookingId === booking.bookingId)
  told.agree('the booking that is touched', own?.status, 'confirmed')
  told.step(`bookings that it touches, which stay as they are: ${touched.length}`)
  for (const { bookingId, checkIn, checkOut, status } of touched.slice(0, 3)) {
    told.detail(`${checkIn} to ${checkOut}  ${bookingId}, ${status}`)
  }
}

const askAgain = ({ client }: Stage, { site: { stay, zone } }: PaidBooking): Promise<Availability> =>
  client.one(bookingRoutes.checkAvailability, { body: { ...stay, zones: [{ zoneId: zone.id, quantity: 1 }] } })

const isClosed = ({ reasons }: Availability): boolean => reasons.includes('CAMPGROUND_CLOSED')

const nightBefore = (date: PlainDate): PlainDate => addDays(date, -1)
