import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { CouponEntity, type CouponRow } from './entities.ts'

/** A coupon; null when there is none. */
export const findCoupon = (em: EntityManager, id: string): Promise<CouponRow | null> => em.findOne(CouponEntity, { id })

/** A coupon, locked until the transaction ends. Transactions that apply a claim on it wait, and it waits for them. */
export const lockCoupon = (em: EntityManager, id: string): Promise<CouponRow | null> =>
  em.findOne(CouponEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })

/** Inserts a coupon; false when another one has its code, in any case. */
export async function insertCoupon(em: EntityManager, coupon: CouponRow): Promise<boolean> {
  try {
    await em.insert(CouponEntity, coupon)
    return true
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) return false
    throw error
  }
}
