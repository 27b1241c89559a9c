import { createScenario } from '@campstore/checkout/testing/scenario'
import { addDays, businessDate } from '@campstore/core/plain-date'
import { type OpenCampground, openCampground, setPolicy } from '@campstore/testing/campground'
import { insertCustomer, insertRow } from '@campstore/testing/rows'
import type { Pool } from 'pg'
import type { Person } from './people.ts'

/** What clients compete for. In each {@link phaseMs} another campground and another coupon are popular. */
export type DataSet = {
  campgrounds: OpenCampground[]
  /** Each coupon with every member's claim of it, by uid. */
  coupons: { id: string; claims: ReadonlyMap<string, number> }[]
  variantIds: string[]
}

/** How long holds last in a run. */
export const holdSeconds = 20

/** How long most members want the same campground and coupon, in milliseconds. */
export const phaseMs = 25_000

/** The locations of every variant. */
export const locationIds = ['store-north', 'store-south'] as const

/** How many nights the contested stays have, from today. */
export const nights = 6

/** A night of the contested stays, by its number; a long run goes through several days. */
export const nightOf = (number: number): string => addDays(businessDate(new Date(), 'Asia/Taipei', 0), number)

/**
 * Fills the database: campgrounds and coupons for each phase of the run, variants in two stores, members and staff.
 *
 * @param times how many times as much there is of all that members compete for
 */
export async function createDataSet(
  owner: Pool,
  minutes: number,
  people: Record<'members' | 'operators' | 'warehouse', readonly Person[]>,
  times: number,
): Promise<DataSet> {
  await setPolicy(owner)
  // Staff record whether the guests of today came.
  await owner.query('update booking.policy set advance_days = 0')
  await insertPeople(owner, people.members, [...people.operators, ...people.warehouse])
  const set = createScenario(owner)
  const dataSet: DataSet = { campgrounds: [], coupons: [], variantIds: [] }
  const period = { starts_at: new Date(Date.now() - 3_600_000), ends_at: new Date(Date.now() + 7 * 86_400_000) }
  for (let phase = 0; phase <= Math.ceil((minutes * 60_000) / phaseMs); phase += 1) {
    dataSet.campgrounds.push(
      await openCampground(owner, { id: `camp-${phase}`, zones: [4 * times, 3 * times], rentals: [4 * times] }),
    )
    const id = await set.coupon({ ...period, usage_limit: 5 * times })
    const claims = new Map<string, number>()
    for (const { uid } of people.members) claims.set(uid, await set.claim({ customerId: uid }, id))
    dataSet.coupons.push({ id, claims })
  }
  for (const pieces of [3, 4, 5, 6, 7, 10]) {
    const onHand = Object.fromEntries(locationIds.map(location => [location, pieces * times]))
    dataSet.variantIds.push((await set.variant({ variant: { price: String(400 + pieces * 55) }, onHand })).variantId)
  }
  return dataSet
}

async function insertPeople(owner: Pool, members: readonly Person[], staff: readonly Person[]): Promise<void> {
  for (const { uid, email } of members) await insertCustomer(owner, { id: uid, firebase_uid: uid, name: uid, email })
  const at = new Date()
  for (const { uid, email, role } of staff) {
    const account = { id: uid, email, name: uid, role, firebase_uid: uid, created_at: at, updated_at: at }
    await insertRow(owner, 'admin.account', account)
  }
}
