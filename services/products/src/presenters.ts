import type { Movement } from '@campstore/contract/admin/inventory'
import type { AdminProduct } from '@campstore/contract/admin/products'
import type { Product } from '@campstore/contract/products/schemas'
import { gap } from './domain/response-template.ts'
import type { AdministeredProduct } from './persistence/admin-products.ts'
import type { ListedProduct } from './persistence/catalogue.ts'
import type { MovementRow } from './persistence/movements.ts'

/** A product in the contract's shape, with a gap in each variant for what is live. */
export const presentProduct = (product: ListedProduct): Product => ({
  ...product,
  variants: product.variants.map(variant => ({ ...variant, ...gap })),
})

/** A product as administrators see it. */
export const presentAdministered = (product: AdministeredProduct): AdminProduct => ({
  ...product,
  createdAt: timestamp(product.createdAt),
  updatedAt: timestamp(product.updatedAt),
})

/** A movement of stock. */
export const presentMovement = (row: MovementRow): Movement => ({
  id: row.id,
  variantId: row.variant_id,
  locationId: row.location_id,
  quantityDelta: row.quantity_delta,
  reason: row.reason,
  onHandAfter: row.on_hand_after,
  createdBy: row.created_by,
  createdAt: timestamp(row.created_at),
})

const timestamp = (stored: string): string => new Date(stored).toISOString()
