import { useId } from 'react'

type RadioFieldProps<Value extends string> = {
  label: string
  value: Value | undefined
  onChange(value: Value): void
  /** The choices, and what follows from each. */
  options: readonly { value: Value; label: string; hint: string }[]
  problem?: string | undefined
}

/** A choice whose options are all in sight. */
export function RadioField<Value extends string>({ label, value, onChange, options, problem }: RadioFieldProps<Value>) {
  const name = useId()
  return (
    <fieldset className="radio-field">
      <legend>{label}</legend>
      {problem && <span className="field-problem">{problem}</span>}
      {options.map(option => (
        <label key={option.value} className="radio">
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span>
            <strong>{option.label}</strong>
            <small>{option.hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
