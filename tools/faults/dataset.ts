import { addDays, businessDate } from '@campstore/core/plain-date'
import { insertProduct, insertStock, insertVariant } from '@campstore/testing/catalogue'
import { insertRow } from '@campstore/testing/rows'
import type { Pool } from 'pg'
import type { Account } from './accounts.ts'

/** A campground with few sites, one of which most members want while its time lasts. */
export type ScarceCampground = {
  id: string
  zones: readonly { id: string; sites: number }[]
  rental: { listingId: string; variantId: string; pieces: number }
}

/** A coupon with few uses, of which each member has a claim. */
export type LimitedCoupon = { id: string; limit: number; claims: ReadonlyMap<string, number> }

/** What is scarce: by time, so that what has been paid for good does not end the contention. */
export type Dataset = {
  campgrounds: readonly ScarceCampground[]
  variants: readonly { id: string; locationIds: readonly string[]; pieces: number }[]
  coupons: readonly LimitedCoupon[]
  /** The coupon that a claim is of. */
  couponOf(claimId: number): string | undefined
  /** How much there was of every resource at the beginning, by its name. */
  supplyOf(resource: string): number | undefined
}

/** How long most members want the same campground and coupon, in milliseconds. */
export const epochMs = 25_000

/** The date so many days after today, as the policy sees today. */
export const inDays = (days: number): string => addDays(businessDate(new Date(), 'Asia/Taipei', 0), days)

const zones = [4, 3]
const tents = 4
const piecesOfVariant = [6, 8, 10, 12, 15, 20]
const couponLimit = 5

/** Fills the database: campgrounds and coupons for each part of the run, variants in two stores, members and staff. */
export async function createDataset(
  owner: Pool,
  plan: { minutes: number; members: readonly Account[]; staff: readonly (Account & { role: string })[] },
): Promise<Dataset> {
  const epochs = Math.ceil((plan.minutes * 60_000) / epochMs) + 1
  await owner.query(`
    insert into booking.policy values (1, 90, 1, 14, 'Asia/Taipei', 0, 3, array['pending', 'confirmed'])
    on conflict do nothing`)
  await insertPeople(owner, plan.members, plan.staff)
  const campgrounds: ScarceCampground[] = []
  const coupons: LimitedCoupon[] = []
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    campgrounds.push(await insertCampground(owner, `camp-${epoch}`))
    coupons.push(await insertCoupon(owner, `coupon-${epoch}`, plan.members))
  }
  const variants = await insertVariants(owner)
  const couponByClaim = new Map(coupons.flatMap(({ id, claims }) => [...claims.values()].map(claim => [claim, id])))
  const limits = new Map([
    ...campgrounds.flatMap(({ zones }) => zones.map(({ id, sites }): [string, number] => [`zone:${id}`, sites])),
    ...campgrounds.map(({ rental }): [string, number] => [`rental:${rental.variantId}`, rental.pieces]),
    ...variants.map(({ id, pieces }): [string, number] => [`stock:${id}`, pieces]),
    ...coupons.map(({ id, limit }): [string, number] => [`coupon:${id}`, limit]),
  ])
  return {
    campgrounds,
    variants,
    coupons,
    couponOf: claimId => couponByClaim.get(claimId),
    supplyOf: resource => limits.get(resource.split(':').slice(0, 2).join(':')),
  }
}

async function insertPeople(
  owner: Pool,
  members: readonly Account[],
  staff: readonly (Account & { role: string })[],
): Promise<void> {
  const at = new Date()
  for (const { uid, email } of members) {
    await insertRow(owner, 'member.customer', {
      id: uid,
      firebase_uid: uid,
      name: uid,
      email,
      registered_at: at,
      updated_at: at,
    })
  }
  for (const { uid, email, role } of staff) {
    await insertRow(owner, 'admin.account', {
      id: uid,
      email,
      name: uid,
      role,
      firebase_uid: uid,
      created_at: at,
      updated_at: at,
    })
  }
}

async function insertCampground(owner: Pool, id: string): Promise<ScarceCampground> {
  await insertRow(owner, 'booking.campground', { id, name: 'Pine Ridge', region: 'Nantou' })
  for (const [line, sites] of zones.entries()) {
    await insertRow(owner, 'booking.zone', {
      id: `${id}-zone-${line}`,
      campground_id: id,
      type: 'Meadow',
      capacity_per_site: 4,
      price_weekday: 800,
      price_holiday: 1200,
      total_sites: sites,
    })
  }
  const { variantId } = await insertVariant(owner, { variant: { id: `${id}-tent`, price: '300.00' } })
  await insertStock(owner, { variantId }, { id: `${id}-counter`, kind: 'rental', campground_id: id }, tents)
  const listingId = `${id}-listing`
  await insertRow(owner, 'booking.rental_listing', {
    id: listingId,
    campground_id: id,
    variant_id: variantId,
    price_weekday: 300,
    price_holiday: 450,
  })
  return {
    id,
    zones: zones.map((sites, line) => ({ id: `${id}-zone-${line}`, sites })),
    rental: { listingId, variantId, pieces: tents },
  }
}

async function insertVariants(owner: Pool): Promise<Dataset['variants'][number][]> {
  const locationIds = ['store-north', 'store-south']
  const variants: Dataset['variants'][number][] = []
  for (const [line, pieces] of piecesOfVariant.entries()) {
    const { variantId, itemId } = await insertVariant(owner, {
      variant: { id: `kettle-${line}`, price: String(400 + line * 55) },
    })
    await insertProduct(owner, itemId)
    const half = Math.floor(pieces / 2)
    for (const [place, locationId] of locationIds.entries()) {
      await insertStock(owner, { variantId }, { id: locationId }, place === 0 ? half : pieces - half)
    }
    variants.push({ id: variantId, locationIds, pieces })
  }
  return variants
}

async function insertCoupon(owner: Pool, id: string, members: readonly Account[]): Promise<LimitedCoupon> {
  await insertRow(owner, 'checkout.coupon', {
    id,
    code: id.toUpperCase(),
    name: 'Ten per cent',
    discount_type: 'percentage',
    discount_value: '10.00',
    starts_at: new Date(Date.now() - 3_600_000),
    ends_at: new Date(Date.now() + 7 * 86_400_000),
    usage_limit: couponLimit,
  })
  const { rows } = await owner.query<{ id: string; customerId: string }>(
    `insert into checkout.coupon_claim (coupon_id, customer_id, claimed_at)
     select $1, customer_id, now() from unnest($2::text[]) customer_id
     returning id, customer_id as "customerId"`,
    [id, members.map(({ uid }) => uid)],
  )
  return { id, limit: couponLimit, claims: new Map(rows.map(row => [row.customerId, Number(row.id)])) }
}
