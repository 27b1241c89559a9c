import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../app/shared-queries.ts'
import { IconButton } from '../../design/Button.tsx'
import { Legend } from '../../design/charts/Legend.tsx'
import { cx } from '../../design/cx.ts'
import { useMediaQuery } from '../../design/media-query.ts'
import { addDays, addMonths, type Day, type Month } from '../../lib/days.ts'
import { formatDay } from '../../lib/format.ts'
import { boundsOfYear, type Holiday, kindByWeekday, monthsOf, type NightKind, weeksOf } from './holidays.ts'

type HolidayYearProps = {
  year: number
  entries: ReadonlyMap<Day, Holiday>
  /** Changes a day; undefined for administrators who may not. */
  change: ((day: Day) => void) | undefined
}

/** Days that a key moves by. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** The months of a year with the kind of each night. On a phone, one month. The Tab key stops once, and the arrow keys move within it. */
export function HolidayYear({ year, entries, change }: HolidayYearProps) {
  const { t } = useTranslation()
  const today = useToday()
  const { dateFrom, dateTo } = boundsOfYear(year)
  const [active, setActive] = useState(today >= dateFrom && today <= dateTo ? today : dateFrom)
  const isNarrow = useMediaQuery('screen and (max-width: 40rem)')
  const months = monthsOf(year)
  const month = active.slice(0, 7)
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = addDays(active, step)
    if (next < dateFrom || next > dateTo) return
    setActive(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus()
  }
  const press = (day: Day) => {
    setActive(day)
    change?.(day)
  }
  return (
    <>
      <NightLegend />
      {isNarrow && (
        <div className="spread no-print">
          <IconButton
            icon={ChevronLeft}
            label={t('days.before')}
            isDisabled={month === months[0]}
            onPress={() => setActive(`${addMonths(month, -1)}-01`)}
          />
          <IconButton
            icon={ChevronRight}
            label={t('days.after')}
            isDisabled={month === months.at(-1)}
            onPress={() => setActive(`${addMonths(month, 1)}-01`)}
          />
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between the days in it */}
      <div className="holiday-year" onKeyDown={move}>
        {(isNarrow ? [month] : months).map(month => (
          <MonthTable
            key={month}
            month={month}
            today={today}
            entries={entries}
            active={active}
            press={change && press}
          />
        ))}
      </div>
    </>
  )
}

/** The classes of the nights of a kind. */
const looks = { holiday: 'fill-4', working: 'holiday-working', weekend: 'fill-1', weekday: undefined }
const nightKinds = ['holiday', 'working', 'weekend', 'weekday'] as const satisfies readonly NightKind[]

function NightLegend() {
  const { t } = useTranslation()
  return (
    <Legend
      items={nightKinds.map(kind => ({
        id: kind,
        swatch: <rect className={cx('fill-swatch', looks[kind])} x="1" y="1" width="18" height="12" rx="3" />,
        label: t(`settings.kinds.${kind}`),
      }))}
    />
  )
}

type MonthTableProps = {
  month: Month
  today: Day
  entries: ReadonlyMap<Day, Holiday>
  /** The day that the Tab key reaches. */
  active: Day
  press: ((day: Day) => void) | undefined
}

function MonthTable({ month, ...cell }: MonthTableProps) {
  return (
    <table className="holiday-month card">
      <caption>{formatDay(`${month}-01`, 'monthYear')}</caption>
      <thead>
        <tr>
          {weekdays.map(day => (
            <th key={day} scope="col" abbr={formatDay(day, 'weekdayName')}>
              {formatDay(day, 'narrow')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the weeks of a month never change
          <tr key={index}>
            {week.map((day, weekday) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: neither do its days
              <td key={weekday}>{day && <DayCell {...cell} day={day} />}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A week from Sunday on, for the names of its days. */
const weekdays = Array.from({ length: 7 }, (_, index) => addDays('2023-01-01', index))

function DayCell({ day, today, entries, active, press }: Omit<MonthTableProps, 'month'> & { day: Day }) {
  const { t } = useTranslation()
  const holiday = entries.get(day)
  const kind = holiday?.kind ?? kindByWeekday(day)
  const label = [formatDay(day, 'full'), t(`settings.kinds.${kind}`), holiday?.name].filter(Boolean).join(', ')
  const shown = {
    className: cx('holiday-day', looks[kind]),
    title: label,
    'aria-current': day === today ? ('date' as const) : undefined,
  }
  const number = Number(day.slice(8))
  if (!press)
    return (
      <span {...shown}>
        <span aria-hidden>{number}</span>
        <span className="visually-hidden">{label}</span>
      </span>
    )
  return (
    <button
      type="button"
      {...shown}
      aria-label={label}
      data-day={day}
      tabIndex={day === active ? 0 : -1}
      onClick={() => press(day)}
    >
      {number}
    </button>
  )
}
