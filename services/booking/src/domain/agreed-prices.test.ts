import { cents, type Money, money, ofCents, wholeTwd } from '@campstore/core/money'
import { addDays, type PlainDate, parsePlainDate } from '@campstore/core/plain-date'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AgreedStay, agreedContent, agreedHolidays, costOfNights, partsOfChange } from './agreed-prices.ts'
import { priceOfChange } from './stay-change.ts'

// docs/contract/admin.md#change-a-stay
const monday = parsePlainDate('2026-12-07') ?? expect.fail()
const night = (number: number): PlainDate => addDays(monday, number)

const zone = (zoneId: string, quantity: number, weekday: number, holiday = weekday) => ({
  zoneId,
  type: zoneId,
  quantity,
  nights: null,
  lineTotal: money(0),
  priceWeekday: money(weekday),
  priceHoliday: money(holiday),
})
const rental = (quantity: number, weekday: string | number, discountRate = '0.00') => ({
  rentalListingId: 'tent',
  rentalSkuVariantId: 'tent-2p',
  locationId: 'store',
  sku: 'T',
  name: 'Tent',
  specification: '',
  quantity,
  nights: null,
  lineTotal: money(0),
  discountRate,
  priceWeekday: money(weekday),
  priceHoliday: money(weekday),
})

type Zone = ReturnType<typeof zone>
type Wanted = {
  first?: number
  nights: number
  zones: Zone[]
  rentals?: ReturnType<typeof rental>[]
  holidays?: number[]
}

/** A stay at present prices, from Monday on. */
const stayOf = ({ first = 0, nights, zones, rentals = [], holidays = [] }: Wanted): AgreedStay => ({
  checkIn: night(first),
  checkOut: night(first + nights),
  zones,
  rentals,
  holidayNights: holidays.filter(number => number >= first && number < first + nights).map(night),
})

type Booking = ReturnType<typeof agreedContent> & Pick<AgreedStay, 'checkIn' | 'checkOut'>

/** A new booking: everything is added to a stay that has nothing. */
function booked(wanted: Wanted): Booking {
  const stay = stayOf(wanted)
  const nothing = { ...stay, zones: [], rentals: [], discount: money(0) }
  return { ...stay, ...agreedContent(nothing, stay, partsOfChange(nothing, stay), money(0)) }
}

/** A paid booking after a change, with what it costs more and what comes back. */
function changed(
  booking: Booking,
  to: Wanted,
  price: 'new' | 'kept' = 'new',
  paid = { charged: booking.finalAmount, changed: money(0) },
) {
  const wanted = stayOf(to)
  const parts = partsOfChange(booking, wanted)
  const agreed = {
    before: booking.finalAmount,
    after: costOfNights(parts.flatMap(({ kept, added }) => [...kept, ...added])),
  }
  const left = ofCents(cents(paid.charged) - cents(paid.changed))
  const cost = priceOfChange(agreed, { charged: paid.charged, paidFor: left, left }, price)
  return { ...cost, booking: { ...wanted, ...agreedContent(booking, wanted, parts, cost.gift) } }
}

describe('what was sold keeps its price', () => {
  test('sites at one price are one entry', () => {
    const two = changed(booked({ nights: 1, zones: [zone('lake', 1, 1000)] }), {
      nights: 1,
      zones: [zone('lake', 2, 1000)],
    })
    expect(two.booking.zones).toMatchObject([{ quantity: 2, lineTotal: '2000.00', nights: null }])
  })

  test('the discount of a rental listing is divided among its pieces and days', () => {
    const zones = [zone('lake', 1, 1000)]
    const rented = booked({ nights: 3, zones, rentals: [rental(1, '0.33', '0.15')] })
    expect(rented.rentals[0]).toMatchObject({ lineTotal: '0.84', nights: null })
    const backs = [2, 1].map(nights => changed(rented, { nights, zones, rentals: [rental(1, 9)] }).refundAmount)
    expect(backs).toEqual(['1000.28', '2000.56'])
  })
})

test('a part of a gift is divided to the cent', () => {
  const stay = booked({ nights: 1, zones: [zone('lake', 1, 1000.25)] })
  const { booking } = changed(stay, { nights: 3, zones: [zone('hill', 1, 500)] }, 'kept')
  expect(booking.zones[0]?.nights?.map(each => each.discount)).toEqual(['166.59', '166.58', '166.58'])
  expect(changed(booking, { nights: 2, zones: [zone('hill', 1, 500)] }).refundAmount).toBe('333.42')
})

test('a booking of version 1.0.0 has as many holidays as it was sold with', () => {
  const calendar = { marks: new Map([[night(1), 'holiday'] as const]), holidayWeekdays: [6, 0] }
  const old = (checkOut: number, holidayCount: number) =>
    agreedHolidays({ checkIn: monday, checkOut: night(checkOut), holidayNights: null, holidayCount }, calendar)
  expect(old(3, 0)).toEqual([])
  expect(old(3, 1)).toEqual([night(1)])
  expect(old(7, 2)).toEqual([night(5), night(6)])
})

