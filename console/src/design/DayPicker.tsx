import { useTranslation } from 'react-i18next'
import { addDays, isDay } from '../lib/days.ts'
import { Button } from './Button.tsx'
import { DateField } from './DateField.tsx'
import './day-picker.css'
import { Steps } from './Steps.tsx'

type DayPickerProps = {
  value: string
  onChange(day: string): void
  today: string
  /** How many days a button moves. */
  step?: number
}

/** Chooses a day: the previous one, the next one, today, or any. */
export function DayPicker({ value, onChange, today, step = 1 }: DayPickerProps) {
  const { t } = useTranslation()
  return (
    <div className="day-picker no-print">
      <Steps show={by => onChange(addDays(value, by * step))}>
        <DateField label={t('days.day')} isLabelHidden value={value} onChange={day => isDay(day) && onChange(day)} />
      </Steps>
      <Button variant="quiet" isDisabled={value === today} onPress={() => onChange(today)}>
        {t('days.today')}
      </Button>
    </div>
  )
}
