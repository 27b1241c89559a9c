import type { Queryable } from '@campstore/database/database'
import {
  insertProduct,
  insertStock,
  insertVariant,
  type TestVariant,
  type VariantChanges,
} from '@campstore/testing/catalogue'
import { changeRow, type Fields, insertRow, unique } from '@campstore/testing/rows'
import { insertCoupon, insertOrder } from '@campstore/testing/stored-rows'

export type SetSoldVariant = TestVariant & { productId: string }

/** Columns and stock of a variant on sale. */
export type SoldVariantChanges = VariantChanges & {
  product?: Fields
  images?: readonly string[]
  /** Pieces on hand at {@link storeId}, or by location id. */
  onHand?: number | Readonly<Record<string, number>>
}

export const storeId = 'store-1'

/** Test data by plain SQL. Each call creates something new. */
export type Scenario = ReturnType<typeof createScenario>

/** Builders over the owner's pool; variants cost 500.00 and have 5 pieces in one store, coupons are of 10 per cent. */
export function createScenario(owner: Queryable) {
  const coupon = (changes?: Fields): Promise<string> => insertCoupon(owner, changes)
  return {
    coupon,
    variant: (changes: SoldVariantChanges = {}): Promise<SetSoldVariant> => insertSoldVariant(owner, changes),
    location: async (changes: Fields = {}): Promise<string> => {
      const row = { id: unique('store'), name: '分店', kind: 'store', active: true, ...changes }
      await insertRow(owner, 'inventory.location', row)
      return row.id
    },
    stock: (variant: Pick<TestVariant, 'variantId'>, locationId: string, onHand: number): Promise<void> =>
      insertStock(owner, variant, { id: locationId }, onHand),
    /** Changes columns of a variant's stock at a location. */
    changeStock: async ({ variantId }: Pick<TestVariant, 'variantId'>, onHand: number, locationId = storeId) => {
      await owner.query('update inventory.stock set on_hand = $3 where variant_id = $1 and location_id = $2', [
        variantId,
        locationId,
        onHand,
      ])
    },
    /** A claim of the customer, on a new coupon unless one is named. */
    claim: async (customer: { customerId: string }, couponId?: string, changes: Fields = {}): Promise<number> => {
      const row = { coupon_id: couponId ?? (await coupon()), customer_id: customer.customerId, ...changes }
      const { id } = await insertRow(owner, 'checkout.coupon_claim', { claimed_at: '2026-11-02T00:00:00Z', ...row })
      return Number(id)
    },
    shipping: async (flatFee: string, freeShippingThreshold: string): Promise<void> => {
      const changes = { flat_fee: flatFee, free_shipping_threshold: freeShippingThreshold }
      await changeRow(owner, 'checkout.shipping_policy', 1, changes)
    },
    /** An order without items, of any customer: unshipped, unpaid, just placed. */
    order: (changes?: Fields): Promise<string> => insertOrder(owner, changes),
    /** Changes columns of an existing row: `change('catalog.variant', variant.variantId, { active: false })`. */
    change: (table: string, id: string | number, changes: Fields): Promise<void> =>
      changeRow(owner, table, id, changes),
  }
}

async function insertSoldVariant(
  owner: Queryable,
  { product, images, onHand = 5, ...changes }: SoldVariantChanges,
): Promise<SetSoldVariant> {
  const variant = await insertVariant(owner, { ...changes, variant: { price: '500.00', ...changes.variant } })
  const productId = await insertProduct(owner, variant.itemId, { product, images })
  const places = typeof onHand === 'number' ? { [storeId]: onHand } : onHand
  for (const [id, pieces] of Object.entries(places)) await insertStock(owner, variant, { id }, pieces)
  return { ...variant, productId }
}
