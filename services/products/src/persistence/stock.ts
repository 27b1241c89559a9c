import type { Stock, StockLocation, StockQuery } from '@campstore/contract/admin/inventory'
import { columnList } from '@campstore/database/column-list'
import { type Condition, whenPresent } from '@campstore/database/conditions'
import type { Queryable } from '@campstore/database/database'
import { matchesLookUp } from '@campstore/database/look-up'
import { orderByField } from '@campstore/database/page-query'
import type { FindPage, FoundPage } from '@campstore/database/pagination'
import { allRows } from '@campstore/database/rows'

const variants = /* sql */ `
  catalog.variant
  join catalog.sku on sku.id = variant.sku_id`

/** With the names, for a search alone. */
const items = /* sql */ `
  join catalog.equipment_item item on item.id = sku.item_id`

/** With the sellable pieces, summed over all variants: only if the list is sorted or filtered by them. */
const availablePieces = /* sql */ `
  left join (
    select stock.variant_id, sum(stock.on_hand - stock.reserved) as pieces
    from inventory.stock
    join inventory.location on location.id = stock.location_id and location.kind = 'store' and location.active
    group by stock.variant_id
  ) free on free.variant_id = variant.id`
const available = 'greatest(coalesce(free.pieces, 0), 0)'

const hasStockAt = (sql: string, value: string | undefined): Condition | undefined =>
  whenPresent(
    value,
    `exists (
      select
      from inventory.stock
      join inventory.location on location.id = stock.location_id
      where stock.variant_id = variant.id and ${sql}
    )`,
  )

/** Finds the ids of a page of variants (docs/contract/admin.md#stock). */
export async function findStockedVariants(
  findPage: FindPage,
  { page, size, q, locationId, kind, variantId, below, sort }: StockQuery,
): Promise<FoundPage<string>> {
  const needsAvailable = below !== undefined || sort.by === 'available'
  const found = await findPage<{ id: string }>({
    columns: 'variant.id',
    from: `${variants}${q === undefined ? '' : items}${needsAvailable ? availablePieces : ''}`,
    conditions: [
      whenPresent(variantId, 'variant.id = ?'),
      hasStockAt('stock.location_id = ?', locationId),
      hasStockAt('location.kind = ?', kind),
      matchesLookUp({ texts: ['sku.code', 'item.name', 'variant.specification'] }, q),
      whenPresent(below, `${available} < ?`),
    ],
    orderBy: orderByField(sort, { sku: 'lower(sku.code) collate "C"', available }, 'variant.id'),
    page,
    size,
    // The filters are evaluated once, and not again for the total, the page and its rows.
    idsFirst: true,
    idsOnly: true,
  })
  return { ...found, items: found.items.map(({ id }) => id) }
}

const stockById = {
  name: 'stock-by-variant',
  text: /* sql */ `
    with rented as materialized (
      select *
      from booking.rented_out($1, $2)
    )
    select
      variant.id as "variantId",
      sku.code as sku,
      product.id as "productId",
      item.name as "productName",
      variant.specification,
      variant.active and sku.active as active,
      places.*
    from unnest($1::text[]) with ordinality as requested (id, position)
    join catalog.variant on variant.id = requested.id
    join catalog.sku on sku.id = variant.sku_id
    join catalog.equipment_item item on item.id = sku.item_id
    left join catalog.product on product.item_id = item.id and variant.price is not null
    cross join lateral (
      select
        coalesce(sum(place.on_hand) filter (where place.sells), 0)::float8 as "onHand",
        coalesce(sum(place.reserved) filter (where place.sells), 0)::float8 as reserved,
        greatest(coalesce(sum(place.on_hand - place.reserved) filter (where place.sells), 0), 0)::float8 as available,
        coalesce(
          json_agg(
            json_build_object(
              'locationId', place.location_id,
              'locationName', place.name,
              'kind', place.kind,
              'onHand', place.on_hand,
              'reserved', place.reserved,
              'available', greatest(place.on_hand - place.reserved, 0)
            )
            order by place.location_id
          ),
          '[]'
        ) as locations
      from (
        select
          stock.location_id,
          location.name,
          location.kind,
          location.kind = 'store' and location.active as sells,
          stock.on_hand,
          case location.kind when 'store' then stock.reserved else coalesce(rented.pieces, 0) end as reserved
        from inventory.stock
        join inventory.location on location.id = stock.location_id
        left join rented on rented.variant_id = stock.variant_id and rented.location_id = stock.location_id
        where stock.variant_id = variant.id
      ) place
    ) places
    order by requested.position`,
}

/**
 * Reads the stock of variants, in the order of their ids here.
 *
 * @param at decides which day is today, whose rentals are reserved
 */
export const readStock = (database: Queryable, variantIds: readonly string[], at: Date): Promise<Stock[]> =>
  allRows(database, { ...stockById, values: [variantIds, at] })

const locations = /* sql */ `
  select ${columnList('location', ['id', 'name', 'kind', 'campgroundId'])}
  from inventory.location
  order by id collate "C"`

/** Every location of stock, by id; also the ones that are no longer used, because movements name them. */
export const findLocations = async (database: Queryable): Promise<StockLocation[]> =>
  (await database.query<StockLocation>(locations)).rows
