import { setHolidaySchema } from '@campstore/contract/admin/holidays'
import { t } from 'i18next'
import { CalendarHeart } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { client } from '../../app/client.ts'
import { useFormAction } from '../../app/form-action.ts'
import { useHolidayWeekdays, useSession, useToday } from '../../app/session.ts'
import { Button } from '../../design/Button.tsx'
import { type Columns, column, titleColumn, wideColumn } from '../../design/columns.tsx'
import { FormDateField, FormDialog, FormSelectField, FormTextField } from '../../design/Form.tsx'
import { EmptyState, Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { Steps } from '../../design/pickers.tsx'
import { TableSection } from '../../design/TableSection.tsx'
import { Tabs } from '../../design/Tabs.tsx'
import { Badge, DayText } from '../../design/Values.tsx'
import { addDays, type Day } from '../../lib/days.ts'
import { choiceFilter, numberFilter, useFilters } from '../../lib/filters.ts'
import { formatDay } from '../../lib/format.ts'
import { CsvButton } from '../shared/OutputButtons.tsx'
import { HolidayYear } from './HolidayYear.tsx'
import { boundsOfYear, daysFrom, type Holiday, kindByWeekday, useHolidays } from './holidays.ts'
import { BookingPolicyTab, ShippingPolicyTab } from './PolicyTabs.tsx'
import './settings.css'

const parsers = { tab: choiceFilter(['holidays', 'booking', 'shipping']), year: numberFilter }

/** The holiday calendar, and the rules of bookings and shipping. */
export function SettingsPage() {
  const { values, set } = useFilters(parsers)
  const chooseYear = (year: number | undefined) => set({ year })
  return (
    <>
      <PageHeader title={t('settings.page')} />
      <Tabs
        label={t('settings.page')}
        selected={values.tab ?? 'holidays'}
        onSelect={tab => set({ tab: tab === 'holidays' ? undefined : tab })}
        tabs={[
          {
            id: 'holidays',
            title: t('settings.tabs.holidays'),
            content: <HolidaysTab chosen={values.year} choose={chooseYear} />,
          },
          { id: 'booking', title: t('settings.tabs.booking'), content: <BookingPolicyTab /> },
          { id: 'shipping', title: t('settings.tabs.shipping'), content: <ShippingPolicyTab /> },
        ]}
      />
    </>
  )
}

type HolidaysTabProps = { chosen: number | undefined; choose(year: number | undefined): void }

const [firstYear, lastYear] = [2000, 2100]

/** The days that are priced otherwise than their weekday, by year. */
function HolidaysTab({ chosen, choose }: HolidaysTabProps) {
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
      <TableSection
        title={t('settings.entries', { year })}
        columns={columns}
        items={holidays}
        keyOf={({ date }) => date}
        empty={<EmptyState {...nothing} />}
        isDense
      />
      {day !== undefined && (
        <HolidayDialog day={day} entries={entries} holidayWeekdays={holidayWeekdays} close={() => setDay(undefined)} />
      )}
    </>
  )
}

const { kind, name } = setHolidaySchema.shape
const kinds = [...kind.options, 'none'] as const

/** The most days that are changed at once. */
const maxDays = 31

/** The form of a day, and of the days that follow it: `none` removes their entries. */
const schemaFrom = (day: Day) =>
  z
    .object({ kind: z.enum(kinds), name: z.string(), until: z.iso.date().nullable() })
    .superRefine(({ kind, name: written, until }, ctx) => {
      const issues = kind === 'none' ? [] : (name.safeParse(written).error?.issues ?? [])
      for (const issue of issues) ctx.addIssue({ code: 'custom', path: ['name'], message: issue.message })
      if (until === null) return
      if (until < day) ctx.addIssue({ code: 'custom', path: ['until'], message: 'must not be before the first day' })
      else if (until > addDays(day, maxDays - 1))
        ctx.addIssue({ code: 'custom', path: ['until'], message: `must be at most ${maxDays} days` })
    })

type HolidayDialogProps = {
  day: Day
  entries: ReadonlyMap<Day, Holiday>
  holidayWeekdays: readonly number[]
  close(): void
}

/** Makes a day, or several in a row, a holiday or a working day, or lets the weekday decide again. */
function HolidayDialog({ day, entries, holidayWeekdays, close }: HolidayDialogProps) {
  const holiday = entries.get(day)
  const byWeekday = kindByWeekday(day, holidayWeekdays)
  const { field, watch, dialog } = useFormAction({
    schema: schemaFrom(day),
    values: {
      kind: holiday?.kind ?? (byWeekday === 'holidayWeekday' ? 'working' : 'holiday'),
      name: holiday?.name ?? '',
      until: null,
    },
    isChange: true,
    async run(admin, fields, changed) {
      // Somebody else may have changed the rest of the entry.
      const { kind, name, until } = { ...fields, ...holiday, ...changed }
      for (const date of daysFrom(day, until ?? day)) {
        if (kind !== 'none') await admin.setHoliday({ date, kind, name })
        else if (entries.has(date)) await admin.removeHoliday({ date })
      }
    },
    done: (_, { until }) =>
      until === null || until === day
        ? t('actions.saved', { name: formatDay(day) })
        : t('settings.daysSaved', { day: formatDay(day), until: formatDay(until) }),
    failed: t('settings.dayNotSaved'),
    close,
  })
  return (
    <FormDialog title={formatDay(day, 'full')} action={t('actions.save')} {...dialog}>
      <FormSelectField
        {...field('kind', t('settings.dayType'))}
        options={kinds.map(value => ({
          value,
          label:
            value === 'none'
              ? t('settings.byWeekday', { kind: t(`settings.kinds.${byWeekday}`) })
              : t(`settings.kinds.${value}`),
        }))}
      />
      {watch('kind') !== 'none' && <FormTextField {...field('name', t('coupons.name'))} />}
      <FormDateField {...field('until', t('settings.until'), t('settings.untilHint'))} min={day} />
    </FormDialog>
  )
}
