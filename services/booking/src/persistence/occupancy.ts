import type { OccupancyReportLine, ZoneOccupancy } from '@campstore/contract/admin/stays'
import { addDays, type PlainDate } from '@campstore/core/plain-date'
import type { Queryable } from '@campstore/database/database'

/** Nights of one campground, or of all. */
export type NightRange = { from: PlainDate; days: number; campgroundId?: string | undefined }

/**
 * The zones that are asked for, the nights that closures close, and what overlaps the range: `overlapping` are all stays that are
 * not cancelled, by the two indexes of booking_zone as in booking.remaining_sites; `held` are the unpaid ones among them, by the
 * index of open holds, because a line of a booking does not say whether it is paid. Nights are closed by the rule
 * of booking.overlapping_closures, whose cost for each night would make PostgreSQL compile the statement; where several closures
 * overlap, the reason of the first one is shown.
 *
 * $1 first night, $2 number of nights, $3 campground or null
 */
export const nightsAndStays = /* sql */ `
  range as (
    select $1::date as first, $1::date + $2::integer as after
  ),
  place as materialized (
    select
      zone.id as zone_id, zone.type, zone.total_sites, campground.id as campground_id, campground.name as campground_name,
      zone.active and campground.active as active
    from booking.zone
    join booking.campground on campground.id = zone.campground_id
    where $3::text is null or campground.id = $3
  ),
  closed_night as (
    select distinct on (closure.campground_id, night) closure.campground_id, night, closure.reason
    from booking.closure
    cross join range
    cross join lateral (
      select
        greatest(coalesce(closure.start_date, closure.effective_from), range.first) as first,
        least(coalesce(closure.end_date, closure.effective_to), range.after - 1) as last
    ) own
    cross join lateral generate_series(
      coalesce((closure.weekday - extract(dow from own.first)::integer + 7) % 7, 0),
      own.last - own.first,
      case closure.closure_type when 'date_range' then 1 else 7 end
    ) as number
    cross join lateral (select own.first - range.first + number) as numbered (night)
    where ($3::text is null or closure.campground_id = $3)
      and own.first <= own.last
    order by closure.campground_id, night, closure.id
  ),
  overlapping as (
    select short.zone_id, short.stay, short.quantity, short.status, short.line_total
    from booking.booking_zone short
    where short.zone_id = any (array(select zone_id from place))
      and lower(short.stay) > $1::date - 7
      and lower(short.stay) < $1::date + $2::integer
      and upper(short.stay) > $1::date
      and upper(short.stay) - lower(short.stay) <= 7
      and short.status <> 'cancelled'
    union all
    select long.zone_id, long.stay, long.quantity, long.status, long.line_total
    from booking.booking_zone long
    where long.zone_id = any (array(select zone_id from place))
      and long.stay && daterange($1::date, $1::date + $2::integer)
      and upper(long.stay) - lower(long.stay) > 7
      and long.status <> 'cancelled'
  ),
  held as (
    select held.zone_id, held.stay, held.quantity, held.line_total
    from booking.booking
    join booking.booking_zone held on held.booking_id = booking.id
    join place on place.zone_id = held.zone_id
    where booking.status = 'pending' and booking.payment_status = 'unpaid'
      and held.stay && daterange($1::date, $1::date + $2::integer)
  )`

/**
 * A night has what the night before had, and what changes with it, so no stay is counted once for each of its nights. The nights
 * themselves are composed by {@link findOccupancy}: there they cost a tenth of what they cost as rows and JSON here.
 */
const occupancy = /* sql */ `
    with ${nightsAndStays},
    occupying as (
      select unnest(occupying_statuses) as status
      from booking.policy
      where id = 1
    ),
    counted as (
      select
        zone_id, stay,
        case status when 'pending' then 0 else quantity end as confirmed,
        case status when 'pending' then quantity else 0 end as pending,
        0 as held
      from overlapping
      where status = any (array(select status from occupying))
      union all
      select zone_id, stay, 0, 0, quantity
      from held
      where 'pending' = any (array(select status from occupying))
    ),
    begun as (
      select
        zone_id, greatest(lower(stay) - $1::date, 0) as night,
        sum(confirmed) as confirmed, sum(pending) as pending, sum(held) as held
      from counted
      group by 1, 2
    ),
    ended as (
      select zone_id, upper(stay) - $1::date as night, -sum(confirmed), -sum(pending), -sum(held)
      from counted
      where upper(stay) < $1::date + $2::integer
      group by 1, 2
    ),
    changed as (
      select zone_id, json_agg(json_build_array(night, confirmed, pending, held)) as changes
      from (
        select *
        from begun
        union all
        select *
        from ended
      ) change
      group by zone_id
    ),
    closed as (
      select campground_id, json_agg(night) as nights
      from closed_night
      group by campground_id
    )
    select
      place.campground_id as "campgroundId",
      place.campground_name as "campgroundName",
      place.zone_id as "zoneId",
      place.type,
      place.total_sites as "totalSites",
      place.active,
      coalesce(changed.changes, '[]') as changes,
      coalesce(closed.nights, '[]') as "closedNights"
    from place
    left join changed on changed.zone_id = place.zone_id
    left join closed on closed.campground_id = place.campground_id
    order by 1, 3`

/** A zone with the number of each night on which something changes, and by how many sites; nights are numbered from 0. */
type ChangingZone = Omit<ZoneOccupancy, 'nights'> & {
  changes: [night: number, confirmed: number, pending: number, held: number][]
  closedNights: number[]
}

/** How full each zone is on each night, by campground and zone (docs/contract/admin.md#stays). */
export async function findOccupancy(database: Queryable, range: NightRange): Promise<ZoneOccupancy[]> {
  const { from, days, campgroundId = null } = range
  const { rows } = await database.query<ChangingZone>(occupancy, [from, days, campgroundId])
  const dates = Array.from({ length: days }, (_, night) => addDays(from, night))
  return rows.map(({ changes, closedNights, ...zone }) => ({
    ...zone,
    nights: nightsOf(zone, changes, closedNights, dates),
  }))
}

function nightsOf(
  { active, totalSites }: Pick<ZoneOccupancy, 'active' | 'totalSites'>,
  changes: ChangingZone['changes'],
  closedNights: readonly number[],
  dates: readonly PlainDate[],
): ZoneOccupancy['nights'] {
  const byNight = Map.groupBy(changes, ([night]) => night)
  const closed = new Set(closedNights)
  const now = { confirmed: 0, pending: 0, held: 0 }
  return dates.map((date, night) => {
    for (const [, confirmed, pending, held] of byNight.get(night) ?? []) {
      now.confirmed += confirmed
      now.pending += pending
      now.held += held
    }
    return {
      date,
      confirmed: now.confirmed,
      paid: now.pending - now.held,
      held: now.held,
      free: Math.max((active ? totalSites : 0) - now.confirmed - now.pending, 0),
      closed: closed.has(night),
    }
  })
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
