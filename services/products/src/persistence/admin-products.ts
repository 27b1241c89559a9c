import type { AdminProduct } from '@campstore/contract/admin/products'
import type { Queryable } from '@campstore/database/database'
import { primaryImage } from './catalogue.ts'
import { freeOfVariant } from './live.ts'

/** A product with all that administrators see of it; times as PostgreSQL's JSON has them. */
export type AdministeredProduct = AdminProduct

/**
 * A variant counts as active while its SKU is too. The price of a product is the lowest of its active variants, or of all
 * where none is (decisions.md, 12). A product none of whose variants has a price is not sold.
 */
const productsById = /* sql */ `
  select json_build_object(
    'id', product.id,
    'itemId', item.id,
    'status', product.status,
    'name', item.name,
    'category', item.category,
    'brand', item.brand,
    'description', item.description,
    'image', ${primaryImage},
    'price', sold.price::text,
    'variants', sold.variants,
    'createdAt', product.created_at,
    'updatedAt', product.updated_at
  ) as product
  from unnest($1::text[]) with ordinality as wanted (id, number)
  join catalog.product on product.id = wanted.id
  join catalog.equipment_item item on item.id = product.item_id
  cross join lateral (
    select
      coalesce(min(variant.price) filter (where variant.active and sku.active), min(variant.price)) as price,
      json_agg(
        json_build_object(
          'id', variant.id,
          'sku', sku.code,
          'color', variant.color,
          'size', variant.size,
          'specification', variant.specification,
          'price', variant.price::text,
          'availableQuantity', greatest(coalesce(free.pieces, 0), 0),
          'inStock', coalesce(free.pieces, 0) > 0,
          'active', variant.active and sku.active
        )
        order by variant.price, variant.id collate "C"
      ) as variants
    from catalog.sku
    join catalog.variant on variant.sku_id = sku.id
    cross join lateral (${freeOfVariant('variant.id')}
    ) free
    where sku.item_id = item.id and variant.price is not null
  ) sold
  where sold.variants is not null
  order by wanted.number`

/** Reads products, visible to customers or not, in the order of their ids here; unknown ids are left out. */
export async function readProducts(database: Queryable, ids: readonly string[]): Promise<AdministeredProduct[]> {
  const { rows } = await database.query<{ product: AdministeredProduct }>({
    name: 'administered-products',
    text: productsById,
    values: [ids],
  })
  return rows.map(({ product }) => product)
}
