import { eventTypes } from '@campstore/contract/messages/events'
import { type FieldValues, useController } from 'react-hook-form'
import type { Bound } from '../../design/FormFields.tsx'
import { useProblems } from '../../lib/problems.ts'

/** The event types that a webhook asks for. */
export function EventTypesField<Fields extends FieldValues, Result>({ control, name, label }: Bound<Fields, Result>) {
  const problemOf = useProblems()
  const { field, fieldState } = useController({ control, name })
  const chosen: readonly string[] = field.value
  const problem = problemOf(fieldState.error)
  return (
    <fieldset className="plain-fieldset stack-tight">
      <legend>{label}</legend>
      {problem && <span className="field-problem">{problem}</span>}
      {eventTypes.map(type => (
        <label key={type} className="check-field">
          <span className="check">
            <input
              type="checkbox"
              checked={chosen.includes(type)}
              onChange={({ target }) =>
                field.onChange(eventTypes.filter(one => (one === type ? target.checked : chosen.includes(one))))
              }
              onBlur={field.onBlur}
            />
          </span>
          <code>{type}</code>
        </label>
      ))}
    </fieldset>
  )
}
