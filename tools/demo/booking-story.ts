import { bookingRoutes } from '@campstore/contract/booking/routes'
import type {
  Availability,
  BookingCheckoutSession,
  Campground,
  RentalEquipment,
} from '@campstore/contract/booking/schemas'
import { addDays, businessDate, type PlainDate } from '@campstore/core/plain-date'
import { CliError } from '@campstore/local-servers/cli-error'
import { bookingPricing } from './amounts.ts'
import { Refusal } from './gateway-client.ts'
import { timeLeft } from './narration.ts'
import { type Stage, until } from './scenario.ts'

type Stay = { campgroundId: string; checkIn: PlainDate; checkOut: PlainDate }
type FreeSite = { campground: Campground; zone: Campground['zones'][number]; stay: Stay; free: number }

/** A booking that is paid and waits to be confirmed. */
export type PaidBooking = { bookingId: string; site: FreeSite }

const nights = 2
/** Days from today on which the search for a free site begins: not tomorrow, which may be a holiday, nor far away. */
const firstDay = 10

/** A member looks for a site, holds it, pays and finds it in the list. */
export async function runBookingStory(stage: Stage): Promise<PaidBooking> {
  const { told } = stage
  told.chapter('A booking')
  const site = await findFreeSite(stage)
  const { campground, zone, stay, free } = site
  told.step(`${campground.name}, ${zone.type}: ${free} of ${zone.totalSites} sites are free`)
  told.detail(`from ${stay.checkIn} to ${stay.checkOut}; asking has held nothing`)

  const session = await hold(stage, site)
  told.step(`held: booking ${session.bookingId}, ${session.status}, ${session.paymentStatus}`)
  tellAmounts(stage, session)
  told.detail(timeLeft(session.checkoutExpiresAt, stage.clock()))
  told.agree(
    'the booking',
    [session.status, session.paymentStatus, session.checkoutStep],
    ['pending', 'unpaid', 'ready_to_pay'],
  )
  told.agree('the nights', session.weekdayCount + session.holidayCount, nights)
  told.agree('what it costs', session.pricing, bookingPricing(session))
  told.agree('free sites after the hold', await freeSites(stage, site), free - 1)

  await pay(stage, session)
  await findInList(stage, session)
  return { bookingId: session.bookingId, site }
}

/** The first free site of the coming weeks, wherever it is. */
async function findFreeSite({ client, clock }: Stage): Promise<FreeSite> {
  const policy = await client.one(bookingRoutes.getPolicy)
  const today = businessDate(clock(), policy.timezone, policy.dateBoundaryHour)
  const listed = await client.many(bookingRoutes.listCampgrounds)
  const ids = listed.map(({ id }) => id)
  const campgrounds = await Promise.all(ids.map(id => client.one(bookingRoutes.getCampground, { params: { id } })))
  for (let day = Math.max(firstDay, policy.advanceDays); day <= policy.bookingWindowDays; day += 1) {
    for (const campground of campgrounds) {
      const checkIn = addDays(today, day)
      const stay = { campgroundId: campground.id, checkIn, checkOut: addDays(checkIn, nights) }
      const zones = campground.zones.filter(zone => zone.active)
      if (zones.length === 0) continue
      const answer = await client.one(bookingRoutes.checkAvailability, { body: { ...stay, zones: zones.map(oneOf) } })
      const [zone, free] = freest(zones, answer)
      if (zone !== undefined && free > 0) return { campground, zone, stay, free }
    }
  }
  throw new CliError('no campground has a free site in the whole booking window: there is nothing to show')
}

const oneOf = ({ id }: { id: string }) => ({ zoneId: id, quantity: 1 })

/** The zone with the most free sites; 0 of them where the campground is closed. */
function freest(zones: Campground['zones'], { zones: answers, reasons }: Availability) {
  const [most] = answers.toSorted((left, right) => right.availableQuantity - left.availableQuantity)
  const free = reasons.includes('CAMPGROUND_CLOSED') ? 0 : (most?.availableQuantity ?? 0)
  return [zones.find(({ id }) => id === most?.zoneId), free] as const
}

