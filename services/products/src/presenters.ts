import { movementSchema } from '@campstore/contract/admin/inventory'
import { type AdminProduct, adminProductSchema } from '@campstore/contract/admin/products'
import { present, presenterOf } from '@campstore/contract/present'
import type { Product } from '@campstore/contract/products/schemas'
import type { StoredProduct } from './persistence/admin-products.ts'
import type { ListedProduct } from './persistence/catalogue.ts'

/** Available pieces by variant; none of a variant that is missing. */
export type Available = ReadonlyMap<string, number>

/** A product as customers see it. */
export const presentProduct = (product: ListedProduct, available: Available): Product => ({
  ...product,
  variants: product.variants.map(variant => ({ ...variant, ...presentAvailability(variant.id, available) })),
})

/** A variant is in stock when at least one piece is available (docs/contract/catalogue.md#available-quantity). */
function presentAvailability(variantId: string, available: Available) {
  const availableQuantity = available.get(variantId) ?? 0
  return { availableQuantity, inStock: availableQuantity > 0 }
}

/** A product as administrators see it. */
export const presentAdminProduct = (product: StoredProduct, available: Available): AdminProduct =>
  present(adminProductSchema, product, {
    variants: product.variants.map(variant => ({ ...variant, ...presentAvailability(variant.id, available) })),
  })

export const presentMovement = presenterOf(movementSchema)
