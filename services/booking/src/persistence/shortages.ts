import { batched } from '@campstore/database/batched'
import type { Queryable } from '@campstore/database/database'
import { memberLockKey } from '@campstore/holds/member-lock'
import type { Stay } from '../domain/stay.ts'

/** The zones that a member's stay asks for, in the order of the request, and its idempotency key. */
export type ShortageQuery = {
  campgroundId: string
  stay: Stay
  zones: readonly { zoneId: string; quantity: number }[]
  customerId: string
  idempotencyKey: string
}

/** The shortages of a stay: its first closed night, and the requested zones with too few sites on some night. */
export type Shortages = { closedOn: string | null; zones: ShortZone[] }

/** A zone with too few sites: the night on which the fewest remain. `line` is the line of the request, from 0. */
export type ShortZone = { line: number; name: string; requested: number; night: string; remaining: number }

/** Reads the shortages of a stay at this moment, none if its idempotency key is used; locks no zone and does not wait. */
export type ShortageReader = (query: ShortageQuery) => Promise<Shortages>

/** Those who want the same share what is read of it. */
const shortagesOfQueries = {
  name: 'shortages-of-queries',
  text: /* sql */ `
    with stay as materialized (
      select stay.number, json_build_object('closedOn', closed_on, 'zones', zones) as shortages
      from rows from (
        jsonb_to_recordset($1) as (
          "campgroundId" text, "checkIn" date, "checkOut" date, "zoneIds" text[], quantities integer[]
        )
      ) with ordinality as stay ("campgroundId", "checkIn", "checkOut", "zoneIds", quantities, number)
      cross join lateral booking.shortages_of_stay(
        stay."campgroundId", stay."checkIn", stay."checkOut", stay."zoneIds", stay.quantities, $5
      )
    )
    select json_agg(
      case when used.key is null and (not $6 or pg_try_advisory_xact_lock(${memberLockKey('booking', 'query.customer_id')}))
      then stay.shortages else '{"closedOn": null, "zones": []}' end
      order by query.number
    ) as results
    from unnest($2::text[], $3::text[], $4::integer[]) with ordinality as query (customer_id, idempotency_key, stay, number)
    join stay on stay.number = query.stay
    left join lateral (
      select key
      from booking.idempotency_key
      where actor_id = query.customer_id and key = query.idempotency_key and scope = 'hold'
      offset 0
    ) used on true`,
}

/** Zones that are described in one refusal, at most. */
const maxZones = 5

/** How many statements run concurrently, and how many zones one statement has at most: long stays of many zones take long. */
const limits = { concurrency: 2, batchSize: 50, sizeOf: ({ zones }: ShortageQuery) => zones.length }

/**
 * Creates a reader that reads queries which wait at the same time in one statement: refusals come when many want the same.
 *
 * @param when of `before a hold` it finds none either while a hold of the member is under way: it may be the same request, which the
 *   repeated one waits for
 */
export const createShortageReader = (database: Queryable, when: 'before a hold' | 'after a refusal'): ShortageReader =>
  batched(async (queries: readonly ShortageQuery[]) => {
    const wanted = queries.map(({ campgroundId, stay, zones }) =>
      JSON.stringify({
        campgroundId,
        ...stay,
        zoneIds: zones.map(({ zoneId }) => zoneId),
        quantities: zones.map(({ quantity }) => quantity),
      }),
    )
    const stays = [...new Set(wanted)]
    const { rows } = await database.query<{ results: Shortages[] }>({
      ...shortagesOfQueries,
      values: [
        `[${stays.join(',')}]`,
        queries.map(({ customerId }) => customerId),
        queries.map(({ idempotencyKey }) => idempotencyKey),
        wanted.map(stay => 1 + stays.indexOf(stay)),
        maxZones,
        when === 'before a hold',
      ],
    })
    return rows[0]?.results ?? []
  }, limits)
