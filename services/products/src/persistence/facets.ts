import type { Facets } from '@campstore/contract/products/schemas'
import type { Money } from '@campstore/core/money'
import type { Queryable } from '@campstore/database/database'
import { onlyRow } from '@campstore/database/rows'
import { type CatalogueSnapshot, condition, type Filter } from './catalogue.ts'
import { type InStock, type InStockReader, readWithStock, revision } from './in-stock.ts'

/** Facets as they were in one state of the catalogue. */
export type FacetSnapshot = Pick<CatalogueSnapshot, 'revision' | 'readAt'> & { facets: Facets }

type FacetRow = Omit<Facets, 'price'> & { revision: string; lowest: Money | null; highest: Money | null }

/**
 * Reads the facets of a list: the values of each filter are counted with all other filters. What every count needs is found once.
 */
export const readFacets = (database: Queryable, filter: Filter, readInStock: InStockReader): Promise<FacetSnapshot> =>
  readWithStock(readInStock, filter.inStock, stock => countFacets(database, filter, stock))

async function countFacets(
  database: Queryable,
  { q, inStock: _, ...chosen }: Filter,
  stock: InStock | undefined,
): Promise<FacetSnapshot> {
  const values: unknown[] = []
  const where = (changes: Filter = {}) => condition({ ...chosen, ...changes }, values)
  const {
    revision: token,
    lowest,
    highest,
    ...facets
  } = await onlyRow<FacetRow>(database, {
    text: /* sql */ `
      with found as materialized (
        select
          storefront.category, storefront.category_key, storefront.brand, storefront.brand_key, storefront.prices,
          storefront.lowest_price, storefront.highest_price
        from catalog.storefront_index storefront
        ${condition({ q }, values, stock)}
      )
      select
        ${revision} as revision,
        (select count(*)::integer from found storefront ${where()}) as total,
        ${valuesOf('category', where({ category: undefined }))} as categories,
        ${valuesOf('brand', where({ brand: undefined }))} as brands,
        price.lowest::text,
        price.highest::text
      from (
        select min(storefront.lowest_price) as lowest, max(storefront.highest_price) as highest
        from found storefront ${where({ minPrice: undefined, maxPrice: undefined })}
      ) price`,
    values,
  })
  return { revision: token, facets: { ...facets, price: lowest && highest && { lowest, highest } } }
}

/** SQL expression for the values of a column with their counts; of several spellings of one value, one. */
const valuesOf = (column: 'category' | 'brand', where: string) => /* sql */ `(
          select coalesce(json_agg(json_build_object('name', name, 'count', count) order by count desc, key), '[]')
          from (
            select
              storefront.${column}_key as key,
              min(btrim(storefront.${column}) collate "C") as name,
              count(*)::integer as count
            from found storefront ${where}
            group by storefront.${column}_key
            having storefront.${column}_key <> ''
            order by count desc, key
            limit 100
          ) facet
        )`
