import type { OccupancyReportLine, ZoneOccupancy } from '@campstore/contract/admin/stays'
import type { PlainDate } from '@campstore/core/plain-date'
import type { Queryable } from '@campstore/database/database'

/** Nights of one campground, or of all. */
export type NightRange = { from: PlainDate; days: number; campgroundId?: string | undefined }

/**
 * The zones that are asked for, the nights, those that are closed, and what overlaps them: `overlapping` are all stays that are not
 * cancelled, by the two indexes of booking_zone as in booking.remaining_sites; `held` are the unpaid ones among them, by the
 * index of open holds, because a line of a booking does not say whether it is paid. Nights are closed by the rule
 * of booking.overlapping_closures, whose cost for each night would make PostgreSQL compile the statement.
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
    select distinct closure.campground_id, night.date
    from booking.closure
    join night on case closure.closure_type
      when 'date_range' then night.date between closure.start_date and closure.end_date
      else extract(dow from night.date) = closure.weekday
        and daterange(closure.effective_from, closure.effective_to, '[]') @> night.date
    end
    where $3::text is null or closure.campground_id = $3
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

/** A night has what the night before had, and what changes with it, so no stay is counted once for each of its nights. */
const occupancy = /* sql */ `
    with ${nightsAndStays},
    occupying as (
      select unnest(occupying_statuses) as status
      from booking.policy
      where id = 1
    ),
    counted as (
      select zone_id, stay, quantity, status
      from overlapping
      where status = any (array(select status from occupying))
      union all
      select zone_id, stay, quantity, 'held'
      from held
      where 'pending' = any (array(select status from occupying))
    ),
    changed as (
      select
        counted.zone_id, change.date,
        sum(change.sites) filter (where counted.status in ('confirmed', 'completed'))::integer as confirmed,
        sum(change.sites) filter (where counted.status = 'pending')::integer as pending,
        sum(change.sites) filter (where counted.status = 'held')::integer as held
      from counted
      cross join range
      cross join lateral (
        values (greatest(lower(counted.stay), range.first), counted.quantity), (upper(counted.stay), -counted.quantity)
      ) as change (date, sites)
      where change.date < range.after
      group by counted.zone_id, change.date
    ),
    occupied as (
      select
        place.zone_id, night.date,
        coalesce(sum(changed.confirmed) over so_far, 0) as confirmed,
        coalesce(sum(changed.pending) over so_far, 0) as pending,
        coalesce(sum(changed.held) over so_far, 0) as held,
        case when place.active then place.total_sites else 0 end as sites,
        closed_night.date is not null as closed
      from place
      cross join night
      left join changed on changed.zone_id = place.zone_id and changed.date = night.date
      left join closed_night on closed_night.campground_id = place.campground_id and closed_night.date = night.date
      window so_far as (partition by place.zone_id order by night.date)
    ),
    nights as (
      select zone_id, json_agg(json_build_object(
        'date', date,
        'confirmed', confirmed,
        'paid', pending - held,
        'held', held,
        'free', greatest(sites - confirmed - pending, 0),
        'closed', closed
      ) order by date) as nights
      from occupied
      group by zone_id
    )
    select
      place.campground_id as "campgroundId",
      place.campground_name as "campgroundName",
      place.zone_id as "zoneId",
      place.type,
      place.total_sites as "totalSites",
      place.active,
      nights.nights
    from place
    join nights on nights.zone_id = place.zone_id
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
