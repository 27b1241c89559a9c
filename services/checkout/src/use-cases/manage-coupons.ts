import { isDeepStrictEqual } from 'node:util'
import type { ChangeCoupon, CouponsQuery, CreateCoupon } from '@campstore/contract/admin/coupons'
import type { Coupon, CouponClaim } from '@campstore/contract/coupons'
import { ApiError } from '@campstore/contract/errors'
import type { Page } from '@campstore/contract/route'
import { money } from '@campstore/core/money'
import { type Queryable, transaction } from '@campstore/database/database'
import type { FindPage } from '@campstore/database/pagination'
import type { Dependencies } from '../dependencies.ts'
import { faultsOf } from '../domain/coupons.ts'
import {
  addClaim,
  addCoupon,
  countApplied,
  findCoupon,
  findCoupons,
  lockCoupon,
  type StoredCoupon,
  saveCoupon,
} from '../persistence/coupon-repository.ts'
import { presentClaim, presentCoupon } from '../presenters.ts'

/** One page of coupons. */
export const listCoupons =
  (findPage: FindPage) =>
  async (query: CouponsQuery): Promise<Page<Coupon>> => {
    const { items, totalElements } = await findCoupons(findPage, query)
    return { items: items.map(presentCoupon), page: query.page, size: query.size, totalElements }
  }

/** One coupon. Throws NOT_FOUND. */
export const readCoupon =
  ({ database }: Pick<Dependencies, 'database'>) =>
  async (id: string): Promise<Coupon> => {
    const coupon = await findCoupon(database.pool, id)
    if (!coupon) throw noSuchCoupon()
    return presentCoupon(coupon)
  }

const noSuchCoupon = () => new ApiError('NOT_FOUND', 'There is no such coupon')

/**
 * Creates a coupon; what is not given has no minimum, no cap and no limit (decisions.md, 12).
 *
 * @throws {ApiError} VALIDATION_ERROR; CONFLICT for a code that another coupon has, in whatever case
 */
export const createCoupon =
  ({ database, clock, newId }: Pick<Dependencies, 'database' | 'clock' | 'newId'>) =>
  async (request: CreateCoupon): Promise<Coupon> => {
    const now = clock()
    const coupon: StoredCoupon = {
      ...request,
      id: newId(),
      minSpend: request.minSpend ?? money(0),
      maxDiscount: request.maxDiscount ?? null,
      startsAt: new Date(request.startsAt),
      endsAt: new Date(request.endsAt),
      usageLimit: request.usageLimit ?? null,
      usedCount: 0,
      createdAt: now,
      updatedAt: now,
    }
    requireSound(coupon, request)
    const added = await addCoupon(database.pool, coupon)
    if (!added) throw new ApiError('CONFLICT', 'Another coupon has this code')
    return presentCoupon(coupon)
  }

/**
 * Changes a coupon under its lock. Orders keep the coupon as it was when they took it.
 *
 * @throws {ApiError} NOT_FOUND; VALIDATION_ERROR where the changed coupon as a whole is none; CONFLICT for a usage limit
 *   below what is used and applied already
 */
export const changeCoupon =
  ({ database, clock }: Pick<Dependencies, 'database' | 'clock'>) =>
  (id: string, change: ChangeCoupon): Promise<Coupon> =>
    transaction(database.pool, async tx => {
      const coupon = await lockCoupon(tx, id)
      if (!coupon) throw noSuchCoupon()
      const wanted = withChange(coupon, change)
      requireSound(wanted, change)
      if (isDeepStrictEqual(wanted, coupon)) return presentCoupon(coupon)
      if (typeof change.usageLimit === 'number') await requireRoom(tx, coupon, change.usageLimit)
      const changed = { ...wanted, updatedAt: clock() }
      await saveCoupon(tx, changed)
      return presentCoupon(changed)
    })

/** A limit counts the claims that are used and those on unpaid orders (decisions.md, 12). Throws CONFLICT. */
async function requireRoom(tx: Queryable, { id, usedCount }: StoredCoupon, usageLimit: number): Promise<void> {
  const taken = usedCount + (await countApplied(tx, id))
  if (usageLimit >= taken) return
  const claims = taken === 1 ? 'the one claim' : `the ${taken} claims`
  throw new ApiError('CONFLICT', `The limit cannot be lower than ${claims} already used or on orders.`)
}

const withChange = (coupon: StoredCoupon, { startsAt, endsAt, ...change }: ChangeCoupon): StoredCoupon => ({
  ...coupon,
  ...change,
  startsAt: startsAt === undefined ? coupon.startsAt : new Date(startsAt),
  endsAt: endsAt === undefined ? coupon.endsAt : new Date(endsAt),
})

function requireSound(coupon: StoredCoupon, written: { endsAt?: string }): void {
  const details = faultsOf(coupon, written)
  if (details.length > 0) throw new ApiError('VALIDATION_ERROR', 'The coupon is not valid', { details })
}

/**
 * Gives a customer the right to use a coupon once (decisions.md, 8).
 *
 * @throws {ApiError} NOT_FOUND for an unknown coupon, or a customer who is unknown or deleted; CONFLICT for a second claim
 */
export const claimCoupon =
  ({ database, clock }: Pick<Dependencies, 'database' | 'clock'>) =>
  async (couponId: string, customerId: string): Promise<CouponClaim> => {
    const { couponKnown, customerKnown, claim } = await addClaim(database.pool, { couponId, customerId, at: clock() })
    if (!couponKnown) throw noSuchCoupon()
    if (!customerKnown) throw new ApiError('NOT_FOUND', 'There is no such customer')
    if (!claim) throw new ApiError('CONFLICT', 'The customer has a claim on this coupon already')
    return presentClaim(claim)
  }
