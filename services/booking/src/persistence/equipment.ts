import type { RentalEquipment } from '@campstore/contract/booking/schemas'
import type { Queryable } from '@campstore/database/database'

const equipmentOfCampground = {
  name: 'equipment-of-campground',
  text: /* sql */ `
    select (
      select coalesce(json_agg(json_build_object(
        'id', listing.id,
        'rentalSkuVariantId', listing.variant_id,
        'campgroundId', listing.campground_id,
        'name', variant.item_name,
        'pricePerDayWeekday', listing.price_weekday::text,
        'pricePerDayHoliday', listing.price_holiday::text,
        'active', listing.active and variant.sku_usable and variant.item_usable
      ) order by listing.id), '[]')
      from booking.rental_listing listing
      join catalog.rental_variant variant on variant.variant_id = listing.variant_id
      where listing.campground_id = campground.id
    ) as equipment
    from booking.campground
    where campground.id = $1 and campground.active`,
}

/** Rental listings of an active campground in the contract's shape, or undefined when there is no such campground. */
export async function findEquipment(database: Queryable, campgroundId: string): Promise<RentalEquipment[] | undefined> {
  const { rows } = await database.query<{ equipment: RentalEquipment[] }>({
    ...equipmentOfCampground,
    values: [campgroundId],
  })
  return rows[0]?.equipment
}
