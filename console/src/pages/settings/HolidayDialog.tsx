import { setHolidaySchema } from '@campstore/contract/admin/holidays'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useFormAction } from '../../app/form-action.ts'
import { FormDateField, FormDialog, FormSelectField, FormTextField } from '../../design/Form.tsx'
import { addDays, type Day } from '../../lib/days.ts'
import { formatDay } from '../../lib/format.ts'
import { daysFrom, type Holiday, kindByWeekday } from './holidays.ts'

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
export function HolidayDialog({ day, entries, holidayWeekdays, close }: HolidayDialogProps) {
  const { t } = useTranslation()
  const holiday = entries.get(day)
  const byWeekday = kindByWeekday(day, holidayWeekdays)
  const { field, watch, dialog } = useFormAction({
    schema: schemaFrom(day),
    values: {
      kind: holiday?.kind ?? (byWeekday === 'holidayWeekday' ? 'working' : 'holiday'),
      name: holiday?.name ?? '',
      until: null,
    },
    async run(admin, { kind, name, until }) {
      for (const date of daysFrom(day, until ?? day)) {
        if (kind !== 'none') await admin.setHoliday({ date, kind, name })
        else if (entries.has(date)) await admin.removeHoliday({ date })
      }
    },
    done: (_, { until }) =>
      until === null || until === day
        ? t('settings.daySaved', { day: formatDay(day) })
        : t('settings.daysSaved', { day: formatDay(day), until: formatDay(until) }),
    failed: t('settings.dayNotSaved'),
    closeWhenDone: close,
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
