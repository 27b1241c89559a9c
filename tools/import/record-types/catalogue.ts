import { textInput } from '@campstore/contract/admin/fields'
import { createProductSchema, newVariantSchema } from '@campstore/contract/admin/products'
import { maxLines, wholeInput } from '@campstore/contract/schemas'
import { z } from 'zod'
import { safeHtml } from '../../../services/products/src/domain/safe-html.ts'
import { active, id } from '../fields.ts'
import { columnsOf, jsonRecords } from '../json-records.ts'
import { imagePath, images, pictureName } from '../pictures.ts'

const { sku: code, price, ...variantFields } = newVariantSchema.shape
const variant = z.strictObject({
  id,
  ...variantFields,
  price: price.nullable().default(null).describe('TWD for one piece; null or left out: it is only rented'),
})
const sku = z.strictObject({ id, code, active, variants: z.array(variant).default([]) })
const hasFewVariants = (skus: readonly z.output<typeof sku>[]): boolean =>
  skus.flatMap(({ variants }) => variants).length <= maxLines
const { name, category, brand, description } = createProductSchema.shape

/** Equipment with its stock-keeping units and their variants. */
export const items = jsonRecords({
  file: 'items.json',
  title: 'Equipment items with SKUs and variants',
  record: z.strictObject({
    id,
    name,
    category,
    brand,
    description: description.transform(html => (html ? safeHtml(html) : null)),
    active,
    skus: z.array(sku).refine(hasFewVariants, `must have at most ${maxLines} variants`).default([]),
  }),
  table: 'catalog.equipment_item',
  parts: [
    {
      name: 'skus',
      within: 'skus',
      table: 'catalog.sku',
      columns: ['id', 'itemId', 'code', 'active'],
      immutable: ['itemId'],
      unique: { fields: ['code'], by: 'key' },
      rows: ({ id: itemId, skus }) => skus.map((one, nth) => ({ path: `skus.${nth}`, row: { ...one, itemId } })),
    },
    {
      name: 'variants',
      within: 'skus',
      table: 'catalog.variant',
      columns: [...columnsOf(variant), 'skuId'],
      immutable: ['skuId'],
      rows: ({ skus }) =>
        skus.flatMap(({ id: skuId, variants }, nth) =>
          variants.map((one, index) => ({ path: `skus.${nth}.variants.${index}`, row: { ...one, skuId } })),
        ),
    },
  ],
})

/** Equipment items that are sold (docs/contract/resources.md#product). */
export const products = jsonRecords({
  file: 'products.json',
  title: 'Products of the store',
  record: z.strictObject({
    id,
    itemId: id.describe('an item of items.json; sold as one product; its variants with a price are offered'),
    status: createProductSchema.shape.status.describe('only active products are public'),
    images,
  }),
  table: 'catalog.product',
  references: { itemId: 'items' },
  unique: { fields: ['itemId'], by: 'value' },
  immutable: ['itemId'],
  changedAt: 'updated_at',
  prune: `
    delete from catalog.product_image stored
    using staged_catalog_product product
    where stored.product_id = product.id
      and not exists (
        select from staged_catalog_product_image staged
        where staged.product_id = stored.product_id and staged.position = stored.position
      )`,
  parts: [
    {
      name: 'product images',
      within: 'images',
      table: 'catalog.product_image',
      columns: ['productId', 'position', 'path'],
      key: ['productId', 'position'],
      ofValues: true,
      references: { picture: 'pictures' },
      rows: ({ id: productId, images }) =>
        images.map((name, position) => {
          const picture = pictureName.test(name) ? name : null
          return { path: `images.${position}`, row: { productId, position, path: imagePath(name), picture } }
        }),
    },
  ],
})

const location = { id, name: textInput(200), active }

/** Locations of stock: shops, and one rental counter per campground. */
export const locations = jsonRecords({
  file: 'locations.json',
  title: 'Stock locations',
  record: z.discriminatedUnion(
    'kind',
    [
      z.strictObject({
        ...location,
        kind: z.literal('store'),
        campgroundId: z.null({ error: 'is for rental locations: leave it out' }).default(null),
      }),
      z.strictObject({
        ...location,
        kind: z.literal('rental'),
        campgroundId: id.describe('the campground whose guests rent here; one rental location per campground'),
      }),
    ],
    { error: 'must be "store" or "rental"' },
  ),
  table: 'inventory.location',
  references: { campgroundId: 'campgrounds' },
  unique: { fields: ['campgroundId'], by: 'value' },
  immutable: ['kind', 'campgroundId'],
})

/** How many pieces of a variant a location starts with. */
export const stock = jsonRecords({
  file: 'stock.json',
  title: 'Opening stock',
  record: z.strictObject({
    variantId: id,
    locationId: id,
    onHand: wholeInput(0).describe('pieces; written once, the running service counts from there (see --reset-stock)'),
  }),
  table: 'inventory.stock',
  key: ['variantId', 'locationId'],
  references: { variantId: 'variants', locationId: 'locations' },
  insertOnly: ['onHand'],
  // Every change of stock on hand has a movement, also a reset.
  beforeReset: `
    with counted as (
      select variant_id, location_id, stored.on_hand, staged.on_hand as reset_to
      from inventory.stock stored
      join staged_inventory_stock staged using (variant_id, location_id)
      order by variant_id, location_id
      for no key update of stored
    )
    insert into inventory.movement
      (variant_id, location_id, quantity_delta, reason, on_hand_after, created_by, created_at)
    select variant_id, location_id, reset_to - on_hand, 'reset to the opening stock', reset_to, 'import', now()
    from counted
    where reset_to <> on_hand`,
})
