import { t } from 'i18next'
import { type KeyboardEvent, useState } from 'react'
import { useToday } from '../../app/session.ts'
import { Legend } from '../../design/charts/charts.tsx'
import { cx } from '../../design/cx.ts'
import { useMediaQuery } from '../../design/media-query.ts'
import { Steps } from '../../design/pickers.tsx'
import { addDays, addMonths, boundsOf, type Day, type Month, monthOf, weekdayOf } from '../../lib/days.ts'
import { formatDay } from '../../lib/format.ts'
import { boundsOfYear, daysFrom, type Holiday, kindByWeekday, monthsOf, type NightKind } from './holidays.ts'

type HolidayYearProps = {
  year: number
  entries: ReadonlyMap<Day, Holiday>
  holidayWeekdays: readonly number[]
  /** Changes a day; undefined for administrators who may not. */
  change: ((day: Day) => void) | undefined
}

/** Days that a key moves by. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** The months of a year with the kind of each night. On a phone, one month. The Tab key stops once, and the arrow keys move within it. */
export function HolidayYear({ year, entries, holidayWeekdays, change }: HolidayYearProps) {
  const today = useToday()
  const { dateFrom, dateTo } = boundsOfYear(year)
  const [active, setActive] = useState(today >= dateFrom && today <= dateTo ? today : dateFrom)
  const isNarrow = useMediaQuery('screen and (max-width: 40rem)')
  const months = monthsOf(year)
  const month = monthOf(active)
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
  const cell = { today, entries, holidayWeekdays, active, press: change && press }
  return (
    <>
      <NightLegend />
      {isNarrow && (
        <div className="spread no-print">
          <Steps
            show={step => setActive(`${addMonths(month, step)}-01`)}
            isFirst={month === months[0]}
            isLast={month === months.at(-1)}
          />
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between the days in it */}
      <div className="holiday-year" onKeyDown={move}>
        {(isNarrow ? [month] : months).map(month => (
          <MonthGrid key={month} month={month} {...cell} />
        ))}
      </div>
    </>
  )
}

const looks = { holiday: 'fill-4', working: 'holiday-working', holidayWeekday: 'fill-1', weekday: undefined }
const nightKinds = ['holiday', 'working', 'holidayWeekday', 'weekday'] as const satisfies readonly NightKind[]

function NightLegend() {
  const swatches = nightKinds.map(kind => [
    t(`settings.kinds.${kind}`),
    <rect key={kind} className={cx('fill-swatch', looks[kind])} x="1" y="1" width="18" height="12" rx="3" />,
  ])
  return <Legend of={Object.fromEntries(swatches)} />
}

type CellProps = Pick<HolidayYearProps, 'entries' | 'holidayWeekdays'> & {
  today: Day
  /** The day that the Tab key reaches. */
  active: Day
  press: ((day: Day) => void) | undefined
}

/** A month by weeks from Sunday to Saturday. */
function MonthGrid({ month, ...cell }: CellProps & { month: Month }) {
  const { from, to } = boundsOf(month)
  return (
    <section className="holiday-month card">
      <h3>{formatDay(from, 'monthYear')}</h3>
      {weekdays.map(day => (
        <small key={day} className="muted" aria-hidden>
          {formatDay(day, 'narrow')}
        </small>
      ))}
      {weekdays.slice(0, weekdayOf(from)).map(day => (
        <span key={day} />
      ))}
      {daysFrom(from, to).map(day => (
        <DayCell key={day} {...cell} day={day} />
      ))}
    </section>
  )
}

/** A week from Sunday on, for the names of its days. */
const weekdays = daysFrom('2023-01-01', '2023-01-07')

/** A day, and for administrators who may change it, its button. */
function DayCell({ day, today, entries, holidayWeekdays, active, press }: CellProps & { day: Day }) {
  const holiday = entries.get(day)
  const kind = holiday?.kind ?? kindByWeekday(day, holidayWeekdays)
  const label = [formatDay(day, 'full'), t(`settings.kinds.${kind}`), holiday?.name].filter(Boolean).join(', ')
  const Cell = press ? 'button' : 'span'
  return (
    <Cell
      className={cx('night holiday-day', looks[kind])}
      title={label}
      aria-current={day === today ? 'date' : undefined}
      {...(press && { type: 'button', 'data-day': day, tabIndex: day === active ? 0 : -1, onClick: () => press(day) })}
    >
      <span className="visually-hidden">{label}</span>
      <span aria-hidden>{Number(day.slice(8))}</span>
    </Cell>
  )
}
