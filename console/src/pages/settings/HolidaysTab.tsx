import { CalendarHeart } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { useHolidayWeekdays, useToday } from '../../app/shared-queries.ts'
import { Badge } from '../../design/Badge.tsx'
import { Button } from '../../design/Button.tsx'
import { type Columns, column, titleColumn, wideColumn } from '../../design/columns.tsx'
import { DataTable } from '../../design/DataTable.tsx'
import { EmptyState } from '../../design/EmptyState.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Section } from '../../design/Section.tsx'
import { Steps } from '../../design/Steps.tsx'
import { DayText } from '../../design/Values.tsx'
import type { Day } from '../../lib/days.ts'
import { CsvButton } from '../shared/CsvButton.tsx'
import { HolidayDialog } from './HolidayDialog.tsx'
import { HolidayYear } from './HolidayYear.tsx'
import { boundsOfYear, type Holiday, useHolidays } from './holidays.ts'

type HolidaysTabProps = { chosen: number | undefined; choose(year: number | undefined): void }

/** The years that the calendar shows. */
const [firstYear, lastYear] = [2000, 2100]

/** The days that are priced otherwise than their weekday, by year. */
export function HolidaysTab({ chosen, choose }: HolidaysTabProps) {
  const { t } = useTranslation()
  const thisYear = Number(useToday().slice(0, 4))
  const year = chosen !== undefined && chosen >= firstYear && chosen <= lastYear ? chosen : thisYear
  const show = (next: number) => choose(next === thisYear ? undefined : next)
  return (
    <div className="stack">
      <div className="spread no-print">
        <div className="row">
          <Steps
            show={step => show(year + step)}
            isFirst={year <= firstYear}
            isLast={year >= lastYear}
            labels={[t('settings.yearBefore'), t('settings.yearAfter')]}
          >
            <h2 aria-live="polite">{t('settings.year', { year })}</h2>
          </Steps>
          {year !== thisYear && (
            <Button variant="quiet" onPress={() => choose(undefined)}>
              {t('settings.thisYear')}
            </Button>
          )}
        </div>
        <CsvButton read={() => client().admin.listHolidays.csv(boundsOfYear(year))} />
      </div>
      <Loaded query={useHolidays(year)} rows={12}>
        {holidays => <Holidays key={year} year={year} holidays={holidays} />}
      </Loaded>
    </div>
  )
}

function Holidays({ year, holidays }: { year: number; holidays: readonly Holiday[] }) {
  const { t } = useTranslation()
  const { can } = useSession()
  const [day, setDay] = useState<Day>()
  const entries = new Map(holidays.map(holiday => [holiday.date, holiday]))
  const change = can('campgrounds.edit') ? setDay : undefined
  const holidayWeekdays = useHolidayWeekdays()
  const nothing = { icon: CalendarHeart, title: t('settings.noEntries', { year }), hint: t('settings.noEntriesHint') }
  const columns: Columns<Holiday> = [
    titleColumn('date', t('settings.date'), ({ date }) =>
      change ? (
        <button type="button" className="link-button" onClick={() => change(date)}>
          <DayText day={date} style="full" />
        </button>
      ) : (
        <DayText day={date} style="full" />
      ),
    ),
    wideColumn('name', t('coupons.name'), { place: 'line' }, ({ name }) => name),
    column('kind', t('settings.dayType'), { place: 'state' }, ({ kind }) => (
      <Badge tone={kind === 'holiday' ? 'positive' : 'neutral'}>{t(`settings.kinds.${kind}`)}</Badge>
    )),
  ]
  return (
    <>
      <p className="muted">
        {t('settings.holidaysHint')} {change && t('settings.chooseDay')}
      </p>
      <HolidayYear year={year} entries={entries} holidayWeekdays={holidayWeekdays} change={change} />
      <Section title={t('settings.entries', { year })} isCard={false}>
        <DataTable
          label={t('settings.entries', { year })}
          columns={columns}
          items={holidays}
          keyOf={({ date }) => date}
          empty={<EmptyState {...nothing} />}
          isDense
        />
      </Section>
      {day !== undefined && (
        <HolidayDialog day={day} entries={entries} holidayWeekdays={holidayWeekdays} close={() => setDay(undefined)} />
      )}
    </>
  )
}
