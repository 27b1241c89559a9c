import { useTranslation } from 'react-i18next'
import { DateField, SelectField, type SelectFieldProps } from './Field.tsx'

type FilterSelectProps<Value extends string> = Pick<SelectFieldProps<Value>, 'label' | 'options' | 'empty'> & {
  value: Value | undefined
  onChange(value: Value | undefined): void
}

/** Narrows a list down to one of some values. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { value, onChange, empty, ...field } = props
  const { t } = useTranslation()
  return (
    <SelectField
      {...field}
      value={value ?? ''}
      onChange={chosen => onChange(chosen || undefined)}
      empty={empty ?? t('filters.any')}
    />
  )
}

type FilterDatesProps = {
  labels: readonly [from: string, to: string]
  from: string | undefined
  to: string | undefined
  setFrom(day: string | undefined): void
  setTo(day: string | undefined): void
}

/** Narrows a list down to what lies between two dates; either may be open. */
export function FilterDates({ labels: [fromLabel, toLabel], from, to, setFrom, setTo }: FilterDatesProps) {
  return (
    <>
      <DateField label={fromLabel} value={from ?? ''} max={to} onChange={day => setFrom(day || undefined)} />
      <DateField label={toLabel} value={to ?? ''} min={from} onChange={day => setTo(day || undefined)} />
    </>
  )
}
