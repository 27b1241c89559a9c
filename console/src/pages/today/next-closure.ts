import type { Schemas } from '../../app/client.ts'
import { addDays, type Day, weekdayOf } from '../../lib/days.ts'

type Closure = Schemas['CampgroundClosure']

/** How far the page looks ahead for a weekly closure, in days: one week has each weekday. */
const week = 7

/** The first night from `today` on that a closure closes, if one is left (docs/contract/booking.md#closed-nights). */
export function nextNightOf(closure: Closure, today: Day): Day | undefined {
  const { closureType, startDate, endDate, weekday, effectiveFrom, effectiveTo } = closure
  if (closureType === 'date_range') {
    if (startDate === null || endDate === null || endDate < today) return undefined
    return startDate > today ? startDate : today
  }
  const first = effectiveFrom !== null && effectiveFrom > today ? effectiveFrom : today
  const night = Array.from({ length: week }, (_, days) => addDays(first, days)).find(day => weekdayOf(day) === weekday)
  return night !== undefined && (effectiveTo === null || night <= effectiveTo) ? night : undefined
}

/** The closure that begins next or is in force, with its first night from `today` on. */
export function nextClosure(closures: readonly Closure[], today: Day): { closure: Closure; night: Day } | undefined {
  return closures
    .flatMap(closure => {
      const night = nextNightOf(closure, today)
      return night === undefined ? [] : [{ closure, night }]
    })
    .sort((one, other) => one.night.localeCompare(other.night))[0]
}
