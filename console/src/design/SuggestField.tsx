import { ComboBox, FieldError, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components'
import './field.css'
import './menu.css'

type SuggestFieldProps = {
  label: string
  value: string
  onChange(value: string): void
  onBlur?(): void
  /** The usual values, each once. */
  suggestions?: readonly { name: string }[]
  problem?: string | undefined
}

/** A labelled line of text that suggests values and accepts others. */
export const SuggestField = ({ label, value, onChange, onBlur, suggestions = [], problem }: SuggestFieldProps) => (
  <ComboBox
    className="field"
    allowsCustomValue
    menuTrigger="focus"
    inputValue={value}
    onInputChange={onChange}
    onBlur={onBlur}
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
