import { expect, test } from 'vitest'
import { bodyOf, stayNow } from './booking.ts'

const stay = { checkIn: '2026-12-01', checkOut: '2026-12-02', guestCount: 2, arrivalTime: null, rentals: [] }
const [tent, hut] = [
  { zoneId: 'tent', name: 'Tent', quantity: 1 },
  { zoneId: 'hut', name: 'Hut', quantity: 0 },
]

test('a form of a stay sends what it has changed, and not what somebody else has changed', () => {
  const opened = { ...stay, zones: [tent, hut] }
  expect(bodyOf(opened, { ...opened, checkOut: '2026-12-03', price: 'kept' })).toEqual({
    price: 'kept',
    checkOut: '2026-12-03',
  })
  const zones = [{ ...hut, quantity: 2 }, tent]
  expect(stayNow(opened, { ...stay, guestCount: 3, zones })).toEqual({
    ...opened,
    guestCount: 3,
    zones: [tent, { ...hut, quantity: 2 }],
  })
})
