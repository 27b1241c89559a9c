import { isDeepStrictEqual } from 'node:util'
import type { AdminBookingDetail, AgreedNight, BookingPricing } from '@campstore/contract/booking/schemas'
import { byLargestRemainder, cents, type Money, money, ofCents, sum } from '@campstore/core/money'
import { type HolidayCalendar, isHolidayNight, nightsOf } from './nights.ts'
import { discounted } from './pricing.ts'
import { parseStay, type Stay } from './stay.ts'

// What was sold keeps its price (docs/contract/admin.md#change-a-stay). Amounts are divided into whole cents for each site or piece
// and night, so what a part of a stay has cost comes back exactly.

type Zone = AdminBookingDetail['zones'][number]
type Rental = AdminBookingDetail['rentals'][number]
type Line = Zone | Rental

/** The lines of a stay, with those of its nights that have the holiday price. */
export type AgreedStay = Pick<AdminBookingDetail, 'checkIn' | 'checkOut' | 'zones' | 'rentals'> & {
  holidayNights: readonly string[]
}

/** What a line keeps at its agreed prices, and what is added to it at the present ones. */
export type LineParts = { kept: AgreedNight[]; added: AgreedNight[] }

/**
 * The nights of a stay that were agreed as holidays. If they are not stored, only their number is known, which is enough when all nights are
 * of one kind. For a mixed booking of version 1.0.0, these are the holidays of the present calendar first, then those by their weekday
 * alone, up to that number.
 */
export function agreedHolidays(
  { holidayNights, holidayCount, ...dates }: Stay & { holidayNights: readonly string[] | null; holidayCount: number },
  calendar: HolidayCalendar,
): readonly string[] {
  const byWeekday = { ...calendar, marks: new Map() }
  const rankOf = (night: Parameters<typeof isHolidayNight>[0]) =>
    2 * Number(isHolidayNight(night, calendar)) + Number(isHolidayNight(night, byWeekday))
  return (
    holidayNights ??
    nightsOf(dates)
      .toSorted((one, other) => rankOf(other) - rankOf(one))
      .slice(0, holidayCount)
  )
}

/**
 * The parts of each line of a changed stay, zones before rentals. For each night, a line keeps its sites or pieces, up to the
 * wanted quantity: the ones added last go first.
 *
 * @param wanted the changed stay at the present prices
 */
export function partsOfChange(before: AgreedStay & { discount: Money }, wanted: AgreedStay): LineParts[] {
  const own = agreedNights(before)
  const nights = nightsOf(parseStay(wanted))
  return linesOf(wanted).map(line => {
    const agreed = Map.groupBy(own.get(idOf(line)) ?? [], ({ night }) => night)
    const kept = nights.flatMap(night => firstOf(agreed.get(night) ?? [], line.quantity))
    const keptOn = Map.groupBy(kept, ({ night }) => night)
    const quantities = nights.map(night => ({ night, quantity: line.quantity - quantityOf(keptOn.get(night) ?? []) }))
    return { kept, added: atPrices(line, quantities, wanted.holidayNights) }
  })
}

/** What parts of lines cost, after their shares of the discount. */
export const costOfNights = (nights: readonly AgreedNight[]): Money =>
  ofCents(nights.reduce((cost, { total, discount }) => cost + cents(total) - cents(discount), 0n))

/**
 * The changed stay: kept nights have their agreed prices, and a gift is deducted from the added nights.
 *
 * @param parts of {@link partsOfChange}
 */
export function agreedContent(before: AgreedStay, wanted: AgreedStay, parts: readonly LineParts[], gift: Money) {
  const known = new Set<string>(nightsOf(parseStay(before)))
  const holidayNights = nightsOf(parseStay(wanted)).filter(night =>
    (known.has(night) ? before : wanted).holidayNights.includes(night),
  )
  const given = withDiscount(
    parts.map(({ added }) => added),
    gift,
  )
  const owned = new Map(linesOf(before).map(line => [idOf(line), line]))
  const nightsOfLines = parts.map(({ kept }, index) =>
    joined(
      [...kept, ...(given[index] ?? [])].toSorted((one, other) => Date.parse(one.night) - Date.parse(other.night)),
    ),
  )
  const lineOf = <T extends Line>(line: T, index: number): T => {
    const nights = nightsOfLines[index] ?? []
    const own = parts[index]?.kept.length === 0 ? undefined : owned.get(idOf(line))
    const agreed = {
      ...line,
      ...(own && pricesOf(own)),
      lineTotal: sum(nights.map(({ total }) => total)),
      nights: null,
    }
    const isPlain = isDeepStrictEqual(nights, ownNights(agreed, { ...wanted, holidayNights }))
    return { ...agreed, nights: isPlain ? null : nights }
  }
  const zones = wanted.zones.map(lineOf)
  const rentals = wanted.rentals.map((rental, line) => lineOf(rental, zones.length + line))
  const all = nightsOfLines.flat()
  const pricing: BookingPricing = {
    zoneTotal: sum(zones.map(({ lineTotal }) => lineTotal)),
    rentalTotal: sum(rentals.map(({ lineTotal }) => lineTotal)),
    discount: sum(all.map(({ discount }) => discount)),
    finalAmount: costOfNights(all),
  }
  return { zones, rentals, holidayNights, ...pricing }
}

