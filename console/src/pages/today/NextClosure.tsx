import { CalendarOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useCampgrounds, useToday } from '../../app/shared-queries.ts'
import { Loaded } from '../../design/Loaded.tsx'
import { Section } from '../../design/Section.tsx'
import { DayText } from '../../design/Values.tsx'
import { nextClosure } from './next-closure.ts'
import { useClosures } from './queries.ts'

/** The closure that comes next, or is in force. */
export function NextClosure() {
  const { t } = useTranslation()
  const today = useToday()
  const { data: campgrounds = [] } = useCampgrounds()
  return (
    <Section title={t('today.closure.title')} actions={<Link to="/closures">{t('today.closure.all')}</Link>}>
      <Loaded query={useClosures()} rows={1}>
        {({ data }) => {
          const next = nextClosure(data, today)
          if (next === undefined) return <p className="muted">{t('today.closure.none')}</p>
          const { closure, night } = next
          const name = campgrounds.find(({ id }) => id === closure.campgroundId)?.name ?? closure.campgroundId
          return (
            <p className="today-closure">
              <CalendarOff aria-hidden />
              <span>
                <strong>{name}</strong> {closure.closureType === 'weekly' ? t('today.closure.weekly') : null}{' '}
                <DayText day={night} style="weekday" />
                {closure.endDate !== null && closure.endDate !== night && (
                  <>
                    {' – '}
                    <DayText day={closure.endDate} style="weekday" />
                  </>
                )}
                <span className="muted"> · {closure.reason}</span>
              </span>
            </p>
          )
        }}
      </Loaded>
    </Section>
  )
}
