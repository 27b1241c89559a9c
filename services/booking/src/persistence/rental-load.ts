import type { RentalLoad } from '@campstore/contract/admin/stays'
import type { PlainDate } from '@campstore/core/plain-date'
import type { Queryable } from '@campstore/database/database'

/**
 * Each location is asked once for the reservations of all days, by the index of active reservations, and for
 * the reservations of the day before, which end on the first day.
 */
const rentalLoad = /* sql */ `
    select
      to_char(load.day, 'YYYY-MM-DD') as day,
      stock.location_id as "locationId",
      stock.location_name as "locationName",
      stock.campground_id as "campgroundId",
      stock.variant_id as "variantId",
      variant.sku,
      variant.item_name as name,
      variant.specification,
      stock.on_hand as "onHand",
      load.out,
      load.leaving,
      load.returning,
      stock.on_hand - load.out as free
    from inventory.located_stock stock
    join catalog.rental_variant variant on variant.variant_id = stock.variant_id
    cross join lateral (
      select
        day,
        coalesce(sum(reservation.quantity) filter (where reservation.stay @> day), 0)::integer as out,
        coalesce(sum(reservation.quantity) filter (where lower(reservation.stay) = day), 0)::integer as leaving,
        coalesce(sum(reservation.quantity) filter (where upper(reservation.stay) = day), 0)::integer as returning
      from booking.rental_reservation reservation
      join generate_series(0, $2::integer - 1) as number on true
      cross join lateral (select $1::date + number) as numbered (day)
      where reservation.variant_id = stock.variant_id
        and reservation.location_id = stock.location_id
        and reservation.status = 'active'
        and reservation.stay && daterange($1::date - 1, $1::date + $2::integer)
        and (reservation.stay @> day or upper(reservation.stay) = day)
      group by day
    ) load
    where stock.kind = 'rental'
      and ($3::text is null or stock.campground_id = $3)
    order by load.day, stock.location_id, variant.sku, stock.variant_id`

/** What each location rents out on each of some days, by day, location and SKU; nothing for what has no rental. */
export async function findRentalLoad(
  database: Queryable,
  { day, days, campgroundId = null }: { day: PlainDate; days: number; campgroundId?: string | null | undefined },
): Promise<RentalLoad[]> {
  const { rows } = await database.query<RentalLoad>(rentalLoad, [day, days, campgroundId])
  return rows
}
