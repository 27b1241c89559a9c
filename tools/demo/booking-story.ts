import type { Schemas } from '@campstore/client/source/client'
import { addDays, businessDate, type PlainDate } from '@campstore/core/plain-date'
import { CliError } from '@campstore/local-servers/cli-error'
import { timeLeft } from './report.ts'
import { codeOf, type StoryContext, until } from './story-context.ts'

type Campground = Schemas['Campground']
type BookingCheckoutSession = Schemas['BookingCheckoutSession']
type Stay = { campgroundId: string; checkIn: PlainDate; checkOut: PlainDate }
type FreeSite = { campground: Campground; zone: Campground['zones'][number]; stay: Stay; free: number }

/** A paid booking that is not confirmed yet. */
export type PaidBooking = { bookingId: string; site: FreeSite }

const nights = 2
/** The search for a free site starts this many days from today. */
const firstDay = 10

/** A member finds a free site, books it, pays and sees it in the list of bookings. */
export async function runBookingStory(context: StoryContext): Promise<PaidBooking> {
  const { report } = context
  report.chapter('A booking')
  const site = await findFreeSite(context)
  const { campground, zone, stay, free } = site
  report.step(`${campground.name}, ${zone.type}: ${free} of ${zone.totalSites} sites are free`)
  report.detail(`from ${stay.checkIn} to ${stay.checkOut}; checking availability reserves nothing`)

  const session = await hold(context, site)
  report.step(`Held: booking ${session.bookingId}, ${session.status}, ${session.paymentStatus}`)
  reportAmounts(context, session)
  report.detail(timeLeft(session.checkoutExpiresAt, context.clock()))
  report.assertEqual('free sites after the hold', await freeSites(context, site), free - 1)

  await pay(context, session)
  return { bookingId: session.bookingId, site }
}

/** The first free site of the coming weeks, wherever it is. */
async function findFreeSite({ client, clock }: StoryContext): Promise<FreeSite> {
  const policy = await client.booking.getPolicy()
  const today = businessDate(clock(), policy.timezone, policy.dateBoundaryHour)
  const listed = await client.booking.listCampgrounds()
  const ids = listed.map(({ id }) => id)
  const campgrounds = await Promise.all(ids.map(id => client.booking.getCampground({ id })))
  for (let day = Math.max(firstDay, policy.advanceDays); day <= policy.bookingWindowDays; day += 1) {
    for (const campground of campgrounds) {
      const checkIn = addDays(today, day)
      const stay = { campgroundId: campground.id, checkIn, checkOut: addDays(checkIn, nights) }
      const zones = campground.zones.filter(zone => zone.active)
      if (zones.length === 0) continue
      const answer = await client.booking.checkAvailability({ ...stay, zones: zones.map(oneOf) })
      const [zone, free] = mostAvailable(zones, answer)
      if (zone !== undefined && free > 0) return { campground, zone, stay, free }
    }
  }
  throw new CliError('No campground has a free site in the whole booking window.')
}

const oneOf = ({ id }: { id: string }) => ({ zoneId: id, quantity: 1 })

/** The zone with the most free sites, which are 0 when the campground is closed. */
function mostAvailable(zones: Campground['zones'], { zones: answers, reasons }: Schemas['Availability']) {
  const [most] = answers.toSorted((left, right) => right.availableQuantity - left.availableQuantity)
  const free = reasons.includes('CAMPGROUND_CLOSED') ? 0 : (most?.availableQuantity ?? 0)
  return [zones.find(({ id }) => id === most?.zoneId), free] as const
}

async function freeSites({ client }: StoryContext, { stay, zone }: FreeSite): Promise<number | undefined> {
  const answer = await client.booking.checkAvailability({ ...stay, zones: [oneOf(zone)] })
  return answer.zones[0]?.availableQuantity
}

/** Holds a site, with an item of equipment if one is free for the stay, and repeats the request. */
async function hold(context: StoryContext, site: FreeSite): Promise<BookingCheckoutSession> {
  const { client, report } = context
  const equipment = await client.booking.listEquipment({ campgroundId: site.campground.id })
  for (const rented of [...equipment.filter(({ active }) => active), undefined]) {
    const body = requestFor(site, rented, context.newKey())
    try {
      const session = await client.booking.startCheckout(body)
      const again = await client.booking.startCheckout(body)
      report.assertEqual('the answer to the repeated request', again, session)
      return session
    } catch (error) {
      if (codeOf(error) !== 'RENTAL_STOCK_INSUFFICIENT') throw error
      report.detail(`no ${rented?.name} is left for these nights, trying another item`)
    }
  }
  throw new CliError('A booking without equipment was refused because of its equipment.')
}

const requestFor = (
  { stay, zone }: FreeSite,
  rented: Schemas['RentalEquipment'] | undefined,
  idempotencyKey: string,
) => ({
  ...stay,
  guestCount: 2,
  zones: [oneOf(zone)],
  rentals: rented ? [{ rentalListingId: rented.id, rentalSkuVariantId: rented.rentalSkuVariantId, quantity: 1 }] : [],
  paymentMethod: 'gateway-credit' as const,
  idempotencyKey,
})

function reportAmounts(
  { report }: StoryContext,
  { pricing, zones, rentals, weekdayCount, holidayCount }: BookingCheckoutSession,
): void {
  report.detail(`${weekdayCount} weekday and ${holidayCount} holiday nights`)
  for (const { quantity, type, lineTotal } of zones) report.detail(`${lineTotal.padStart(10)}  ${quantity} x ${type}`)
  for (const { quantity, name, lineTotal } of rentals) report.detail(`${lineTotal.padStart(10)}  ${quantity} x ${name}`)
  report.detail(`${pricing.finalAmount.padStart(10)}  total`)
}

async function pay(context: StoryContext, session: BookingCheckoutSession): Promise<void> {
  const { client, report } = context
  const { bookingId: id, paymentMethod, pricing } = session
  await context.pay({ kind: 'booking', id, amount: pricing.finalAmount, paymentMethod })
  report.step(`Payment service publishes: ${pricing.finalAmount} TWD paid`)
  const booking = await until(
    'The booking is paid',
    () => client.booking.getBooking({ id }),
    ({ paymentStatus }) => paymentStatus === 'paid',
  )
  report.step(`The booking is ${booking.status} and ${booking.paymentStatus}, paid at ${booking.paidAt}`)
  const [newest] = (await client.booking.listBookings({ size: 1 })).data
  report.assertEqual('the first of my bookings', [newest?.bookingId, newest?.paymentStatus], [id, 'paid'])
  report.step('It is first in my bookings')
}
