import type { productStatuses } from '@campstore/contract/admin/products'
import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** An item that is rented out or sold, described once for all of its variants. */
export const EquipmentItemEntity = defineEntity({
  name: 'EquipmentItem',
  schema: 'catalog',
  properties: {
    id: p.text().primary(),
    name: p.text(),
    category: p.text().nullable(),
    brand: p.text().nullable(),
    description: p.text().nullable(),
    active: p.boolean().default(true),
    skus: () => p.oneToMany(SkuEntity).mappedBy('item'),
  },
})

/** A stock-keeping unit of an item; usually of one variant. */
export const SkuEntity = defineEntity({
  name: 'Sku',
  schema: 'catalog',
  properties: {
    id: p.text().primary(),
    item: () => p.manyToOne(EquipmentItemEntity),
    code: p.text(),
    /** Set while the code is one that former versions told apart from another (migrations/0002-keys.sql). */
    keyTwin: p.text().default(''),
    active: p.boolean().default(true),
    variants: () => p.oneToMany(VariantEntity).mappedBy('sku'),
  },
})

/** A variant of an item; without a price it is only rented out. */
export const VariantEntity = defineEntity({
  name: 'Variant',
  schema: 'catalog',
  properties: {
    id: p.text().primary(),
    sku: () => p.manyToOne(SkuEntity),
    color: p.text().nullable(),
    size: p.text().nullable(),
    specification: p.text(),
    price: p.decimal('string').nullable(),
    active: p.boolean(),
    createdAt: p.datetime(),
  },
})
export type VariantRow = InferEntity<typeof VariantEntity>

/** An item that is sold: whether it is offered, and with which images. */
export const ProductEntity = defineEntity({
  name: 'Product',
  schema: 'catalog',
  properties: {
    id: p.text().primary(),
    item: () => p.oneToOne(EquipmentItemEntity),
    status: p.text().$type<(typeof productStatuses)[number]>(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    images: () => p.oneToMany(ProductImageEntity).mappedBy('product').orderBy({ position: 'asc' }).orphanRemoval(),
  },
})
export type ProductRow = InferEntity<typeof ProductEntity>

/** The path or address of an image; customers see the one of the lowest position. */
export const ProductImageEntity = defineEntity({
  name: 'ProductImage',
  schema: 'catalog',
  properties: { product: () => p.manyToOne(ProductEntity).primary(), position: p.integer().primary(), path: p.text() },
})

/** Everything MikroORM reads and writes for this service: data that operators maintain. */
export const entities = [EquipmentItemEntity, SkuEntity, VariantEntity, ProductEntity, ProductImageEntity]
