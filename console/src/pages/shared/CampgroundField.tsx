import { useTranslation } from 'react-i18next'
import { useCampgroundName, useCampgroundOptions } from '../../app/shared-queries.ts'
import { SelectField } from '../../design/Field.tsx'

type CampgroundFieldProps = { value: string; onChange(id: string | undefined): void }

/** Chooses one campground, or all of them. */
export function CampgroundField({ value, onChange }: CampgroundFieldProps) {
  const { t } = useTranslation()
  const nameOf = useCampgroundName()
  const known = useCampgroundOptions()
  // One that cannot be booked any more is chosen by a link.
  const isKnown = value === '' || known.some(option => option.value === value)
  const options = isKnown ? known : [...known, { value, label: nameOf(value) }]
  return (
    <SelectField
      label={t('fields.campground')}
      value={value}
      onChange={id => onChange(id || undefined)}
      options={options}
      empty={t('fields.allCampgrounds')}
    />
  )
}
