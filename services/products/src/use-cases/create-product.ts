import type { AdminProduct, CreateProduct } from '@campstore/contract/admin/products'
import type { Dependencies } from '../dependencies.ts'
import { safeHtml } from '../domain/safe-html.ts'
import { EquipmentItemEntity, ProductEntity } from '../persistence/entities.ts'
import { createVariant } from './add-variant.ts'
import { setPrimaryImage } from './change-product.ts'
import { skusOf, writeCatalogue } from './write-catalogue.ts'

/**
 * Creates an item with its variants, a SKU each, and the product that offers it (docs/contract/admin.md#products).
 *
 * @throws {ApiError} CONFLICT where a SKU is taken, also twice in the request
 */
export async function createProduct(deps: Dependencies, request: CreateProduct): Promise<AdminProduct> {
  const { name, status, category = null, brand = null, description, image, variants } = request
  return writeCatalogue(deps, skusOf(variants), async (em, at) => {
    const item = em.create(EquipmentItemEntity, {
      id: deps.newId(),
      name,
      category,
      brand,
      description: description ? safeHtml(description) : null,
    })
    const product = em.create(ProductEntity, { id: deps.newId(), item, status, createdAt: at, updatedAt: at })
    for (const variant of variants) createVariant(em, item, variant, deps.newId, at)
    if (image) setPrimaryImage(em, product, image)
    return product
  })
}