async function freeSites({ client }: Stage, { stay, zone }: FreeSite): Promise<number | undefined> {
  const answer = await client.one(bookingRoutes.checkAvailability, { body: { ...stay, zones: [oneOf(zone)] } })
  return answer.zones[0]?.availableQuantity
}

/** Holds a site, with a piece of equipment where one is free for the stay, and asks for the same once more. */
async function hold(stage: Stage, site: FreeSite): Promise<BookingCheckoutSession> {
  const { client, told } = stage
  const equipment = await client.many(bookingRoutes.listEquipment, { query: { campgroundId: site.campground.id } })
  for (const rented of [...equipment.filter(({ active }) => active), undefined]) {
    const body = requestFor(site, rented, stage.newKey())
    try {
      const session = await client.one(bookingRoutes.startCheckout, { body })
      const again = await client.one(bookingRoutes.startCheckout, { body })
      told.agree('the same request with the same key', again, session)
      return session
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'RENTAL_STOCK_INSUFFICIENT')) throw error
      told.detail(`no ${rented?.name} is left for these nights: looking for something else`)
    }
  }
  throw new CliError('a booking without equipment was refused for its equipment')
}

const requestFor = ({ stay, zone }: FreeSite, rented: RentalEquipment | undefined, idempotencyKey: string) => ({
  ...stay,
  guestCount: 2,
  zones: [oneOf(zone)],
  rentals: rented ? [{ rentalListingId: rented.id, rentalSkuVariantId: rented.rentalSkuVariantId, quantity: 1 }] : [],
  paymentMethod: 'gateway-credit' as const,
  idempotencyKey,
})

function tellAmounts(
  { told }: Stage,
  { pricing, zones, rentals, weekdayCount, holidayCount }: BookingCheckoutSession,
): void {
  told.detail(`${weekdayCount} weekday and ${holidayCount} holiday nights`)
  for (const { quantity, type, lineTotal } of zones) told.detail(`${lineTotal.padStart(10)}  ${quantity} x ${type}`)
  for (const { quantity, name, lineTotal } of rentals) told.detail(`${lineTotal.padStart(10)}  ${quantity} x ${name}`)
  told.detail(`${pricing.finalAmount.padStart(10)}  in all`)
}

async function pay(stage: Stage, session: BookingCheckoutSession): Promise<void> {
  const { client, told } = stage
  const { bookingId: id, paymentMethod, pricing } = session
  await stage.pay({ kind: 'booking', id, amount: pricing.finalAmount, paymentMethod })
  told.step(`the payment service tells through the queue: ${pricing.finalAmount} paid`)
  const booking = await until(
    'the booking is paid',
    () => client.one(bookingRoutes.getBooking, { params: { id } }),
    ({ paymentStatus }) => paymentStatus === 'paid',
  )
  told.step(`the booking is ${booking.status} and ${booking.paymentStatus}, since ${booking.paidAt}`)
  told.agree('the booking after its payment', booking.status, 'pending')
  told.agree('its amounts', booking.pricing, pricing)
  const after = await client.one(bookingRoutes.getCheckout, { params: { bookingId: id } })
  told.agree('the checkout after the payment', after.checkoutStep, 'completed')
}

async function findInList({ client, told }: Stage, { bookingId, pricing }: BookingCheckoutSession): Promise<void> {
  const [newest] = await client.many(bookingRoutes.listBookings, { query: { size: 1 } })
  told.agree(
    'the newest of the own bookings',
    [newest?.bookingId, newest?.paymentStatus, newest?.finalAmount],
    [bookingId, 'paid', pricing.finalAmount],
  )
  told.step('it is the first of the own bookings')
}
