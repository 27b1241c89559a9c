import { inDays, openCampground, setPolicy } from '@campstore/testing/campground'
import { insertProduct, insertStock, insertVariant } from '@campstore/testing/catalogue'
import { insertCustomer, insertRow } from '@campstore/testing/rows'
import type { Pool } from 'pg'
import type { Person } from './people.ts'

/** A campground with few sites. */
type ScarceCampground = Awaited<ReturnType<typeof openCampground>>

/** A coupon with few uses, and each member's claim of it, by uid. */
type LimitedCoupon = { id: string; claims: ReadonlyMap<string, number> }

/** What clients compete for. In each {@link phaseMs} another campground and another coupon are popular. */
export type DataSet = Awaited<ReturnType<typeof createDataSet>>

/** How long holds last in a run. */
export const holdSeconds = 20

/** How long most members want the same campground and coupon, in milliseconds. */
export const phaseMs = 25_000

/** The locations of every variant. */
export const locationIds = ['store-north', 'store-south'] as const

/** Nights of the contested stays, from today. */
export const firstNight = 5
export const nights = 6

const sitesOfZones = [4, 3]
const tents = 4
const piecesOfVariants = [6, 8, 10, 12, 15, 20]
const usageLimit = 5

/** Fills the database: campgrounds and coupons for each phase of the run, variants in two stores, members and staff. */
export async function createDataSet(
  owner: Pool,
  minutes: number,
  people: Record<'members' | 'operators' | 'warehouse', readonly Person[]>,
) {
  await setPolicy(owner)
  await insertPeople(owner, people.members, [...people.operators, ...people.warehouse])
  const campgrounds: ScarceCampground[] = []
  const coupons: LimitedCoupon[] = []
  for (let phase = 0; phase <= Math.ceil((minutes * 60_000) / phaseMs); phase += 1) {
    campgrounds.push(await openCampground(owner, { id: `camp-${phase}`, zones: sitesOfZones, rentals: [tents] }))
    coupons.push(await insertCoupon(owner, `coupon-${phase}`, people.members))
  }
  const variants: { id: string; pieces: number }[] = []
  for (const pieces of piecesOfVariants) variants.push(await insertSoldVariant(owner, variants.length, pieces))
  const couponByClaim = new Map(coupons.flatMap(({ id, claims }) => [...claims.values()].map(claim => [claim, id])))
  const supply = new Map<string, number | undefined>([
    ...campgrounds.flatMap(({ zoneIds }) => zoneIds.map((id, index) => [`zone:${id}`, sitesOfZones[index]] as const)),
    ...campgrounds.flatMap(({ rentals }) =>
      rentals.map(({ rentalSkuVariantId }) => [`rental:${rentalSkuVariantId}`, tents] as const),
    ),
    ...variants.map(({ id, pieces }) => [`stock:${id}`, pieces] as const),
    ...coupons.map(({ id }) => [`coupon:${id}`, usageLimit] as const),
  ])
  return {
    campgrounds,
    variants,
    coupons,
    /** The coupon of a claim. */
    couponOf: (claimId: number) => couponByClaim.get(claimId),
    /** The quantity of a resource at the beginning, on any night; undefined for an unknown one. */
    supplyOf: (resource: string) => supply.get(resource.split(':').slice(0, 2).join(':')),
  }
}

/** A night of the contested stays, by its number. */
export const nightOf = (number: number): string => inDays(firstNight + number)

async function insertPeople(owner: Pool, members: readonly Person[], staff: readonly Person[]): Promise<void> {
  for (const { uid, email } of members) await insertCustomer(owner, { id: uid, firebase_uid: uid, name: uid, email })
  const at = new Date()
  for (const { uid, email, role } of staff) {
    const account = { id: uid, email, name: uid, role, firebase_uid: uid, created_at: at, updated_at: at }
    await insertRow(owner, 'admin.account', account)
  }
}

async function insertSoldVariant(owner: Pool, number: number, pieces: number): Promise<{ id: string; pieces: number }> {
  const variant = await insertVariant(owner, {
    variant: { id: `kettle-${number}`, price: String(400 + number * 55) },
  })
  await insertProduct(owner, variant.itemId)
  const half = Math.floor(pieces / 2)
  await insertStock(owner, variant, { id: locationIds[0] }, half)
  await insertStock(owner, variant, { id: locationIds[1] }, pieces - half)
  return { id: variant.variantId, pieces }
}

async function insertCoupon(owner: Pool, id: string, members: readonly Person[]): Promise<LimitedCoupon> {
  await insertRow(owner, 'checkout.coupon', {
    id,
    code: id.toUpperCase(),
    name: 'Ten per cent',
    discount_type: 'percentage',
    discount_value: '10.00',
    starts_at: new Date(Date.now() - 3_600_000),
    ends_at: new Date(Date.now() + 7 * 86_400_000),
    usage_limit: usageLimit,
  })
  const claims = new Map<string, number>()
  for (const { uid } of members) {
    const claim = { coupon_id: id, customer_id: uid, claimed_at: new Date() }
    claims.set(uid, Number((await insertRow(owner, 'checkout.coupon_claim', claim)).id))
  }
  return { id, claims }
}
