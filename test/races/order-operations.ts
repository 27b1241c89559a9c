import { kindOf, type MemberClient } from '../system/client.ts'
import { actByStaff } from '../system/staff.ts'
import { system } from './system.ts'

/** An order of a race, one of its two pieces, and the coupon claim that is applied to it or may be. */
export type RacedOrder = { member: MemberClient; orderId: string; pieceId: number; total: string; claimId: number }

/** What can be done to an order; each returns how it ended. */
export const operations = {
  cancel: async ({ member, orderId }: RacedOrder) => kindOf(await member.cancelOrder(orderId)),
  'confirm-cod': async ({ member, orderId }: RacedOrder) => kindOf(await member.confirmCod(orderId)),
  'cancel paid': async ({ orderId }: RacedOrder) =>
    kindOf(await actByStaff(system, 'order', orderId, 'cancel-paid', { reason: 'closed' })),
  ship: async ({ orderId }: RacedOrder) => kindOf(await actByStaff(system, 'order', orderId, 'ship')),
  complete: async ({ orderId }: RacedOrder) => kindOf(await actByStaff(system, 'order', orderId, 'complete')),
  return: async ({ orderId }: RacedOrder) =>
    kindOf(await actByStaff(system, 'order', orderId, 'returns', { reason: 'refused' })),
  unship: async ({ orderId }: RacedOrder) =>
    kindOf(await actByStaff(system, 'order', orderId, 'unship', { reason: 'wrong parcel' })),
  reallocate: async ({ orderId }: RacedOrder) => kindOf(await actByStaff(system, 'order', orderId, 'reallocate')),
  'correct recipient': async ({ orderId }: RacedOrder) =>
    kindOf(await actByStaff(system, 'order', orderId, 'recipient', { address: 'No. 1' }, 'PATCH')),
  'return a piece': async ({ orderId, pieceId }: RacedOrder) => {
    const items = [{ orderItemId: pieceId, quantity: 1, to: 'stock' }]
    return kindOf(await actByStaff(system, 'order', orderId, 'returns', { items, reason: 'too small' }))
  },
  'give all back': async ({ orderId, total }: RacedOrder) =>
    kindOf(await actByStaff(system, 'order', orderId, 'refunds', { amount: total, reason: 'lost on the way' })),
  pay: async ({ orderId, total }: RacedOrder) => {
    await system.payments.pay({ kind: 'order', id: orderId }, total)
    return 'published'
  },
  'use a coupon': async ({ member, orderId, claimId }: RacedOrder) =>
    kindOf(await member.changeOrder(orderId, { couponClaimId: claimId })),
}
export type Operation = keyof typeof operations
