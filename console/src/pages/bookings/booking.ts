import type { Schemas } from '../../app/client.ts'

/** What a campground offers to a stay. */
export type Offer = {
  zones: readonly Pick<Schemas['Campground']['zones'][number], 'id' | 'type' | 'active'>[]
  equipment: readonly Pick<Schemas['RentalEquipment'], 'id' | 'rentalSkuVariantId' | 'name' | 'active'>[]
  /** Specifications by the ids of the listings, where they are known. */
  specifications: ReadonlyMap<string, string>
}

type Lines = {
  zones: { zoneId: string; name: string; quantity: number }[]
  rentals: { rentalListingId: string; rentalSkuVariantId: string; name: string; quantity: number }[]
}

/** The lines of a form that changes a stay: what the booking has, in its order, and then what else it could have. */
export function linesOf({ zones, rentals }: Booking, offer: Offer): Lines {
  const otherZones = offer.zones.filter(({ id, active }) => active && zones.every(({ zoneId }) => zoneId !== id))
  const otherRentals = offer.equipment.filter(
    ({ id, active }) => active && rentals.every(({ rentalListingId }) => rentalListingId !== id),
  )
  return {
    zones: [
      ...zones.map(({ zoneId, type: name, quantity }) => ({ zoneId, name, quantity })),
      ...otherZones.map(({ id: zoneId, type: name }) => ({ zoneId, name, quantity: 0 })),
    ],
    rentals: [
      ...rentals.map(({ rentalListingId, rentalSkuVariantId, name, specification, quantity }) => ({
        rentalListingId,
        rentalSkuVariantId,
        name: nameOf(name, specification),
        quantity,
      })),
      ...otherRentals.map(({ id: rentalListingId, rentalSkuVariantId, name }) => ({
        rentalListingId,
        rentalSkuVariantId,
        name: nameOf(name, offer.specifications.get(rentalListingId) ?? rentalSkuVariantId),
        quantity: 0,
      })),
    ],
  }
}

const nameOf = (name: string, specification: string): string => [name, specification].filter(Boolean).join(' · ')

type Stay = Pick<Booking, 'checkIn' | 'checkOut' | 'guestCount' | 'arrivalTime'> & {
  zones: readonly Omit<Lines['zones'][number], 'name'>[]
  rentals: readonly Omit<Lines['rentals'][number], 'name'>[]
}

/** The fields of an open form as the booking is now, with the lines of its opening. */
export function stayNow(opened: Lines, { checkIn, checkOut, guestCount, arrivalTime, ...now }: Stay) {
  const zoneNow = (id: string) => now.zones.find(({ zoneId }) => zoneId === id)?.quantity ?? 0
  const rentalNow = (id: string) => now.rentals.find(({ rentalListingId }) => rentalListingId === id)?.quantity ?? 0
  const zones = opened.zones.map(line => ({ ...line, quantity: zoneNow(line.zoneId) }))
  const rentals = opened.rentals.map(line => ({ ...line, quantity: rentalNow(line.rentalListingId) }))
  return { checkIn, checkOut, guestCount, arrivalTime, zones, rentals }
}

/** The request of a change: the price, and the fields that differ from those that the form was opened with. */
export function bodyOf(opened: Stay, { price, ...fields }: Stay & { price: 'new' | 'kept' }) {
  const [before, after] = [contentOf(opened), contentOf(fields)]
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]),
  )
  return { price, ...(Object.fromEntries(changed) as Partial<typeof after>) }
}

/** The fields of a stay that can change, as a request has them: only lines with a quantity. */
const contentOf = ({ checkIn, checkOut, guestCount, arrivalTime, zones, rentals }: Stay) => ({
  checkIn,
  checkOut,
  guestCount,
  arrivalTime,
  zones: zones.filter(isWanted).map(({ zoneId, quantity }) => ({ zoneId, quantity })),
  rentals: rentals
    .filter(isWanted)
    .map(({ rentalListingId, rentalSkuVariantId, quantity }) => ({ rentalListingId, rentalSkuVariantId, quantity })),
})

const isWanted = ({ quantity }: { quantity: number }): boolean => quantity > 0

export type BookingLine = Schemas['AdminBookingListItem']
export type Booking = Schemas['AdminBookingDetail']
