import { TextField, type TextFieldProps } from './Field.tsx'

type NumberFieldProps = Pick<TextFieldProps, 'label' | 'isLabelHidden' | 'hint' | 'problem'> & {
  value: number | undefined
  onChange(value: number | undefined): void
}

const mostDigits = 9

/** A labelled whole number from 0; it accepts only digits. */
export const NumberField = ({ value, onChange, ...field }: NumberFieldProps) => (
  <TextField
    {...field}
    inputMode="numeric"
    autoComplete="off"
    value={String(value ?? '')}
    onChange={text => {
      const digits = text.normalize('NFKC').replace(/\D/g, '').slice(0, mostDigits)
      onChange(digits === '' ? undefined : Number(digits))
    }}
  />
)
