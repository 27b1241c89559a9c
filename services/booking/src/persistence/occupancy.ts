import type { OccupancyReportLine, ZoneOccupancy } from '@campstore/contract/admin/stays'
import type { PlainDate } from '@campstore/core/plain-date'
import type { Queryable } from '@campstore/database/database'

/** Nights of one campground, or of all. */
export type NightRange = { from: PlainDate; days: number; campgroundId?: string | undefined }

/**
 * The zones that are asked for, the nights, those that are closed, and what overlaps them: `overlapping` are all stays that are not
 * cancelled, by the two indexes of booking_zone as in booking.remaining_sites; `held` are those of them that are not paid, by the
 * index of open holds, because a line of a booking does not say whether it is paid.
 *
 * $1 first night, $2 number of nights, $3 campground or null
 */
const nightsAndStays = /* sql */ `
  range as (
    select $1::date as first, $1::date + $2::integer as after, daterange($1::date, $1::date + $2::integer) as nights
  ),
  night as (
    select $1::date + number as date
    from generate_series(0, $2::integer - 1) as number
  ),
  place as (
    select
      zone.id as zone_id, zone.type, zone.total_sites, campground.id as campground_id, campground.name as campground_name,
      zone.active and campground.active as active
    from booking.zone
    join booking.campground on campground.id = zone.campground_id
    where $3::text is null or campground.id = $3
  ),
  closed_night as (
    select campground.campground_id, night.date
    from (select distinct campground_id from place) campground
    cross join night
    where exists (
      select
      from booking.overlapping_closures(campground.campground_id, daterange(night.date, night.date + 1))
    )
  ),
  overlapping as (
    select short.zone_id, short.stay, short.quantity, short.status, short.line_total
    from range
    cross join place
    join booking.booking_zone short
      on short.zone_id = place.zone_id
      and lower(short.stay) > range.first - 7
      and lower(short.stay) < range.after
      and upper(short.stay) > range.first
      and upper(short.stay) - lower(short.stay) <= 7
      and short.status <> 'cancelled'
    union all
    select long.zone_id, long.stay, long.quantity, long.status, long.line_total
    from range
    cross join place
    join booking.booking_zone long
      on long.zone_id = place.zone_id
      and long.stay && range.nights
      and upper(long.stay) - lower(long.stay) > 7
      and long.status <> 'cancelled'
  ),
  held as (
    select held.zone_id, held.stay, held.quantity, held.line_total
    from booking.booking
    join booking.booking_zone held on held.booking_id = booking.id
    join place on place.zone_id = held.zone_id
    cross join range
    where booking.status = 'pending' and booking.payment_status = 'unpaid'
      and held.stay && range.nights
  )`

/** Stays of the same dates are added up before they are spread over their nights. */
const occupancy = /* sql */ `
    with ${nightsAndStays},
    occupying as (
      select unnest(occupying_statuses) as status
      from booking.policy
      where id = 1
    ),
    counted as (
      select zone_id, lower(stay) as first, upper(stay) as after, status, sum(quantity) as sites
      from overlapping
      where status = any (array(select status from occupying))
      group by 1, 2, 3, 4
      union all
      select zone_id, lower(stay), upper(stay), 'held', sum(quantity)
      from held
      where 'pending' = any (array(select status from occupying))
      group by 1, 2, 3
    ),
    occupied as (
      select
        zone_id, night.date,
        coalesce(sum(sites) filter (where status in ('confirmed', 'completed')), 0) as confirmed,
        coalesce(sum(sites) filter (where status = 'pending'), 0) as pending,
        coalesce(sum(sites) filter (where status = 'held'), 0) as held
      from counted
      join night on night.date >= counted.first and night.date < counted.after
      group by zone_id, night.date
    )
    select
      place.campground_id as "campgroundId",
      place.campground_name as "campgroundName",
      place.zone_id as "zoneId",
      place.type,
      place.total_sites as "totalSites",
      place.active,
      json_agg(json_build_object(
        'date', night.date,
        'confirmed', coalesce(occupied.confirmed, 0),
        'paid', coalesce(occupied.pending - occupied.held, 0),
        'held', coalesce(occupied.held, 0),
        'free', case
          when place.active then greatest(place.total_sites - coalesce(occupied.confirmed + occupied.pending, 0), 0)
          else 0
        end,
        'closed', closed_night.date is not null
      ) order by night.date) as nights
    from place
    cross join night
    left join occupied on occupied.zone_id = place.zone_id and occupied.date = night.date
    left join closed_night on closed_night.campground_id = place.campground_id and closed_night.date = night.date
    group by 1, 2, 3, 4, 5, 6
    order by 1, 3`

/** How full each zone is on each night, by campground and zone (docs/contract/admin.md#stays). */
export async function findOccupancy(database: Queryable, range: NightRange): Promise<ZoneOccupancy[]> {
  const { from, days, campgroundId = null } = range
  const { rows } = await database.query<ZoneOccupancy>(occupancy, [from, days, campgroundId])
  return rows
}

/** What is held is taken away again from what is not cancelled: the rest is paid. */
const occupancyReport = /* sql */ `
    with ${nightsAndStays},
    part as (
      select
        zone_id,
        upper(stay) - lower(stay) as length,
        least(upper(stay), range.after) - greatest(lower(stay), range.first) as nights,
        sum(quantity) as sites,
        sum(line_total) as amount
      from (
        select zone_id, stay, quantity, line_total
        from overlapping
        union all
        select zone_id, stay, -quantity, -line_total
        from held
      ) line
      cross join range
      group by 1, 2, 3
    ),
    sold as (
      select zone_id, sum(sites * nights) as nights, sum(amount * nights / length) as amount
      from part
      group by zone_id
    ),
    closed as (
      select campground_id, count(*) as nights
      from closed_night
      group by campground_id
    )
    select
      place.campground_id as "campgroundId",
      place.campground_name as "campgroundName",
      place.zone_id as "zoneId",
      place.type,
      place.total_sites * $2::integer as "siteNights",
      (place.total_sites * coalesce(closed.nights, 0))::integer as "closedNights",
      coalesce(sold.nights, 0)::integer as "soldNights",
      round(coalesce(sold.nights, 0) / nullif(place.total_sites * ($2::integer - coalesce(closed.nights, 0)), 0), 4)::text
        as rate,
      round(coalesce(sold.amount, 0), 2)::text as "zoneAmount"
    from place
    left join sold on sold.zone_id = place.zone_id
    left join closed on closed.campground_id = place.campground_id
    order by 1, 3`

/** What each zone has sold, by campground and zone (docs/contract/admin.md#occupancy-report). */
export async function findOccupancyReport(database: Queryable, range: NightRange): Promise<OccupancyReportLine[]> {
  const { from, days, campgroundId = null } = range
  const { rows } = await database.query<OccupancyReportLine>(occupancyReport, [from, days, campgroundId])
  return rows
}
