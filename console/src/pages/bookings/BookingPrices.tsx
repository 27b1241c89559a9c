import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '../../design/DataTable.tsx'
import { Section } from '../../design/Section.tsx'
import { Money } from '../../design/Values.tsx'
import type { Booking } from './queries.ts'

type Line = {
  id: string
  name: string
  detail: string
  quantity: number
  weekday: string
  holiday: string
  total: string
}

/** Zones and rentals with their prices as of the booking, and what they add up to. */
export function BookingPrices({ booking: { zones, rentals, pricing } }: { booking: Booking }) {
  const { t } = useTranslation()
  const lines: Line[] = [
    ...zones.map(({ zoneId, type, quantity, priceWeekday, priceHoliday, lineTotal }) => {
      const [weekday, holiday, total] = [priceWeekday, priceHoliday, lineTotal]
      return { id: zoneId, name: type, detail: zoneId, quantity, weekday, holiday, total }
    }),
    ...rentals.map(({ rentalListingId, name, specification, sku, quantity, priceWeekday, priceHoliday, lineTotal }) => {
      const detail = [specification, sku].filter(Boolean).join(' · ')
      const [weekday, holiday, total] = [priceWeekday, priceHoliday, lineTotal]
      return { id: rentalListingId, name, detail, quantity, weekday, holiday, total }
    }),
  ]
  const columns: Column<Line>[] = [
    {
      id: 'name',
      header: t('bookings.prices.what'),
      isTitle: true,
      isWide: true,
      cell: ({ name, detail }) => (
        <>
          {name}
          <div className="muted booking-detail">{detail}</div>
        </>
      ),
    },
    { id: 'quantity', header: t('bookings.prices.quantity'), align: 'end', cell: ({ quantity }) => quantity },
    {
      id: 'weekday',
      header: t('bookings.prices.weekday'),
      align: 'end',
      cell: ({ weekday }) => <Money amount={weekday} />,
    },
    {
      id: 'holiday',
      header: t('bookings.prices.holiday'),
      align: 'end',
      cell: ({ holiday }) => <Money amount={holiday} />,
    },
    { id: 'total', header: t('bookings.prices.total'), align: 'end', cell: ({ total }) => <Money amount={total} /> },
  ]
  const sums = [
    { label: t('bookings.prices.zones'), amount: pricing.zoneTotal },
    { label: t('bookings.prices.rentals'), amount: pricing.rentalTotal },
    { label: t('bookings.prices.discount'), amount: `-${pricing.discount}` },
  ].filter(({ amount }) => Number(amount) !== 0)
  return (
    <Section title={t('bookings.prices.title')} isCard={false}>
      <DataTable label={t('bookings.prices.title')} columns={columns} items={lines} keyOf={({ id }) => id} isDense />
      <dl className="booking-sums">
        {sums.map(({ label, amount }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Money amount={amount} />
            </dd>
          </div>
        ))}
        <div className="booking-final">
          <dt>{t('bookings.prices.final')}</dt>
          <dd>
            <Money amount={pricing.finalAmount} />
          </dd>
        </div>
      </dl>
    </Section>
  )
}
