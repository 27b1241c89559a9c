import { type ReactNode, useId } from 'react'
import './field.css'

type NumberFieldProps = {
  label: string
  /** Whether only screen readers get the label, as in a table with headings. */
  isLabelHidden?: boolean
  value: number | undefined
  onChange(value: number | undefined): void
  hint?: ReactNode
  problem?: string | undefined
}

/** A labelled whole number from 0; it accepts only digits. */
export function NumberField({ label, isLabelHidden, value, onChange, hint, problem }: NumberFieldProps) {
  const id = useId()
  const about = problem ?? hint
  return (
    <div className="field" data-invalid={problem !== undefined || undefined}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        value={value ?? ''}
        aria-invalid={problem !== undefined}
        aria-describedby={about ? `${id}-about` : undefined}
        onChange={event => {
          const digits = event.target.value.replace(/\D/g, '')
          onChange(digits === '' ? undefined : Number(digits))
        }}
      />
      {about && (
        <span id={`${id}-about`} className={problem ? 'field-problem' : 'field-hint'}>
          {about}
        </span>
      )}
    </div>
  )
}
