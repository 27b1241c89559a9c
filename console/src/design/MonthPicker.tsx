import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { addMonths, type Month } from '../lib/days.ts'
import { formatDay } from '../lib/format.ts'
import { IconButton } from './Button.tsx'
import './day-picker.css'
import './field.css'

type MonthPickerProps = { value: Month; onChange(month: Month): void; thisMonth: Month }

/** How many months are offered before this one. */
const monthsBack = 24

/** Chooses a month: the previous one, the next one, or one of two years. Not every browser has a field for months. */
export function MonthPicker({ value, onChange, thisMonth }: MonthPickerProps) {
  const { t } = useTranslation()
  const recent = Array.from({ length: monthsBack + 1 }, (_, index) => addMonths(thisMonth, -index))
  const months = recent.includes(value) ? recent : [value, ...recent]
  return (
    <div className="day-picker">
      <IconButton icon={ChevronLeft} label={t('days.before')} onPress={() => onChange(addMonths(value, -1))} />
      <select aria-label={t('days.month')} value={value} onChange={event => onChange(event.target.value)}>
        {months.map(month => (
          <option key={month} value={month}>
            {formatDay(`${month}-01`, 'monthYear')}
          </option>
        ))}
      </select>
      <IconButton
        icon={ChevronRight}
        label={t('days.after')}
        isDisabled={value >= thisMonth}
        onPress={() => onChange(addMonths(value, 1))}
      />
    </div>
  )
}
