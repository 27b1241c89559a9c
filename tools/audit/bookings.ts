import { always, type Invariant, noted } from './invariant.ts'

/** Nights with more pieces reserved than this number of pieces. */
const shortRentals = (pieces: string) => `
      select stock.variant_id, rented.night, rented.reserved, stock.on_hand
      from (
        select variant_id, location_id, night::date as night, sum(quantity) as reserved
        from booking.rental_reservation
        cross join generate_series(lower(stay), upper(stay) - 1, interval '1 day') night
        where status = 'active'
        group by variant_id, location_id, night
      ) rented
      join inventory.stock using (variant_id, location_id)
      where rented.reserved > ${pieces}`

/** Pieces that are on hand or that staff have ever taken away. */
const everOnHand = `stock.on_hand + (
        select coalesce(-sum(quantity_delta), 0)
        from inventory.movement
        where (movement.variant_id, movement.location_id) = (stock.variant_id, stock.location_id)
          and quantity_delta < 0 and not shipment
      )`

/** What holds of bookings, their zones and their rentals. */
export const bookingInvariants: readonly Invariant[] = [
  ...always({
    // From today on, as it is where the date changes first: staff may lower a zone below what nights that are over had
    // (docs/contract/admin.md#campgrounds).
    'no zone has more sites held for a night than it has': `
      select zone.id as zone_id, night::date, sum(held.quantity) as held, zone.total_sites
      from booking.booking_zone held
      join booking.booking on booking.id = held.booking_id
      join booking.zone on zone.id = held.zone_id
      cross join generate_series(
        greatest(booking.check_in, (now() at time zone 'UTC' + interval '14 hours')::date), booking.check_out - 1,
        interval '1 day'
      ) night
      where booking.status in ('pending', 'confirmed')
      group by zone.id, night
      having sum(held.quantity) > zone.total_sites`,
    'the nights of zones have the sites of their stays': `
      with counted as (
        select zone_id, night::date as night, sum(quantity) as sites
        from booking.booking_zone
        join booking.policy on status = any (occupying_statuses)
        cross join generate_series(lower(stay), upper(stay) - 1, interval '1 day') night
        group by zone_id, night
      )
      select zone_id, night, kept.taken, counted.sites
      from booking.zone_night kept
      full join counted using (zone_id, night)
      where coalesce(kept.taken, 0) <> coalesce(counted.sites, 0)`,
    'no more rental items are reserved for a night than are on hand': shortRentals(everOnHand),
    'booked zones have the status and the stay of their booking': `
      select booking.id as booking_id, booking.status, held.status as zone_status
      from booking.booking
      left join booking.booking_zone held on held.booking_id = booking.id
      where (held.status, held.stay) is distinct from (booking.status, daterange(booking.check_in, booking.check_out))`,
    'attendance is of bookings that were confirmed, and their history has it': `
      select id as booking_id, status, attendance
      from booking.booking
      where attendance is not null
        and not exists (
          select
          from booking.status_history entry
          where booking_id = booking.id
            and (from_status, to_status) = ('confirmed', 'confirmed')
            and coalesce(entry.reason, attendance) = attendance
        )`,
    'rental reservations match their booking': `
      select booking.id as booking_id, booking.status, reserved.status as reservation
      from booking.rental_reservation reserved
      join booking.booking on booking.id = reserved.booking_id
      where reserved.stay <> daterange(booking.check_in, booking.check_out)
        or reserved.status <> case booking.status
          when 'cancelled' then 'released'
          when 'completed' then 'fulfilled'
          else 'active'
        end`,
    'amounts of bookings add up': `
      select booking.id as booking_id, zone_total, zones.total as of_zones, rental_total, rentals.total as of_rentals,
        discount, final_amount
      from booking.booking
      left join (
        select booking_id, sum(line_total) as total from booking.booking_zone group by booking_id
      ) zones on zones.booking_id = booking.id
      left join (
        select booking_id, sum(line_total) as total from booking.rental_reservation group by booking_id
      ) rentals on rentals.booking_id = booking.id
      where (zone_total, rental_total) <> (coalesce(zones.total, 0), coalesce(rentals.total, 0))
        or final_amount <> greatest(zone_total + rental_total - discount, 0)`,
    'agreed nights of changed stays add up': `
      select booking.id as booking_id, discount, agreed.totals, agreed.quantities, agreed.discounts
      from booking.booking
      cross join lateral (
        select bool_and(night.total = line_total) as totals,
          bool_and(night.quantity = line.quantity * (check_out - check_in)) as quantities, sum(night.discount) as discounts
        from (
          select nights, line_total, quantity from booking.booking_zone where booking_id = booking.id
          union all
          select nights, line_total, quantity from booking.rental_reservation where booking_id = booking.id
        ) line
        cross join lateral (
          select sum(total) as total, sum(quantity) as quantity, sum(discount) as discount
          from json_to_recordset(line.nights) as night (total numeric, quantity integer, discount numeric)
        ) night
        where line.nights is not null
      ) agreed
      where (agreed.totals, agreed.quantities, coalesce(agreed.discounts, 0)) <> (true, true, discount)
        or cardinality(holiday_nights) <> holiday_count`,
    'the content of changed stays is that of their last change, and each change begins with it': `
      select change.booking_id, change.id as change_id
      from (
        select *, lead(before::jsonb) over (partition by booking_id order by id) as next
        from booking.stay_change
      ) change
      join booking.booking on booking.id = change.booking_id
      where case
        when next is not null then after::jsonb <> next
        else (
          after ->> 'checkIn', after ->> 'checkOut', after ->> 'guestCount', after ->> 'arrivalTime',
          after #>> '{pricing,discount}', after #>> '{pricing,finalAmount}',
          (select jsonb_agg(jsonb_build_array(line -> 'zoneId', line -> 'quantity')) from json_array_elements(after -> 'zones') line),
          (
            select jsonb_agg(jsonb_build_array(line -> 'rentalSkuVariantId', line -> 'quantity'))
            from json_array_elements(after -> 'rentals') line
          )
        ) is distinct from (
          check_in::text, check_out::text, guest_count::text, arrival_time, discount::text, final_amount::text,
          (
            select jsonb_agg(jsonb_build_array(zone_id, quantity) order by line)
            from booking.booking_zone
            where booking_id = booking.id
          ),
          (
            select jsonb_agg(jsonb_build_array(variant_id, quantity) order by line)
            from booking.rental_reservation
            where booking_id = booking.id
          )
        )
      end`,
    'changed stays cost no more than was paid for them, less what changes gave back': `
      select booking.id as booking_id, payment.amount, refunded.amount as refunded, final_amount
      from booking.booking
      join booking.payment_notification payment on payment.target_id = booking.id and payment.outcome = 'applied'
      cross join lateral (
        select coalesce(sum(amount), 0) as amount
        from booking.refund
        where target_id = booking.id and cause = 'changed' and status <> 'withdrawn'
      ) refunded
      where booking.id in (
          select booking_id from booking.stay_change
          union
          select target_id from booking.refund where cause = 'changed'
        )
        and refunded.amount + case payment.amount when round(payment.amount) then round(final_amount) else final_amount end
          > payment.amount`,
    'payment status of bookings matches their payments': `
      select booking.id as booking_id, booking.payment_status, payment.applied
      from booking.booking
      cross join lateral (
        select count(*) as applied
        from booking.payment_notification
        where target_id = booking.id and outcome = 'applied'
      ) payment
      where payment.applied <> (booking.payment_status = 'paid')::integer
        or (booking.payment_status = 'paid') <> (booking.paid_at is not null)
        or booking.payment_status = 'paid' and booking.status = 'cancelled' and not exists (
          select
          from booking.status_history
          where booking_id = booking.id and from_status <> 'cancelled' and to_status = 'cancelled'
            and (actor_type = 'admin' or actor_type = 'member' and cancellation_tiers is not null)
        )`,
    // Refunds of other causes that came first leave less of the payment (docs/contract/booking.md#cancel-a-paid-stay).
    'members who cancelled a paid stay get back what the tiers of the hold say': `
      select booking.id as booking_id, cancelled.at, tier.refund_percent, paid.left, refunded.amount
      from booking.booking
      join booking.status_history cancelled on cancelled.booking_id = booking.id and from_status <> 'cancelled'
        and to_status = 'cancelled' and actor_type = 'member'
      cross join lateral (
        select max("refundPercent") as refund_percent
        from jsonb_to_recordset(cancellation_tiers) as agreed ("daysBefore" integer, "refundPercent" integer)
        where booking.check_in - (cancelled.at at time zone 'Asia/Taipei')::date >= "daysBefore"
      ) tier
      cross join lateral (
        select greatest(payment.amount - coalesce(sum(earlier.amount), 0), 0) as left
        from booking.payment_notification payment
        left join booking.refund earlier on earlier.event_id = payment.event_id and earlier.cause <> 'cancelled'
          and earlier.created_at <= cancelled.at
          and (earlier.withdrawn_at is null or earlier.withdrawn_at > cancelled.at or earlier.done_at <= cancelled.at)
        where payment.target_id = booking.id and payment.outcome = 'applied'
        group by payment.event_id
      ) paid
      cross join lateral (
        select coalesce(sum(amount), 0) as amount
        from booking.refund
        where target_id = booking.id and cause = 'cancelled'
      ) refunded
      where booking.payment_status = 'paid'
        and refunded.amount is distinct from least(ceil(paid.left * tier.refund_percent / 100), paid.left)`,
  }),
  ...noted({
    // A movement, a count or a transfer may do that (docs/contract/admin.md#inventory).
    'no rental is short because staff removed pieces': shortRentals('stock.on_hand'),
  }),
]
