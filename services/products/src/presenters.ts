import type { Product } from '@campstore/contract/products/schemas'
import { gap } from './domain/prepared-answer.ts'
import type { ListedProduct } from './persistence/catalogue.ts'

/** A product in the contract's shape, with a gap in each variant for what is live. */
export const presentProduct = (product: ListedProduct): Product => ({
  ...product,
  variants: product.variants.map(variant => ({ ...variant, ...gap })),
})
