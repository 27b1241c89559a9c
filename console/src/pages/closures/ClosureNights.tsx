import { t } from 'i18next'
import { useToday } from '../../app/session.ts'
import { DaySpan, DayText } from '../../design/Values.tsx'
import { formatDay, weekdayName } from '../../lib/format.ts'
import { badgeOf } from '../shared/StatusBadges.tsx'
import type { Closure } from './closure.ts'

/** Which nights a closure closes, in words. */
export function ClosureNights({ closure }: { closure: Closure }) {
  const { closureType, startDate, endDate, weekday, effectiveFrom, effectiveTo } = closure
  if (closureType === 'date_range' && startDate && endDate)
    return startDate === endDate ? <DayText day={startDate} /> : <DaySpan from={startDate} to={endDate} />
  const texts = {
    weekday: weekdayName(weekday ?? 0),
    from: effectiveFrom ? formatDay(effectiveFrom) : '',
    until: effectiveTo ? formatDay(effectiveTo) : '',
  }
  if (effectiveFrom && effectiveTo) return t('closures.everyFromUntil', texts)
  if (effectiveFrom) return t('closures.everyFrom', texts)
  return effectiveTo ? t('closures.everyUntil', texts) : t('closures.every', texts)
}

/** Whether the closure is upcoming, in effect, or past. */
function stateOf({ closureType, startDate, endDate, effectiveFrom, effectiveTo }: Closure, now: string) {
  const [first, last] = closureType === 'date_range' ? [startDate, endDate] : [effectiveFrom, effectiveTo]
  if (first && now < first) return 'coming' as const
  return last && last < now ? ('over' as const) : ('inForce' as const)
}

const StateBadge = badgeOf({ coming: 'notice', inForce: 'danger', over: 'neutral' }, state =>
  t(`closures.states.${state}`),
)

export const ClosureStateBadge = ({ closure }: { closure: Closure }) => (
  <StateBadge status={stateOf(closure, useToday())} />
)
