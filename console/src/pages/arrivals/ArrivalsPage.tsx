import { t } from 'i18next'
import { Printer } from 'lucide-react'
import { client } from '../../app/client.ts'
import { useCampgroundOptions, useSession, useToday } from '../../app/session.ts'
import { Button } from '../../design/Button.tsx'
import { SearchField } from '../../design/FilterBar.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { DayPicker } from '../../design/pickers.tsx'
import { dayFilter, textFilter, useFilters } from '../../lib/filters.ts'
import { formatDay } from '../../lib/format.ts'
import { CampgroundField } from '../shared/CampgroundField.tsx'
import { CsvButton } from '../shared/OutputButtons.tsx'
import { RentalCounter } from './RentalCounter.tsx'
import { StaysSection } from './StaysSection.tsx'
import './arrivals.css'

const parsers = { day: dayFilter, campgroundId: textFilter, q: textFilter }

/** The arrivals and departures of a day, and the equipment to hand out and take back. People print it and carry it. */
export function ArrivalsPage() {
  const { can } = useSession()
  const today = useToday()
  const filters = useFilters(parsers)
  const { day = today, campgroundId, q } = filters.values
  const stays = { day, campgroundId, q }
  const campgrounds = useCampgroundOptions()
  const campground = campgrounds.find(({ value }) => value === campgroundId)?.label
  return (
    <>
      <PageHeader
        title={t('arrivals.page')}
        subtitle={[formatDay(day, 'full'), campground].filter(Boolean).join(' · ')}
      >
        <CsvButton read={() => client().admin.listStays.csv({ kind: 'arriving', ...stays })} />
        <Button icon={Printer} onPress={() => print()}>
          {t('actions.print')}
        </Button>
      </PageHeader>
      <search className="filter-bar row no-print">
        <SearchField label={t('bookings.search')} value={q ?? ''} onChange={q => filters.set({ q })} />
        <DayPicker value={day} today={today} onChange={day => filters.set({ day: day === today ? undefined : day })} />
        <CampgroundField value={campgroundId} onChange={campgroundId => filters.set({ campgroundId })} />
      </search>
      <div className="stack">
        <StaysSection kind="arriving" {...stays} />
        <StaysSection kind="departing" {...stays} />
        <StaysSection kind="overdue" {...stays} />
        {can('bookings.view', 'inventory.view') && <RentalCounter day={day} campgroundId={campgroundId} />}
      </div>
    </>
  )
}
