import { t } from 'i18next'
import { PageHeader } from '../../design/PageHeader.tsx'
import { Tabs } from '../../design/Tabs.tsx'
import { choiceFilter, numberFilter, useFilters } from '../../lib/filters.ts'
import { HolidaysTab } from './HolidaysTab.tsx'
import { BookingPolicyTab, ShippingPolicyTab } from './PolicyTabs.tsx'
import './settings.css'

const parsers = { tab: choiceFilter(['holidays', 'booking', 'shipping']), year: numberFilter }

/** The holiday calendar, and the rules of bookings and shipping. */
export function SettingsPage() {
  const { values, set } = useFilters(parsers)
  const chooseYear = (year: number | undefined) => set({ year })
  return (
    <>
      <PageHeader title={t('settings.page')} />
      <Tabs
        label={t('settings.page')}
        selected={values.tab ?? 'holidays'}
        onSelect={tab => set({ tab: tab === 'holidays' ? undefined : tab })}
        tabs={[
          {
            id: 'holidays',
            title: t('settings.tabs.holidays'),
            content: <HolidaysTab chosen={values.year} choose={chooseYear} />,
          },
          { id: 'booking', title: t('settings.tabs.booking'), content: <BookingPolicyTab /> },
          { id: 'shipping', title: t('settings.tabs.shipping'), content: <ShippingPolicyTab /> },
        ]}
      />
    </>
  )
}
