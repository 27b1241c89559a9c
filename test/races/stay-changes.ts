import { changeQuoteSchema } from '@campstore/contract/admin/stay-changes'
import type { Queryable } from '@campstore/database/database'
import { inDays, type OpenCampground } from '@campstore/testing/campground'
import { delayRequests } from '@campstore/testing/delayed-transaction'
import { expect } from 'vitest'
import { makeOverdue, stayAt } from '../system/campground.ts'
import { kindOf, sessionOf, tally } from '../system/client.ts'
import { actByStaff } from '../system/staff.ts'
import { campgroundOf, change, later, paidStay } from './booking-races.ts'
import { testEach } from './outcomes.ts'
import { consistent, memberOf, members, system } from './system.ts'

// Changes of paid stays against holds, their ends and other changes (docs/contract/admin.md#change-a-stay). The audit compares the
// nights with the stays, and the changes with the content.

const one = (zoneId: string) => ({ zoneId, quantity: 1 })

/** Paid stays in two zones, each changed again and again to other nights and zones, while members book, cancel and let holds expire. */
async function churn(campground: OpenCampground): Promise<string[]> {
  const [first = '', second = ''] = campground.zoneIds
  const booked = await Promise.all(members.slice(0, 6).map(member => paidStay(campground, {}, member)))
  const stayOf = (number: number) => ({ checkIn: inDays(10 + (number % 4)), checkOut: inDays(12 + (number % 4)) })
  const zonesOf = (number: number) => [[one(first)], [one(second)], [one(second), one(first)]][number % 3]
  const changes = booked.map(async (each, line) => {
    const kinds: string[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      const wanted = { ...stayOf(line + turn), zones: zonesOf(line * 2 + turn) }
      const quote = await actByStaff(system, 'booking', each.id, 'change/quotes', { ...wanted, price: 'kept' })
      const { finalAmount } = changeQuoteSchema.parse(quote.data).pricing
      kinds.push(kindOf(await change(each, wanted, finalAmount)))
    }
    return kinds
  })
  const holds = members.slice(6, 12).map(async (member, line) => {
    for (let turn = 0; turn < 3; turn += 1) {
      const zones = zonesOf(line + turn)
      const response = await member.checkout(stayAt(campground, { ...stayOf(line + turn), ...(zones && { zones }) }))
      if (response.status !== 200) continue
      const { bookingId } = sessionOf(response)
      await (turn % 2 === 0 ? member.cancel(bookingId) : makeOverdue(system.owner, [bookingId]))
    }
  })
  const [kinds] = await Promise.all([Promise.all(changes), ...holds])
  return kinds.flat()
}

const races = {
  'the last site of a night: a change and ten holds want it, and one of them gets it': async () => {
    const campground = await campgroundOf([1])
    const booked = await paidStay(campground)
    const hold = (member = memberOf(1)) =>
      member.checkout(stayAt(campground, { checkIn: inDays(12), checkOut: inDays(13) }))
    // The night has a row, so that both can wait for it.
    await memberOf(1).cancel(sessionOf(await hold()).bookingId)
    const lock = (tx: Queryable) =>
      tx.query('select from booking.zone_night where zone_id = $1 and night = $2 for update', [
        campground.zoneIds[0],
        inDays(12),
      ])
    const holders = members.slice(1, 11)
    const all = () => Promise.all([change(booked, later), ...holders.map(hold)])
    const results = await delayRequests(system.owner, { lock, atLeast: 1 + holders.length }, all)
    expect(tally(results)).toEqual({ '200': 1, '409 ZONE_UNAVAILABLE': holders.length })
  },

  'stays are changed while members book, cancel and let holds expire: every night has its sites, and no lock is circular':
    async () => {
      const kinds = await churn(await campgroundOf([7, 7]))
      expect(new Set(kinds)).toContain('200')
      for (const kind of kinds) expect(['200', '409 ZONE_UNAVAILABLE']).toContain(kind)
      await consistent()
    },
}

export const stayChanges = () => testEach(races)
