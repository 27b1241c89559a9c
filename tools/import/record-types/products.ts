import { isImageAddress } from '@campstore/contract/image-address'
import { z } from 'zod'
import { id, pictureName } from '../fields.ts'
import { defineRecordType } from '../record-type.ts'

/** The path at which the products service serves a picture. */
const picturePath = (name: string): string => `/api/products/images/${name}`

const image = z
  .string()
  .max(2_000)
  .refine(isImage, 'must be the name of a picture, like "tent.svg", or an address that begins with https://')
  .describe('a file of pictures/, by its name, or an address that begins with https://')

/** Equipment items that are sold (docs/contract/resources.md#product). */
export const products = defineRecordType({
  file: 'products.json',
  title: 'Products of the store',
  record: z.strictObject({
    id,
    itemId: id.describe('an item of items.json; sold as one product; its variants with a price are offered'),
    status: z.enum(['active', 'inactive']).default('active').describe('only active products are public'),
    images: z.array(image).max(20).default([]).describe('the first is the one that customers see'),
  }),
  targets: [
    {
      name: 'products',
      table: 'catalog.product',
      columns: ['id', 'itemId', 'status'],
      key: ['id'],
      references: [{ field: 'itemId', to: 'items' }],
      unique: [{ fields: ['itemId'] }],
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
      rows: product => [product],
    },
    {
      name: 'product images',
      table: 'catalog.product_image',
      within: ['images'],
      columns: ['productId', 'position', 'path'],
      key: ['productId', 'position'],
      references: [{ field: 'picture', to: 'pictures', isWhole: true }],
      rows: product =>
        product.images.map((name, position) => {
          const place = { productId: product.id, position }
          return pictureName.test(name)
            ? { ...place, path: picturePath(name), picture: name }
            : { ...place, path: name, picture: null }
        }),
    },
  ],
})

function isImage(value: string): boolean {
  return pictureName.test(value) || (value.startsWith('https://') && isImageAddress(value))
}
