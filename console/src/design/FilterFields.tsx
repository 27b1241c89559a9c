import { useTranslation } from 'react-i18next'
import { SelectField, type SelectFieldProps } from './Field.tsx'

type FilterSelectProps<Value extends string> = Pick<SelectFieldProps<Value>, 'label' | 'options' | 'empty'> & {
  value: Value | undefined
  onChange(value: Value | undefined): void
}

/** Filters a list by one of some values. */
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
