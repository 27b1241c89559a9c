import type { RentalLoad } from '@campstore/contract/admin/stays'
import { addDays, type PlainDate } from '@campstore/core/plain-date'
import type { Queryable } from '@campstore/database/database'

/**
 * What each location rents out, with its reservations: their first and last day, numbered from the first day that is asked for, and
 * their quantity. A reservation that ends on the first day is among them. Days are composed by {@link findRentalLoad}: as rows
 * here they cost five times as much.
 */
const reservedStock = /* sql */ `
    select
      stock.location_id as "locationId",
      stock.location_name as "locationName",
      stock.campground_id as "campgroundId",
      stock.variant_id as "variantId",
      variant.sku,
      variant.item_name as name,
      variant.specification,
      stock.on_hand as "onHand",
      reserved.stays
    from inventory.located_stock stock
    -- Few variants are rented out: each is looked up, where a join would read all variants.
    cross join lateral (
      select sku, item_name, specification
      from catalog.rental_variant
      where variant_id = stock.variant_id
      offset 0
    ) variant
    cross join lateral (
      select json_agg(json_build_array(lower(stay) - $1::date, upper(stay) - $1::date, quantity)) as stays
      from booking.rental_reservation
      where variant_id = stock.variant_id
        and location_id = stock.location_id
        and status = 'active'
        and stay && daterange($1::date - 1, $1::date + $2::integer)
    ) reserved
    where stock.kind = 'rental'
      and reserved.stays is not null
      and ($3::text is null or stock.campground_id = $3)
    order by stock.location_id, variant.sku, stock.variant_id`

type Reservation = [first: number, last: number, quantity: number]
type ReservedStock = Omit<RentalLoad, 'day' | 'out' | 'leaving' | 'returning' | 'free'> & { stays: Reservation[] }

/** The rental load of each location on each of some days, by day, location and SKU; no rows without rentals. */
export async function findRentalLoad(
  database: Queryable,
  { day, days, campgroundId = null }: { day: PlainDate; days: number; campgroundId?: string | null | undefined },
): Promise<RentalLoad[]> {
  const { rows } = await database.query<ReservedStock>(reservedStock, [day, days, campgroundId])
  return Array.from({ length: days }, (_, number) =>
    rows.flatMap(stock => loadOn(number, addDays(day, number), stock)),
  ).flat()
}

function loadOn(number: number, day: PlainDate, { stays, ...stock }: ReservedStock): RentalLoad[] {
  const touching = stays.filter(([first, last]) => first <= number && number <= last)
  if (touching.length === 0) return []
  const sum = (of: (reservation: Reservation) => boolean) =>
    touching.filter(of).reduce((units, [, , quantity]) => units + quantity, 0)
  const out = sum(([, last]) => number < last)
  const leaving = sum(([first]) => first === number)
  const returning = sum(([, last]) => last === number)
  return [{ day, ...stock, out, leaving, returning, free: stock.onHand - out }]
}
