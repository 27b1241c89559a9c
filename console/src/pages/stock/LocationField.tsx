import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type Bound, FormSelectField } from '../../design/FormFields.tsx'
import type { StockLocation } from './queries.ts'

type LocationFieldProps<Fields extends FieldValues, Result> = Bound<Fields, Result> & {
  locations: readonly StockLocation[]
}

/** Chooses a location; of a transfer, another one than the first. */
export function LocationField<Fields extends FieldValues, Result>(props: LocationFieldProps<Fields, Result>) {
  const { locations, ...field } = props
  const { t } = useTranslation()
  return (
    <FormSelectField
      {...field}
      options={locations.map(({ id, name }) => ({ value: id, label: name }))}
      empty={t('fields.choose')}
      whenRuleBroken={t('stock.sameLocation')}
    />
  )
}
