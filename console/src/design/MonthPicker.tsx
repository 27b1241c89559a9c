import { useTranslation } from 'react-i18next'
import { addMonths, type Month } from '../lib/days.ts'
import { formatDay } from '../lib/format.ts'
import './day-picker.css'
import './field.css'
import { Steps } from './Steps.tsx'

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
      <Steps show={by => onChange(addMonths(value, by))} isLast={value >= thisMonth}>
        <select aria-label={t('days.month')} value={value} onChange={event => onChange(event.target.value)}>
          {months.map(month => (
            <option key={month} value={month}>
              {formatDay(`${month}-01`, 'monthYear')}
            </option>
          ))}
        </select>
      </Steps>
    </div>
  )
}
