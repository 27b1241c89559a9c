import { transaction } from '@campstore/database/database'
import { inDays, type OpenCampground, openCampground } from '@campstore/testing/campground'
import { expect } from 'vitest'
import { stayAt } from '../system/campground.ts'
import { kindOf, sessionOf } from '../system/client.ts'
import { testEach } from './outcomes.ts'
import { chief, consistent, members, system } from './system.ts'

// Attacks on the rows of zones and nights, which the audit compares with the stays.

const one = (zoneId: string) => ({ zoneId, quantity: 1 })

/** A stay of one to four nights from some day on, different for each number. */
const stayOf = (number: number) => ({
  checkIn: inDays(10 + (number % 5)),
  checkOut: inDays(11 + (number % 5) + (number % 4)),
})

/** Members take and cancel stays of two zones, in opposite orders, until all have done so some times. */
const churn = (campground: OpenCampground) =>
  Promise.all(
    members.slice(0, 12).map(async (member, line) => {
      const zones = (line % 2 === 0 ? campground.zoneIds : campground.zoneIds.toReversed()).map(one)
      for (let turn = 0; turn < 3; turn += 1) {
        const response = await member.checkout(stayAt(campground, { ...stayOf(line + turn), zones }))
        if (response.status === 200 && turn % 2 === 0) await member.cancel(sessionOf(response).bookingId)
      }
    }),
  )

const races = {
  'a hold waits for no hold of other nights of its zone': async () => {
    const campground = await openCampground(system.owner, { zones: [2] })
    const [member] = members
    await transaction(system.owner, async tx => {
      const sql = 'select from booking.zone_night where zone_id = $1 and night < $2 for update'
      await tx.query(sql, [campground.zoneIds[0], inDays(12)])
      const response = await member?.checkout(stayAt(campground, { checkIn: inDays(12), checkOut: inDays(14) }))
      expect(response).toMatchObject({ status: 200 })
    })
  },

  'staff lower and raise the sites of a zone, and close it, while members book: never more than there are':
    async () => {
      const campground = await openCampground(system.owner, { zones: [4, 4] })
      const [zoneId = ''] = campground.zoneIds
      let isOver = false
      const changes = async () => {
        const kinds = new Set<string>()
        for (let turn = 0; !isOver; turn += 1) {
          const change = turn % 5 === 4 ? { active: turn % 2 === 0 } : { totalSites: [4, 2, 1, 3][turn % 4] }
          kinds.add(kindOf(await chief.patch(`/api/admin/zones/${zoneId}`, change)))
        }
        return kinds
      }
      const changing = changes()
      await churn(campground).finally(() => {
        isOver = true
      })
      for (const kind of await changing) expect(['200', '409 CONFLICT']).toContain(kind)
      await consistent()
    },
}

export const nights = () => testEach(races)
