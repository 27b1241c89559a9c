import { t } from 'i18next'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { addDays, addMonths, isDay, type Month } from '../lib/days.ts'
import { formatDay } from '../lib/format.ts'
import { Button, IconButton } from './Button.tsx'
import { DateField, SelectField } from './Field.tsx'
import './day-picker.css'

type DayPickerProps = {
  value: string
  /** Called with undefined for today, which an address need not say. */
  onChange(day: string | undefined): void
  today: string
  /** How many days a button moves. */
  step?: number
}

/** Chooses a day: the previous one, the next one, today, or any. */
export function DayPicker({ value, onChange, today, step = 1 }: DayPickerProps) {
  const choose = (day: string) => isDay(day) && onChange(day === today ? undefined : day)
  return (
    <div className="day-picker row no-print">
      <Steps show={by => choose(addDays(value, by * step))}>
        <DateField label={t('days.day')} isLabelHidden value={value} onChange={choose} />
      </Steps>
      <Button variant="quiet" isDisabled={value === today} onPress={() => choose(today)}>
        {t('days.today')}
      </Button>
    </div>
  )
}

type StepsProps = {
  /** Shows the one before (-1) or the one after (1). */
  show(step: -1 | 1): void
  isFirst?: boolean
  isLast?: boolean
  labels?: readonly [before: string, after: string]
  children?: ReactNode
}

/** Buttons to the day, month or year before and after the one between them. */
export function Steps({ show, isFirst, isLast, labels, children }: StepsProps) {
  const [before, after] = labels ?? [t('days.before'), t('days.after')]
  return (
    <>
      <IconButton icon={ChevronLeft} label={before} isDisabled={isFirst} onPress={() => show(-1)} />
      {children}
      <IconButton icon={ChevronRight} label={after} isDisabled={isLast} onPress={() => show(1)} />
    </>
  )
}

type MonthPickerProps = { value: Month; onChange(month: Month): void; thisMonth: Month }

/** How many months are offered before this one. */
const monthsBack = 24

/** Chooses a month: the previous one, the next one, or one of two years. Not every browser has a field for months. */
export function MonthPicker({ value, onChange, thisMonth }: MonthPickerProps) {
  const recent = Array.from({ length: monthsBack + 1 }, (_, index) => addMonths(thisMonth, -index))
  const months = recent.includes(value) ? recent : [value, ...recent]
  return (
    <div className="day-picker row">
      <Steps show={by => onChange(addMonths(value, by))} isLast={value >= thisMonth}>
        <SelectField
          label={t('days.month')}
          isLabelHidden
          value={value}
          onChange={onChange}
          options={months.map(month => ({ value: month, label: formatDay(`${month}-01`, 'monthYear') }))}
        />
      </Steps>
    </div>
  )
}
