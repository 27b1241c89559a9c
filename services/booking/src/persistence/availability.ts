import type { BookingPolicy } from '@campstore/contract/booking/schemas'
import { batched } from '@campstore/database/batched'
import type { Queryable } from '@campstore/database/database'
import type { Stay } from '../domain/stay.ts'
import { type PolicyColumn, policyJson } from './policy.ts'

/** What is asked: some zones of a campground for a stay. */
export type AvailabilityQuestion = { campgroundId: string; stay: Stay; zoneIds: readonly string[] }

/** What an availability query needs to know. */
export type AvailabilityInputs = {
  policy: BookingPolicy | null
  /** Whether the campground is active; null where there is no such campground. */
  active: boolean | null
  /** Whether a night is closed; not looked at for a stay longer than the policy allows. */
  closed: boolean | null
  /** What remains; null for such a stay. */
  zones: { zoneId: string; remaining: number }[] | null
}

/** Reads the facts of one question; locks nothing. */
export type AvailabilityReader = (question: AvailabilityQuestion) => Promise<AvailabilityInputs>

/**
 * Campground, closures and remaining sites for each question. Zones of another campground are left out. Nothing is counted
 * for a stay longer than the policy allows, so that no request can ask for a million nights.
 */
const availabilityOfQuestions = {
  name: 'availability-of-questions',
  text: /* sql */ `
    select
      ${policyJson} as policy,
      (
        select json_agg(json_build_object(
          'active', (select active from booking.campground where id = question."campgroundId"),
          'closed', case when countable then
            exists (select from booking.closures_touching(question."campgroundId", stay))
          end,
          'zones', case when countable then (
            select json_agg(json_build_object('zoneId', free.zone_id, 'remaining', free.remaining))
            from booking.remaining_sites(question."zoneIds", stay) free
            where free.campground_id = question."campgroundId"
          ) end
        ) order by question.number)
        from rows from (
          jsonb_to_recordset($1) as ("campgroundId" text, "checkIn" date, "checkOut" date, "zoneIds" text[])
        ) with ordinality as question ("campgroundId", "checkIn", "checkOut", "zoneIds", number)
        cross join lateral (
          select
            daterange(question."checkIn", question."checkOut") as stay,
            question."checkOut" - question."checkIn"
              <= (select max_nights from booking.policy where id = 1) as countable
        ) bounds
      ) as answers`,
}

/** How many availability statements run side by side, and how many questions one of them answers at most. */
const limits = { atOnce: 2, size: 50 }

/** Reads availability, the questions of a busy moment in one statement. */
export const availabilityReader = (database: Queryable): AvailabilityReader =>
  batched(async (questions: readonly AvailabilityQuestion[]) => {
    const asked = questions.map(({ campgroundId, stay, zoneIds }) => ({ campgroundId, ...stay, zoneIds }))
    const { rows } = await database.query<PolicyColumn & { answers: Omit<AvailabilityInputs, 'policy'>[] }>({
      ...availabilityOfQuestions,
      values: [JSON.stringify(asked)],
    })
    const { policy = null, answers = [] } = rows[0] ?? {}
    return answers.map(answer => ({ policy, ...answer }))
  }, limits)
