import { t } from 'i18next'
import { useCampgroundName, useCampgroundOptions } from '../../app/session.ts'
import { FilterSelect } from '../../design/FilterBar.tsx'

type CampgroundFieldProps = { value: string | undefined; onChange(id: string | undefined): void }

/** Chooses one campground, or all of them. */
export function CampgroundField({ value, onChange }: CampgroundFieldProps) {
  const nameOf = useCampgroundName()
  const known = useCampgroundOptions()
  // A link may choose a campground that can no longer be booked.
  const isKnown = value === undefined || known.some(option => option.value === value)
  const options = isKnown ? known : [...known, { value, label: nameOf(value) }]
  return (
    <FilterSelect
      label={t('fields.campground')}
      value={value}
      onChange={onChange}
      options={options}
      empty={t('filters.all')}
    />
  )
}
