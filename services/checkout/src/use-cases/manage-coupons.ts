import { isDeepStrictEqual } from 'node:util'
import type { ChangeCoupon, CreateCoupon } from '@campstore/contract/admin/coupons'
import { type Coupon, type CouponClaim, couponClaimSchema, couponSchema } from '@campstore/contract/coupons'
import { ApiError, errorAt, validationError } from '@campstore/contract/errors'
import { present, presenterOf } from '@campstore/contract/present'
import { shortened } from '@campstore/contract/quoted'
import { text } from '@campstore/contract/texts/text'
import { money } from '@campstore/core/money'
import { transaction } from '@campstore/database/database'
import { type EntityManager, LockMode, UniqueConstraintViolationException } from '@mikro-orm/core'
import type { Dependencies } from '../dependencies.ts'
import { mistakesIn } from '../domain/coupons.ts'
import { claimIdOrZero, insertClaim } from '../persistence/coupons.ts'
import { CouponClaimEntity, CouponEntity } from '../persistence/entities.ts'

const presentCoupon = presenterOf(couponSchema)

/** One coupon. Throws NOT_FOUND. */
export const readCoupon = async (deps: Dependencies, id: string): Promise<Coupon> =>
  presentCoupon(await findCoupon(await deps.database.em(), id))

const findCoupon = (em: EntityManager, id: string, lockMode: LockMode = LockMode.NONE) =>
  em.findOneOrFail(CouponEntity, id, { lockMode, failHandler: couponNotFound })

const couponNotFound = () => new ApiError('NOT_FOUND', text('coupon.notFound'))

/**
 * Creates a coupon, by default without minimum, cap or limit (docs/contract/admin.md#coupons). Throws CONFLICT for a
 * code that another coupon has, in any case.
 */
export async function createCoupon(deps: Dependencies, request: CreateCoupon): Promise<Coupon> {
  const now = deps.clock()
  const coupon = {
    ...request,
    id: deps.newId(),
    minSpend: request.minSpend ?? money(0),
    maxDiscount: request.maxDiscount ?? null,
    startsAt: new Date(request.startsAt),
    endsAt: new Date(request.endsAt),
    usageLimit: request.usageLimit ?? null,
    usedCount: 0,
    createdAt: now,
    updatedAt: now,
  }
  try {
    await (await deps.database.em()).insert(CouponEntity, coupon)
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error
    throw errorAt('CONFLICT', 'code', text('is.taken'), text('coupon.codeTaken'))
  }
  return presentCoupon(coupon)
}

/**
 * Changes a coupon under its lock: checkouts that apply a claim on it wait. Orders keep the coupon as it was when it was applied.
 * Throws NOT_FOUND; VALIDATION_ERROR when the changed coupon is not valid as a whole; CONFLICT for a usage limit below the used
 * and applied claims.
 */
export const changeCoupon = async (deps: Dependencies, id: string, change: ChangeCoupon): Promise<Coupon> =>
  (await deps.database.em()).transactional(async em => {
    const coupon = await findCoupon(em, id, LockMode.PESSIMISTIC_WRITE)
    const before = presentCoupon(coupon)
    const { startsAt, endsAt, ...fields } = change
    Object.assign(coupon, fields)
    if (startsAt !== undefined) coupon.startsAt = new Date(startsAt)
    if (endsAt !== undefined) coupon.endsAt = new Date(endsAt)
    const details = mistakesIn(coupon, change)
    if (details.length > 0) throw validationError(details)
    if (isDeepStrictEqual(presentCoupon(coupon), before)) return before
    if (typeof change.usageLimit === 'number' && change.usageLimit !== before.usageLimit)
      requireRoom(
        change.usageLimit,
        coupon.usedCount + (await em.count(CouponClaimEntity, { couponId: id, status: 'applied' })),
      )
    coupon.updatedAt = deps.clock()
    return presentCoupon(coupon)
  })

/** A limit counts the claims that are used and those on unpaid orders (docs/contract/coupons.md#usage-limit). Throws CONFLICT. */
function requireRoom(usageLimit: number, redemptions: number): void {
  if (usageLimit >= redemptions) return
  const message = text('coupon.limitTooLow', { count: redemptions })
  throw errorAt('CONFLICT', 'usageLimit', text('must.beAtLeast', { limit: redemptions }), message)
}

/**
 * Gives a customer the right to use a coupon once (docs/contract/coupons.md#claims). Throws NOT_FOUND for an unknown
 * coupon, or a customer who is unknown, deleted or joined into another one; CONFLICT for a second claim.
 */
export async function claimCoupon(deps: Dependencies, couponId: string, customerId: string): Promise<CouponClaim> {
  const claim = { couponId, customerId, at: deps.clock() }
  const result = await transaction(deps.database.requests, tx => insertClaim(tx, claim))
  if (!result?.couponExists) throw couponNotFound()
  if (!result.customerExists)
    throw errorAt(
      'NOT_FOUND',
      'customerId',
      text('is.unknown'),
      text('customer.unknown', { id: shortened(customerId) }),
    )
  if (!result.claim) throw errorAt('CONFLICT', 'customerId', text('claim.exists'), text('claim.second'))
  return present(couponClaimSchema, result.claim)
}

/** A claim on a coupon. Throws NOT_FOUND. */
export const readCouponClaim = async (deps: Dependencies, couponId: string, claimId: string): Promise<CouponClaim> =>
  present(couponClaimSchema, await findClaim(await deps.database.em(), couponId, claimId))

/** @param claimId from the path: an impossible id names no claim */
function findClaim(em: EntityManager, couponId: string, claimId: string, lockMode: LockMode = LockMode.NONE) {
  const id = /^[1-9]\d{0,15}$/.test(claimId) ? claimIdOrZero(Number(claimId)) : 0
  const failHandler = () => new ApiError('NOT_FOUND', text('claim.notFound'))
  return em.findOneOrFail(CouponClaimEntity, { id, couponId }, { lockMode, failHandler })
}

/**
 * Revokes an available claim under its lock (docs/contract/admin.md#claims). A concurrent checkout comes before and
 * keeps it, or after and does not find it. Throws NOT_FOUND; CONFLICT for a claim that is on an order or used.
 */
export const deleteCouponClaim = async (deps: Dependencies, couponId: string, claimId: string): Promise<null> =>
  (await deps.database.em()).transactional(async em => {
    const claim = await findClaim(em, couponId, claimId, LockMode.PESSIMISTIC_WRITE)
    if (claim.status !== 'available') throw new ApiError('CONFLICT', text('claim.taken'))
    em.remove(claim)
    return null
  })
