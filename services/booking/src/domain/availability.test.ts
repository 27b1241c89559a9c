import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { availabilityOf } from './availability.ts'

const two = [
  { zoneId: 'b', quantity: 2 },
  { zoneId: 'a', quantity: 1 },
]
const remaining = (a: number, b: number) => new Map(Object.entries({ a, b }))

describe('availability', () => {
  test('rule 3: a closed campground is unavailable, with the quantities as they would be without the closure', () => {
    expect(availabilityOf(two, remaining(5, 5), true)).toEqual({
      available: false,
      reasons: ['CAMPGROUND_CLOSED'],
      zones: [
        { zoneId: 'b', requested: 2, availableQuantity: 5 },
        { zoneId: 'a', requested: 1, availableQuantity: 5 },
      ],
    })
  })

  test('rule 6: both reasons may appear, CAMPGROUND_CLOSED first', () => {
    expect(availabilityOf(two, remaining(0, 0), true).reasons).toEqual(['CAMPGROUND_CLOSED', 'ZONE_UNAVAILABLE'])
  })

  test('rule 4, for any request: available exactly when open and every zone has enough', () => {
    const anyLines = fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 5 }), free: fc.nat(5) }), {
      minLength: 1,
    })
    fc.assert(
      fc.property(anyLines, fc.boolean(), (lines, closed) => {
        const zones = lines.map(({ quantity }, line) => ({ zoneId: String(line), quantity }))
        const free = new Map(lines.map((zone, line) => [String(line), zone.free]))
        const enough = lines.every(zone => zone.free >= zone.quantity)
        const answer = availabilityOf(zones, free, closed)
        expect(answer.available).toBe(enough && !closed)
        expect(answer.reasons.includes('ZONE_UNAVAILABLE')).toBe(!enough)
        expect(answer.reasons.includes('CAMPGROUND_CLOSED')).toBe(closed)
      }),
    )
  })
})
