import { CalendarDays } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateText, isDay, isLocal } from '../lib/days.ts'
import { cx } from './cx.ts'
import './field.css'

type DateFieldProps = {
  label: string
  /** Whether only screen readers get the label. */
  isLabelHidden?: boolean
  /** Whether it has a time, too. */
  hasTime?: boolean
  value: string
  onChange(value: string): void
  onBlur?(): void
  min?: string | undefined
  max?: string | undefined
  hint?: string
  problem?: string | undefined
}

/**
 * A labelled date, `2026-11-29`, or date and time, `2026-11-29 09:30`, or empty: the same in every browser and language. Its button
 * opens the platform's own calendar. While it is being written, `onChange` gets texts
 * that are not dates yet.
 */
export function DateField(props: DateFieldProps) {
  const { label, isLabelHidden, hasTime = false, value, onChange, onBlur, min, max, hint, problem } = props
  const { t } = useTranslation()
  const [draft, setDraft] = useState<string>()
  const calendar = useRef<HTMLInputElement>(null)
  const write = (text: string) => onChange(dateText(text, hasTime))
  return (
    <label className="field" data-invalid={problem !== undefined || undefined}>
      <span className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
      <span className={cx('date-field', hasTime && 'date-field-time')}>
        <input
          type="text"
          inputMode={hasTime ? undefined : 'numeric'}
          autoComplete="off"
          placeholder={hasTime ? 'YYYY-MM-DD HH:MM' : 'YYYY-MM-DD'}
          value={draft ?? value}
          aria-invalid={problem !== undefined}
          onChange={({ target }) => {
            setDraft(target.value)
            write(target.value)
          }}
          onBlur={() => {
            setDraft(undefined)
            onBlur?.()
          }}
        />
        <button type="button" aria-label={t('days.choose')} onClick={() => calendar.current?.showPicker()}>
          <CalendarDays aria-hidden />
        </button>
        <input
          ref={calendar}
          type={hasTime ? 'datetime-local' : 'date'}
          tabIndex={-1}
          aria-hidden
          value={(hasTime ? isLocal(value) : isDay(value)) ? value.replace(' ', 'T') : ''}
          min={min}
          max={max}
          onChange={({ target }) => write(target.value)}
        />
      </span>
      {problem ? <span className="field-problem">{problem}</span> : hint && <span className="field-hint">{hint}</span>}
    </label>
  )
}
