import { daysBetween } from '@campstore/core/plain-date'
import type { Queryable } from '@campstore/database/database'
import { defaultPolicy, insertListing, type ListingChanges, type TestListing } from '@campstore/testing/campground'
import { changeRow, type Fields, insertRow, unique } from '@campstore/testing/rows'
import { insertBooking } from '@campstore/testing/stored-rows'
import type { Stay } from '../domain/stay.ts'

export type TestCampground = { id: string; name: string; region: string }
export type TestZone = { id: string; campgroundId: string }
/** Inserts campgrounds, rentals and customers by plain SQL. Each call inserts a new record. */
export type Scenario = ReturnType<typeof createScenario>

/** Builders over the owner's pool; zones have 3 sites at 1000.00 and 1500.00, listings 5 units at 100.00 and 150.00. */
export function createScenario(owner: Queryable) {
  const insert = (table: string, row: Fields) => insertRow(owner, table, row)
  return {
    campground: async (changes: Fields = {}): Promise<TestCampground> => {
      const row = { id: unique('camp'), name: '雲海營地', region: '南投縣', ...changes }
      await insert('booking.campground', row)
      return { id: row.id, name: row.name, region: row.region }
    },
    zone: async (campground: { id: string }, changes: Fields = {}): Promise<TestZone> => {
      const row = {
        id: unique('zone'),
        campground_id: campground.id,
        type: '草地',
        capacity_per_site: 4,
        price_weekday: '1000.00',
        price_holiday: '1500.00',
        total_sites: 3,
        ...changes,
      }
      await insert('booking.zone', row)
      return { id: row.id, campgroundId: row.campground_id }
    },
    listing: (campground: { id: string }, changes?: ListingChanges): Promise<TestListing> =>
      insertListing(owner, campground, changes),
    closure: async (campground: { id: string }, changes: Fields): Promise<number> => {
      const row = await insert('booking.closure', { campground_id: campground.id, reason: '整修', ...changes })
      return Number(row.id)
    },
    holiday: async (date: string, kind: 'holiday' | 'working' = 'holiday'): Promise<void> => {
      await insert('booking.holiday', { date, kind, name: kind === 'holiday' ? '假日' : '補班日' })
    },
    /** Sets the policy record to the default with changes. */
    policy: async (changes: Fields = {}): Promise<void> => {
      await owner.query('delete from booking.policy')
      await insert('booking.policy', { ...defaultPolicy, ...changes })
    },
    /** The sites that are taken on the nights of a zone. */
    takenSites: async ({ id }: { id: string }): Promise<Record<string, number>> => {
      const sql = 'select night::text, taken from booking.zone_night where zone_id = $1 and taken <> 0 order by night'
      const { rows } = await owner.query<{ night: string; taken: number }>(sql, [id])
      return Object.fromEntries(rows.map(({ night, taken }) => [night, taken]))
    },
    /** A booking without its snapshots. */
    booking: (changes?: Fields): Promise<string> => insertBooking(owner, changes),
    /** Sites of a zone in a booking, at 100.00 for each night. */
    bookedSites: async (zone: TestZone, stay: Stay, columns: Fields & { quantity: number }): Promise<void> => {
      const prices = { price_weekday: '100.00', price_holiday: '100.00' }
      const lineTotal = 100 * columns.quantity * daysBetween(stay.checkIn, stay.checkOut)
      const line = { zone_id: zone.id, line: 0, type: 'Meadow', ...prices, line_total: lineTotal, ...columns }
      await insert('booking.booking_zone', { ...line, stay: `[${stay.checkIn},${stay.checkOut})` })
    },
    /** Changes columns of a row: `change('booking.zone', zone.id, { active: false })`. */
    change: (table: string, id: string | number, changes: Fields): Promise<void> =>
      changeRow(owner, table, id, changes),
  }
}
