import { randomBytes, randomUUID } from 'node:crypto'
import { createScenario } from '@campstore/checkout/testing/scenario'
import type { Pool } from 'pg'
import type { MemberClient, StoreOrderRequest } from './client.ts'

/** Variants on sale, each of a different product. */
export type OpenStore = { variantIds: string[]; productIds: string[] }

/** Puts variants on sale at 500.00 with pieces in one shop or several; all ids sort in the order given. */
export async function openStore(owner: Pool, stock: readonly (number | readonly number[])[]): Promise<OpenStore> {
  const id = `store-${randomBytes(4).toString('hex')}`
  const set = createScenario(owner)
  const sold = await Promise.all(
    stock.map((pieces, line) => {
      const shops = [pieces].flat().map((onHand, place): [string, number] => [`${id}-shop-${place}`, onHand])
      const variantId = `${id}-${String(line).padStart(3, '0')}`
      return set.variant({
        item: { id: variantId, name: 'Kettle', category: id },
        variant: { id: variantId },
        onHand: Object.fromEntries(shops),
      })
    }),
  )
  return { variantIds: sold.map(({ variantId }) => variantId), productIds: sold.map(({ productId }) => productId) }
}

/** An order of a piece of each variant, ready to be paid by credit card, with a new idempotency key, unless the changes say otherwise. */
export const orderFor = (
  variantIds: readonly string[],
  changes: Partial<StoreOrderRequest> = {},
): StoreOrderRequest => ({
  items: variantIds.map(variantId => ({ variantId, quantity: 1 })),
  shipping: { recipientName: 'Lin Mei', phone: '0912345678', address: '1 Zhongxiao E. Rd., Taipei' },
  paymentMethod: 'gateway-credit',
  idempotencyKey: randomUUID(),
  ...changes,
})

/** Inserts a coupon of 10 per cent and a claim of it for each member; ids of the claims, in the members' order. */
export async function grantCoupon(
  owner: Pool,
  members: readonly MemberClient[],
  changes: Record<string, unknown> = {},
): Promise<number[]> {
  const set = createScenario(owner)
  const period = { starts_at: new Date(Date.now() - 3_600_000), ends_at: new Date(Date.now() + 86_400_000) }
  const couponId = await set.coupon({ ...period, ...changes })
  return Promise.all(members.map(member => set.claim(member, couponId)))
}