const linesOf = ({ zones, rentals }: AgreedStay): Line[] => [...zones, ...rentals]
const idOf = (line: Line): string =>
  JSON.stringify('zoneId' in line ? [line.zoneId] : [line.rentalListingId, line.rentalSkuVariantId])
const quantityOf = (nights: readonly AgreedNight[]): number =>
  nights.reduce((total, { quantity }) => total + quantity, 0)
const rateOf = (line: Line): string => ('discountRate' in line ? line.discountRate : '0.00')
const pricesOf = ({ priceWeekday, priceHoliday, ...line }: Line) => ({
  priceWeekday,
  priceHoliday,
  ...('discountRate' in line && { discountRate: line.discountRate }),
})

/** The agreed nights of each line, by its id; a discount that no night has is divided among them all. */
function agreedNights(stay: AgreedStay & { discount: Money }): Map<string, AgreedNight[]> {
  const lines = linesOf(stay)
  const nights = lines.map(line => line.nights ?? ownNights(line, stay))
  const divided = sum(nights.flat().map(({ discount }) => discount))
  const all = withDiscount(nights, ofCents(cents(stay.discount) - cents(divided)))
  return new Map(lines.map((line, index) => [idOf(line), all[index] ?? []]))
}

/** The nights of a line at its own prices. */
const ownNights = (line: Line, stay: AgreedStay): AgreedNight[] =>
  atPrices(
    line,
    nightsOf(parseStay(stay)).map(night => ({ night, quantity: line.quantity })),
    stay.holidayNights,
  )

/** Nights at the prices of a line; its discounted total is divided among them. */
function atPrices(
  line: Line,
  quantities: readonly { night: string; quantity: number }[],
  holidayNights: readonly string[],
): AgreedNight[] {
  const nights = quantities
    .filter(({ quantity }) => quantity > 0)
    .map(({ night, quantity }) => {
      const price = holidayNights.includes(night) ? line.priceHoliday : line.priceWeekday
      return { night, quantity, price, cost: cents(price) * BigInt(quantity) }
    })
  const costs = nights.map(({ cost }) => cost)
  const total = discounted(ofCents(costs.reduce((all, cost) => all + cost, 0n)), rateOf(line))
  const shares = byLargestRemainder(cents(total), costs)
  return nights.map(({ cost: _, ...night }, index) => ({
    ...night,
    total: ofCents(shares[index] ?? 0n),
    discount: money(0),
  }))
}

/** Adds a discount to lines, in proportion to the cost of each night. */
function withDiscount(lines: readonly AgreedNight[][], amount: Money): AgreedNight[][] {
  const costs = lines.flat().map(night => cents(costOfNights([night])))
  const shares = byLargestRemainder(cents(amount), costs)
  return lines.map(nights =>
    nights.map(night => ({ ...night, discount: ofCents(cents(night.discount) + (shares.shift() ?? 0n)) })),
  )
}

/** The first sites or pieces of a night. */
function firstOf(nights: readonly AgreedNight[], quantity: number): AgreedNight[] {
  let left = quantity
  return nights.flatMap(night => {
    const taken = Math.min(left, night.quantity)
    left -= taken
    return taken > 0 ? [partOf(night, taken)] : []
  })
}

function partOf(night: AgreedNight, taken: number): AgreedNight {
  const [part, all] = [BigInt(taken), BigInt(night.quantity)]
  const shareOf = (amount: Money): Money => {
    const rest = cents(amount) % all
    return ofCents((cents(amount) / all) * part + (rest < part ? rest : part))
  }
  return { ...night, quantity: taken, total: shareOf(night.total), discount: shareOf(night.discount) }
}

/** Nights in order, with one entry for sites or pieces of a night that cost the same without a discount. */
function joined(nights: readonly AgreedNight[]): AgreedNight[] {
  const entries: AgreedNight[] = []
  for (const night of nights) {
    const last = entries.at(-1)
    if (!last || !hasSamePrice(last, night)) {
      entries.push(night)
      continue
    }
    const quantity = last.quantity + night.quantity
    entries[entries.length - 1] = { ...last, quantity, total: sum([last.total, night.total]) }
  }
  return entries
}

const hasSamePrice = (one: AgreedNight, other: AgreedNight): boolean =>
  one.night === other.night &&
  one.price === other.price &&
  cents(one.total) * BigInt(other.quantity) === cents(other.total) * BigInt(one.quantity) &&
  [one, other].every(({ discount }) => cents(discount) === 0n)
