import { type Movement, movementSchema } from '@campstore/contract/admin/inventory'
import { type AdminProduct, adminProductSchema } from '@campstore/contract/admin/products'
import { present } from '@campstore/contract/present'
import type { Product } from '@campstore/contract/products/schemas'
import { exact, money } from '@campstore/core/money'
import { byCodePoint } from './domain/text-order.ts'
import type { ListedProduct } from './persistence/catalogue.ts'
import type { ProductRow } from './persistence/entities.ts'
import type { MovementRow } from './persistence/movements.ts'
import { soldVariants } from './persistence/products.ts'

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

/**
 * A product as administrators see it, or undefined where none of its variants is sold. A variant counts as active while its
 * SKU is too. The price is the lowest of the active variants, or of all where none is (docs/contract/admin.md#products).
 */
export function presentAdminProduct(product: ProductRow, available: Available): AdminProduct | undefined {
  const variants = soldVariants(product)
    .toSorted((left, right) => exact(left.price).cmp(right.price) || byCodePoint(left.id, right.id))
    .map(({ id, sku, color, size, specification, price, active }) => ({
      id,
      sku: sku.code,
      color: color ?? null,
      size: size ?? null,
      specification,
      price: money(price),
      ...presentAvailability(id, available),
      active: active && sku.active,
    }))
  const cheapest = variants.find(({ active }) => active) ?? variants[0]
  if (!cheapest) return undefined
  const { item } = product
  const [image] = product.images.getItems().toSorted((left, right) => left.position - right.position)
  const { name, category = null, brand = null, description = null } = item
  return present(adminProductSchema, product, {
    itemId: item.id,
    name,
    category,
    brand,
    description,
    variants,
    image: image?.path ?? null,
    price: cheapest.price,
  })
}

/** A movement of stock. */
export const presentMovement = (row: MovementRow): Movement => present(movementSchema, row, { id: Number(row.id) })
