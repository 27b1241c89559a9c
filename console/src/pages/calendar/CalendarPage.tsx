import { t } from 'i18next'
import { useSession, useToday } from '../../app/session.ts'
import { Patterns } from '../../design/charts/charts.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { Tabs } from '../../design/Tabs.tsx'
import { useFilters } from '../../lib/filters.ts'
import { calendarFilters, OccupancyTab } from './OccupancyTab.tsx'
import { RentalsTab } from './RentalsTab.tsx'

/** The occupancy of the zones by night, and the rentals. */
export function CalendarPage() {
  const { can } = useSession()
  const filters = useFilters(calendarFilters)
  const today = useToday()
  const occupancy = <OccupancyTab filters={filters} today={today} />
  return (
    <>
      <Patterns />
      <PageHeader title={t('calendar.page')} />
      {can('inventory.view') ? (
        <Tabs
          label={t('calendar.page')}
          selected={filters.values.tab ?? 'occupancy'}
          onSelect={tab => filters.set({ tab: tab === 'occupancy' ? undefined : tab })}
          tabs={[
            { id: 'occupancy', title: t('calendar.columns.sites'), content: occupancy },
            { id: 'rentals', title: t('fields.rentals'), content: <RentalsTab filters={filters} today={today} /> },
          ]}
        />
      ) : (
        occupancy
      )}
    </>
  )
}