const anyPrice = fc.integer({ min: 1, max: 30 }).map(hundreds => hundreds * 100)
const anyChange = fc.record({
  first: fc.nat(4),
  nights: fc.integer({ min: 1, max: 5 }),
  sites: fc.tuple(fc.nat(3), fc.nat(2)).filter(([lake, hill]) => lake + hill > 0),
  pieces: fc.nat(2),
  prices: fc.tuple(anyPrice, anyPrice, anyPrice, anyPrice, anyPrice),
  rate: fc.nat(30),
  holidays: fc.uniqueArray(fc.nat(9)),
  price: fc.constantFrom('new' as const, 'kept' as const),
})
type Change = typeof anyChange extends fc.Arbitrary<infer Value> ? Value : never

function wantedOf({ first, nights, sites, pieces, prices, rate, holidays }: Change): Wanted {
  const [lake, lakeHoliday, hill, hillHoliday, tent] = prices
  const zones = [zone('lake', sites[0], lake, lakeHoliday), zone('hill', sites[1], hill, hillHoliday)]
  const rentals = pieces > 0 ? [rental(pieces, tent, `0.${String(rate).padStart(2, '0')}`)] : []
  return { first, nights, zones: zones.filter(({ quantity }) => quantity > 0), rentals, holidays }
}

/** One site or piece of one night, with the cents that it had cost when it was added. */
type Unit = { place: string; cost: number; isGift: boolean }

/** The units of a stay at the present prices, by line and night. */
function unitsOf(change: Change): Map<string, Unit[]> {
  const { first, nights, sites, pieces, prices, rate, holidays } = change
  const lines = [
    { id: 'lake', quantity: sites[0], weekday: prices[0] * 100, holiday: prices[1] * 100 },
    { id: 'hill', quantity: sites[1], weekday: prices[2] * 100, holiday: prices[3] * 100 },
    { id: 'tent', quantity: pieces, weekday: prices[4] * (100 - rate), holiday: prices[4] * (100 - rate) },
  ]
  const units = lines.flatMap(({ id, quantity, weekday, holiday }) =>
    Array.from({ length: nights }, (_, number) => first + number).flatMap(day =>
      Array.from({ length: quantity }, (): Unit => {
        return { place: `${id} ${day}`, cost: holidays.includes(day) ? holiday : weekday, isGift: false }
      }),
    ),
  )
  return Map.groupBy(units, ({ place }) => place)
}

/** Keeps the units that were there first, and adds the others. */
const keepUnits = (before: Map<string, Unit[]>, change: Change, isGift: boolean): Map<string, Unit[]> =>
  new Map(
    [...unitsOf(change)].map(([place, wanted]) => {
      const own = (before.get(place) ?? []).slice(0, wanted.length)
      return [place, [...own, ...wanted.slice(own.length).map(unit => ({ ...unit, isGift }))]]
    }),
  )

const costOfUnits = (units: Map<string, Unit[]>, isCounted: (unit: Unit) => boolean = () => true) =>
  [...units.values()]
    .flat()
    .filter(isCounted)
    .reduce((total, { cost }) => total + cost, 0)

/** Whether a change only gives up sites, pieces and nights. */
const isPart = (part: Map<string, Unit[]>, whole: Map<string, Unit[]>) =>
  [...part].every(([place, { length }]) => length <= (whole.get(place)?.length ?? 0))

test('for any prices, holidays and changes: what was paid, less what came back, is what each part had cost when it was added, less gifts', () => {
  fc.assert(
    fc.property(anyChange, fc.array(anyChange, { maxLength: 8 }), (start, changes) => {
      let units = unitsOf(start)
      let booking = booked(wantedOf(start))
      const charged = booking.finalAmount
      const asPaid = (price: Money) => Number(cents(charged === wholeTwd(charged) ? wholeTwd(price) : price))
      let back = 0
      let surplus = 0
      for (const change of changes) {
        const given = changed(booking, wantedOf(change), change.price, { charged, changed: ofCents(BigInt(back)) })
        const isLess = isPart(unitsOf(change), units)
        const difference = Number(cents(given.difference))
        if (isLess) expect(difference).toBeLessThanOrEqual(0)
        if (change.price === 'new' && difference > 0) continue
        const before = asPaid(booking.finalAmount)
        booking = given.booking
        units = keepUnits(units, change, cents(given.gift) > 0n)
        back += Number(cents(given.refundAmount))
        const [cost, discount] = [asPaid(booking.finalAmount), Number(cents(booking.discount))]
        if (change.price === 'kept' && difference < 0) surplus += before - cost
        if (cost > before) surplus -= cost - before
        expect(Number(cents(charged)) - back - surplus).toBe(cost)
        expect(Number(cents(booking.finalAmount)) + discount).toBe(costOfUnits(units))
        expect(discount).toBeLessThanOrEqual(costOfUnits(units, ({ isGift }) => isGift))
        const nights = [...booking.zones, ...booking.rentals].flatMap(line => line.nights ?? [])
        expect(nights.filter(each => cents(each.total) < cents(each.discount))).toEqual([])
        expect(surplus).toBeGreaterThanOrEqual(0)
      }
    }),
    { numRuns: 1000 },
  )
})
