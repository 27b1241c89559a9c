import { t } from 'i18next'
import { type Columns, endColumn, moneyColumn, titleColumn } from '../../design/columns.tsx'
import { TableSection } from '../../design/TableSection.tsx'
import { Sum, Sums, TwoLines } from '../../design/Values.tsx'
import { formatDay, formatMoney } from '../../lib/format.ts'
import type { Booking } from './booking.ts'

type Line = {
  id: string
  name: string
  detail: string
  quantity: number
  priceWeekday: string
  priceHoliday: string
  lineTotal: string
  /** Agreed prices of nights, where they are not those of all nights. */
  nights: Booking['zones'][number]['nights']
}

/** Zones and rentals with their prices as booked, and their sum. */
export function BookingPrices({ booking }: { booking: Booking }) {
  const nightOf = ({ night, quantity, price }: NonNullable<Line['nights']>[number]) =>
    t('bookings.prices.night', { night: formatDay(night), quantity, price: formatMoney(price) })
  const columns: Columns<Line> = [
    titleColumn('name', t('fields.item'), { isWide: true }, ({ name, detail, nights }) => (
      <TwoLines below={[detail, ...(nights ?? []).map(nightOf)].join(' · ')}>{name}</TwoLines>
    )),
    endColumn('quantity', t('fields.quantity'), ({ quantity }) => quantity),
    moneyColumn('priceWeekday', t('settings.kinds.weekday')),
    moneyColumn('priceHoliday', t('settings.kinds.holiday')),
    moneyColumn('lineTotal', t('bookings.prices.total')),
  ]
  return (
    <TableSection title={t('bookings.prices.title')} columns={columns} items={linesOf(booking)} isDense>
      <BookingSums pricing={booking.pricing} />
    </TableSection>
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

function BookingSums({ pricing: { zoneTotal, rentalTotal, discount, finalAmount } }: Pick<Booking, 'pricing'>) {
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
