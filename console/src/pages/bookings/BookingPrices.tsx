import { useTranslation } from 'react-i18next'
import { endColumn } from '../../design/column-kinds.tsx'
import { type Column, DataTable } from '../../design/DataTable.tsx'
import { Section } from '../../design/Section.tsx'
import { Sum, Sums } from '../../design/Sums.tsx'
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
export function BookingPrices({ booking }: { booking: Booking }) {
  const { t } = useTranslation()
  const title = t('bookings.prices.title')
  return (
    <Section title={title} isCard={false}>
      <DataTable label={title} columns={useColumns()} items={linesOf(booking)} keyOf={({ id }) => id} isDense />
      <BookingSums pricing={booking.pricing} />
    </Section>
  )
}

const linesOf = ({ zones, rentals }: Booking): Line[] => [
  ...zones.map(({ zoneId, type, quantity, ...prices }) => ({
    id: zoneId,
    name: type,
    detail: zoneId,
    quantity,
    ...pricesOf(prices),
  })),
  ...rentals.map(({ rentalListingId, name, specification, sku, quantity, ...prices }) => ({
    id: rentalListingId,
    name,
    detail: [specification, sku].filter(Boolean).join(' · '),
    quantity,
    ...pricesOf(prices),
  })),
]

const pricesOf = (line: { priceWeekday: string; priceHoliday: string; lineTotal: string }) => ({
  weekday: line.priceWeekday,
  holiday: line.priceHoliday,
  total: line.lineTotal,
})

function useColumns(): Column<Line>[] {
  const { t } = useTranslation()
  const price = (id: 'weekday' | 'holiday' | 'total'): Column<Line> =>
    endColumn(id, t(`bookings.prices.${id}`), line => <Money amount={line[id]} />)
  return [
    {
      id: 'name',
      header: t('fields.item'),
      isTitle: true,
      isWide: true,
      cell: ({ name, detail }) => (
        <>
          {name}
          <div className="muted booking-detail">{detail}</div>
        </>
      ),
    },
    endColumn('quantity', t('fields.quantity'), ({ quantity }) => quantity),
    price('weekday'),
    price('holiday'),
    price('total'),
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
        <Sum key={label} label={label}>
          <Money amount={amount} />
        </Sum>
      ))}
      <Sum label={t('bookings.prices.final')} isFinal>
        <Money amount={finalAmount} />
      </Sum>
    </Sums>
  )
}
