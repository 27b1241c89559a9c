import { useTranslation } from 'react-i18next'
import { choiceFilter, dayFilter, type Filters, textFilter, useFilters } from '../../app/filters.ts'
import { useSession } from '../../app/session.tsx'
import { useToday } from '../../app/shared-queries.ts'
import { Patterns } from '../../design/charts/Patterns.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { Tabs } from '../../design/Tabs.tsx'
import { OccupancyTab } from './OccupancyTab.tsx'
import { RentalsTab } from './RentalsTab.tsx'

const parsers = {
  tab: choiceFilter(['occupancy', 'rentals']),
  campgroundId: textFilter,
  from: dayFilter,
  days: choiceFilter(['14', '31', '62', '92']),
  day: dayFilter,
  /** The night whose stays are shown, and the campground. */
  night: dayFilter,
  at: textFilter,
}
export type CalendarFilters = Filters<typeof parsers>

/** How full the zones are, night by night, and what is rented out. */
export function CalendarPage() {
  const { t } = useTranslation()
  const { can } = useSession()
  const filters = useFilters(parsers)
  const today = useToday()
  const occupancy = <OccupancyTab filters={filters} today={today} />
  return (
    <>
      <Patterns />
      <PageHeader title={t('pages.calendar')} />
      {can('inventory.view') ? (
        <Tabs
          label={t('pages.calendar')}
          selected={filters.values.tab ?? 'occupancy'}
          onSelect={tab => filters.set({ tab: tab === 'occupancy' ? undefined : tab })}
          tabs={[
            { id: 'occupancy', title: t('calendar.occupancy'), content: occupancy },
            { id: 'rentals', title: t('calendar.rentals'), content: <RentalsTab filters={filters} today={today} /> },
          ]}
        />
      ) : (
        occupancy
      )}
    </>
  )
}
