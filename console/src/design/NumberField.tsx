import { TextField, type TextFieldProps } from './Field.tsx'

type NumberFieldProps = Pick<TextFieldProps, 'label' | 'isLabelHidden' | 'hint' | 'problem'> & {
  value: number | undefined
  onChange(value: number | undefined): void
}

/** A labelled whole number from 0; it accepts only digits. */
export const NumberField = ({ value, onChange, ...field }: NumberFieldProps) => (
  <TextField
    {...field}
    inputMode="numeric"
    autoComplete="off"
    maxLength={9}
    value={String(value ?? '')}
    onChange={text => {
      const digits = text.replace(/\D/g, '')
      onChange(digits === '' ? undefined : Number(digits))
    }}
  />
)
