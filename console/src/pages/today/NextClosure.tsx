import { CalendarOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRead } from '../../app/client.ts'
import { useCampgrounds, useToday } from '../../app/shared-queries.ts'
import { Loaded } from '../../design/Loaded.tsx'
import { Section } from '../../design/Section.tsx'
import { DayText } from '../../design/Values.tsx'
import { nextClosure } from './next-closure.ts'

/** The next or current closure of a bookable campground. */
export function NextClosure() {
  const { t } = useTranslation()
  const today = useToday()
  const { data: campgrounds } = useCampgrounds()
  const closures = useRead('listAdminClosures', { size: 100 })
  return (
    <Section title={t('today.closure.title')} actions={<Link to="/closures">{t('today.closure.all')}</Link>}>
      <Loaded query={closures} rows={1}>
        {({ data }) => {
          const nameOf = (id: string) => campgrounds?.find(campground => campground.id === id)?.name
          const next = nextClosure(
            data.filter(({ campgroundId }) => nameOf(campgroundId) !== undefined),
            today,
          )
          if (next === undefined) return <p className="muted">{t('today.closure.none')}</p>
          const { closure, night } = next
          return (
            <p className="today-closure">
              <CalendarOff aria-hidden />
              <span>
                <strong>{nameOf(closure.campgroundId)}</strong>{' '}
                {closure.closureType === 'weekly' ? t('today.closure.weekly') : null}{' '}
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
