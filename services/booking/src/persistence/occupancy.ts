import type { OccupancyReportLine, ZoneOccupancy } from '@campstore/contract/admin/stays'
import { addDays, type PlainDate } from '@campstore/core/plain-date'
import type { Queryable } from '@campstore/database/database'
import { allRows } from '@campstore/database/rows'

/** Nights of one campground, or of all. */
export type NightRange = { from: PlainDate; days: number; campgroundId?: string | undefined }

/**
 * The requested zones and closed nights (docs/contract/booking.md#closed-nights). If closures overlap, the first one gives the reason.
 * Nights are numbered from the first one.
 *
 * $1 first night, $2 number of nights, $3 campground or null
 */
export const zonesAndClosedNights = /* sql */ `
  place as materialized (
    select
      zone.id as zone_id, zone.type, zone.total_sites, campground.id as campground_id, campground.name as campground_name,
      zone.active and campground.active as active
    from booking.zone
    join booking.campground on campground.id = zone.campground_id
    where $3::text is null or campground.id = $3
  ),
  closed_night as (
    select distinct on (campground_id, night) campground_id, night, reason
    from (
      select *, coalesce(start_date, effective_from, '-infinity') as first, coalesce(end_date, effective_to, 'infinity') as last
      from booking.closure
      where $3::text is null or campground_id = $3
    ) closure
    join generate_series(0, $2::integer - 1) as night on $1::date + night between first and last
    where first < $1::date + $2::integer and last >= $1::date
      and (weekday is null or weekday = extract(dow from $1::date + night))
    order by campground_id, night, id
  )`

/**
 * The stays of some zones that overlap the range and are not cancelled, by the two indexes of booking_zone:
 * most have at most 7 nights and are found by their check-in, longer ones by their check-out.
 *
 * @param zones what `zone_id` is compared with
 * @param columns further columns
 */
const staysOf = (zones: string, columns: string) => {
  const stays = /* sql */ `
      select ${columns}, lower(stay) - $1::date as first, upper(stay) - $1::date as last, quantity
      from booking.booking_zone
      where zone_id = ${zones} and status <> 'cancelled'`
  return /* sql */ `
      ${stays}
        and lower(stay) > $1::date - 7
        and lower(stay) < $1::date + $2::integer
        and upper(stay) > $1::date
        and upper(stay) - lower(stay) <= 7
      union all
      ${stays}
        and lower(stay) < $1::date + $2::integer
        and upper(stay) > $1::date
        and upper(stay) - lower(stay) > 7`
}

/** The unpaid stays among these, by the index of open holds, because a booking's line does not say whether it is paid. */
const held = /* sql */ `
  held as (
    select
      line.zone_id, lower(line.stay) - $1::date as first, upper(line.stay) - $1::date as last, line.quantity, line.line_total
    from booking.booking
    join booking.booking_zone line on line.booking_id = booking.id
    join place on place.zone_id = line.zone_id
    where booking.status = 'pending' and booking.payment_status = 'unpaid'
      and line.stay && daterange($1::date, $1::date + $2::integer)
  )`

/**
 * Each night adds its changes to the night before, so a stay is not counted once per night. {@link findOccupancy} composes the
 * nights, at a tenth of their cost as rows and JSON here. Grouping stays zone by zone costs half as much as all at once.
 */
const occupancy = /* sql */ `
    with ${zonesAndClosedNights},
    ${held},
    occupying as (
      select unnest(occupying_statuses) as status
      from booking.policy
      where id = 1
    ),
    held_change as (
      select zone_id, json_agg(array[night, sites]) as changes
      from held
      cross join lateral (values (greatest(first, 0), quantity), (last, -quantity)) change (night, sites)
      where 'pending' = any (array(select status from occupying))
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
      coalesce(held_change.changes, '[]') as "heldChanges",
      coalesce(closed.nights, '[]') as "closedNights"
    from place
    cross join lateral (
      select json_agg(array[coalesce(first, last), pending, case when last is null then sites else -sites end]) as changes
      from (
        select first, last, pending, sum(quantity) as sites
        from (
          select greatest(first, 0) as first, last, case status when 'pending' then 1 else 0 end as pending, quantity
          from (${staysOf('place.zone_id', 'status')}) stay
          where status = any (array(select status from occupying))
        ) occupying_stay
        group by grouping sets ((first, pending), (last, pending))
      ) change
    ) changed
    left join held_change on held_change.zone_id = place.zone_id
    left join closed on closed.campground_id = place.campground_id
    order by 1, 3`

