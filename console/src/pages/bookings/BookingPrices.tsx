import { useTranslation } from 'react-i18next'
import { endColumn, moneyColumn, titleColumn } from '../../design/column-kinds.tsx'
import { type Column, DataTable } from '../../design/DataTable.tsx'
import { Section } from '../../design/Section.tsx'
import { Sum, Sums } from '../../design/Sums.tsx'
import { TwoLines } from '../../design/TwoLines.tsx'
import type { Booking } from './booking.ts'

type Line = {
  id: string
  name: string
  detail: string
  quantity: number
  priceWeekday: string
  priceHoliday: string
  lineTotal: string
}

/** Zones and rentals with their prices as booked, and their sum. */
export function BookingPrices({ booking }: { booking: Booking }) {
  const { t } = useTranslation()
  const title = t('bookings.prices.title')
  return (
    <Section title={title} isCard={false}>
      <DataTable label={title} columns={useColumns()} items={linesOf(booking)} isDense />
      <BookingSums pricing={booking.pricing} />
    </Section>
  )
}

const linesOf = ({ zones, rentals }: Booking): Line[] => [
  ...zones.map(zone => ({ ...zone, id: zone.zoneId, name: zone.type, detail: zone.zoneId })),
  ...rentals.map(rental => ({
    ...rental,
    id: rental.rentalListingId,
    detail: [rental.specification, rental.sku].filter(Boolean).join(' · '),
  })),
]

function useColumns(): Column<Line>[] {
  const { t } = useTranslation()
  return [
    titleColumn('name', t('fields.item'), ({ name, detail }) => <TwoLines below={detail}>{name}</TwoLines>, {
      isWide: true,
    }),
    endColumn('quantity', t('fields.quantity'), ({ quantity }) => quantity),
    moneyColumn('priceWeekday', t('settings.kinds.weekday')),
    moneyColumn('priceHoliday', t('settings.kinds.holiday')),
    moneyColumn('lineTotal', t('bookings.prices.total')),
  ]
}

function BookingSums({ pricing: { zoneTotal, rentalTotal, discount, finalAmount } }: Pick<Booking, 'pricing'>) {
  const { t } = useTranslation()
  const sums = [
    { label: t('fields.zones'), amount: zoneTotal },
    { label: t('fields.rentals'), amount: rentalTotal },
    { label: t('fields.discount'), amount: `-${discount}` },
  ].filter(({ amount }) => Number(amount) !== 0)
  return (
    <Sums>
      {sums.map(({ label, amount }) => (
        <Sum key={label} label={label} amount={amount} />
      ))}
      <Sum label={t('bookings.prices.final')} amount={finalAmount} isFinal />
    </Sums>
  )
}
