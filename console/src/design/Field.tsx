import { t } from 'i18next'
import { CalendarDays } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
} from 'react-aria-components'
import { dateText, isDay, isLocal } from '../lib/days.ts'
import { cx } from './cx.ts'
import './field.css'

type TextFieldProps = Omit<AriaTextFieldProps, 'children' | 'className' | 'style'> & {
  label: string
  /** Whether only screen readers get the label, as in a table with headings. */
  isLabelHidden?: boolean
  /** Shown unless there is a problem. */
  hint?: ReactNode
  /** The problem of the value; undefined without one. */
  problem?: string | undefined
  rows?: number
  placeholder?: string
}

/** A labelled line of text, or several with `rows`. */
export function TextField(props: TextFieldProps) {
  const { label, isLabelHidden, hint, problem, rows, placeholder, ...input } = props
  return (
    <AriaTextField {...input} className="field" isInvalid={problem !== undefined}>
      <Label className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</Label>
      {rows ? <TextArea rows={rows} placeholder={placeholder} /> : <Input placeholder={placeholder} />}
      {hint && problem === undefined && (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-problem">{problem}</FieldError>
    </AriaTextField>
  )
}

type CheckFieldProps = { label: ReactNode; isChecked: boolean; onChange(isChecked: boolean): void; onBlur?(): void }

/** A checkbox. */
export const CheckField = ({ label, isChecked, onChange, onBlur }: CheckFieldProps) => (
  <label className="check-field">
    <span className="check">
      <input type="checkbox" checked={isChecked} onChange={event => onChange(event.target.checked)} onBlur={onBlur} />
    </span>
    {label}
  </label>
)

export type SelectFieldProps<Value extends string> = Pick<TextFieldProps, 'label' | 'isLabelHidden' | 'problem'> & {
  value: Value | ''
  onChange(value: Value | ''): void
  options: readonly { value: Value; label: string; isDisabled?: boolean }[]
  /** The text of the empty choice; without it, a value is required. */
  empty?: string
  isDisabled?: boolean
}

/** A labelled choice: the platform's own list, which works best on phones. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, isLabelHidden, value, onChange, options, empty, isDisabled, problem } = props
  return (
    <label className="field" data-invalid={problem !== undefined || undefined}>
      <span className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
      <select
        value={value}
        disabled={isDisabled}
        aria-invalid={problem !== undefined}
        // The values are the options' values and the empty one.
        onChange={event => onChange(event.target.value as Value | '')}
      >
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map(({ value, label, isDisabled }) => (
          <option key={value} value={value} disabled={isDisabled}>
            {label}
          </option>
        ))}
      </select>
      {problem && <span className="field-problem">{problem}</span>}
    </label>
  )
}

type NumberFieldProps = Pick<TextFieldProps, 'label' | 'isLabelHidden' | 'hint' | 'problem'> & {
  value: number | undefined
  onChange(value: number | undefined): void
}

/** A labelled whole number from 0; it accepts only nine digits, and none after a decimal point. Other texts are not taken for one. */
export const NumberField = ({ value, onChange, ...field }: NumberFieldProps) => (
  <TextField
    {...field}
    inputMode="numeric"
    autoComplete="off"
    value={value === undefined || Number.isNaN(value) ? '' : String(value)}
    onChange={text => {
      const [, written] = /^([\d,]*)(?:\.\d*)?$/.exec(text.normalize('NFKC').trim()) ?? []
      const digits = written?.replaceAll(',', '').slice(0, 9)
      if (digits !== undefined) onChange(digits === '' ? undefined : Number(digits))
    }}
  />
)

type DateFieldProps = Pick<TextFieldProps, 'label' | 'isLabelHidden' | 'hint' | 'problem'> & {
  hasTime?: boolean
  value: string
  onChange(value: string): void
  onBlur?(): void
  min?: string | undefined
  max?: string | undefined
}

/**
 * A labelled date, `2026-11-29`, or date and time, `2026-11-29 09:30`, or empty: the same in every browser and language. Its button
 * opens the platform's own calendar. While it is being written, `onChange` gets texts that are not dates yet.
 */
export function DateField(props: DateFieldProps) {
  const { label, isLabelHidden, hasTime = false, value, onChange, onBlur, min, max, hint, problem } = props
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