/** A zone with the number of each night with a change, and the change in sites of pending and of other stays. */
type ChangingZone = Omit<ZoneOccupancy, 'nights'> & {
  changes: [night: number, isPending: 0 | 1, sites: number][]
  /** The unpaid part. */
  heldChanges: [night: number, sites: number][]
  closedNights: number[]
}

/** How full each zone is on each night, by campground and zone (docs/contract/admin.md#stays). */
export async function findOccupancy(database: Queryable, range: NightRange): Promise<ZoneOccupancy[]> {
  const { from, days, campgroundId = null } = range
  const { rows } = await database.query<ChangingZone>(occupancy, [from, days, campgroundId])
  const dates = Array.from({ length: days }, (_, night) => addDays(from, night))
  return rows.map(({ changes, heldChanges, closedNights, ...zone }) => ({
    ...zone,
    nights: nightsOf(zone, { changes, heldChanges, closedNights }, dates),
  }))
}

function nightsOf(
  { active, totalSites }: Pick<ZoneOccupancy, 'active' | 'totalSites'>,
  { changes, heldChanges, closedNights }: Pick<ChangingZone, 'changes' | 'heldChanges' | 'closedNights'>,
  dates: readonly PlainDate[],
): ZoneOccupancy['nights'] {
  const byNight = Map.groupBy(changes, ([night]) => night)
  const heldByNight = Map.groupBy(heldChanges, ([night]) => night)
  const closed = new Set(closedNights)
  const now = { confirmed: 0, pending: 0, held: 0 }
  return dates.map((date, night) => {
    for (const [, isPending, sites] of byNight.get(night) ?? []) now[isPending ? 'pending' : 'confirmed'] += sites
    for (const [, sites] of heldByNight.get(night) ?? []) now.held += sites
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

/** A night without a row has no sites taken. */
const freeSites = /* sql */ `
    select
      zone.id,
      case when zone.active and campground.active then zone.total_sites else 0 end as sites,
      coalesce(json_object_agg(taken.night - $1::date, taken.taken) filter (where taken.taken > 0), '{}') as taken
    from booking.zone
    join booking.campground on campground.id = zone.campground_id
    left join lateral booking.taken_nights(zone.id, daterange($1::date, $1::date + $2::integer)) taken on true
    where $3::text is null or campground.id = $3
    group by zone.id, campground.active
    order by zone.campground_id, zone.id`

/** The free sites of each zone on each night, by the zone's id; closed nights are not considered. */
export async function findFreeSites(database: Queryable, range: NightRange): Promise<Map<string, number[]>> {
  const { from, days, campgroundId = null } = range
  type Row = { id: string; sites: number; taken: Record<number, number> }
  const { rows } = await database.query<Row>(freeSites, [from, days, campgroundId])
  return new Map(
    rows.map(({ id, sites, taken }) => [
      id,
      Array.from({ length: days }, (_, night) => Math.max(sites - (taken[night] ?? 0), 0)),
    ]),
  )
}

/**
 * Sites that are neither cancelled nor held are paid. Reading zones one by one takes half as long again, because amounts are
 * not in the index.
 */
const occupancyReport = /* sql */ `
    with ${zonesAndClosedNights},
    ${held},
    line as (
      ${staysOf('any (array(select zone_id from place))', 'zone_id, line_total')}
      union all
      select zone_id, -line_total, first, last, -quantity
      from held
    ),
    part as (
      select
        zone_id,
        last - first as length,
        least(last, $2::integer) - greatest(first, 0) as nights,
        sum(quantity) as sites,
        sum(line_total) as amount
      from line
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

/** The sales of each zone, by campground and zone (docs/contract/admin.md#occupancy-report). */
export const findOccupancyReport = (database: Queryable, { from, days, campgroundId }: NightRange) =>
  allRows<OccupancyReportLine>(database, occupancyReport, [from, days, campgroundId ?? null])
