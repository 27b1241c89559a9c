import {
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  setInteractionModality,
} from 'react-aria-components'
import type { FieldValues } from 'react-hook-form'
import { type Bound, useField } from './Form.tsx'
import './menu.css'

type FormSuggestFieldProps<Fields extends FieldValues, Result> = Bound<Fields, Result> & {
  /** The usual values, each once. */
  suggestions: readonly { name: string }[] | undefined
}

/** A line of text of a form that suggests values and accepts others; empty is null. */
export function FormSuggestField<Fields extends FieldValues, Result>(props: FormSuggestFieldProps<Fields, Result>) {
  const { control, name, label, suggestions = [] } = props
  const { field, problem } = useField({ control, name })
  return (
    <ComboBox
      className="field"
      allowsCustomValue
      menuTrigger="focus"
      inputValue={field.value ?? ''}
      onInputChange={text => {
        field.onChange(text || null)
        // A suggestion that appears under the pointer is not chosen.
        setInteractionModality('keyboard')
      }}
      onBlur={field.onBlur}
      defaultItems={suggestions}
      isInvalid={problem !== undefined}
    >
      <Label>{label}</Label>
      <Input />
      <FieldError className="field-problem">{problem}</FieldError>
      <Popover className="menu">
        <ListBox<{ name: string }>>
          {({ name }) => (
            <ListBoxItem id={name} textValue={name}>
              {name}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
