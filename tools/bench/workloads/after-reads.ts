import type pg from 'pg'
import { dateInDays } from './choices.ts'
import type { Read } from './requests.ts'

type NamedRead = Read & { name: string }

/** Days with past stays, and days of a report. */
const day = dateInDays(-100)
const month = `from=${dateInDays(-130)}&to=${dateInDays(-100)}`
const between = (name: string) => `${name}From=${dateInDays(-130)}T00:00:00Z&${name}To=${dateInDays(-100)}T00:00:00Z`

/** The lists and reports of staff that show refunds, returns, changes, attendance or notes. */
const lists = [
  ...['arriving', 'departing', 'staying'].map(kind => `stays?kind=${kind}&day=${day}`),
  ...['arrived', 'no-show', 'none'].map(attendance => `stays?kind=arriving&day=${day}&attendance=${attendance}`),
  'stays?kind=overdue',
  'bookings?status=confirmed&status=completed&sort=checkIn,asc',
  `bookings?q=${encodeURIComponent('林00012343')}`,
  'bookings?q=0912012343',
  `bookings?${between('paid')}`,
  `orders?${between('paid')}`,
  'orders?readyToShip=true',
  'orders?status=returned',
  'payments',
  'payments?outcome=unapplied',
  'payments?q=00012345',
  `payments?${between('paid')}`,
  'refunds',
  'refunds?status=done',
  'refunds?q=00012340',
  `refunds?${between('done')}`,
  'refunds?targetKind=booking',
  'refunds?customerId=load-1',
  'picking-list',
  `reports/takings?${month}`,
].map((path): NamedRead => ({ name: path, path: `/api/admin/${path}` }))

/** What staff and members read after a purchase (docs/contract/admin.md), of a database that `data/after.sql` filled. */
export async function afterReads(owner: pg.Client): Promise<NamedRead[]> {
  const { rows } = await owner.query<{ booking: string; campground: string; order: string }>(`
    select
      booking.id as booking,
      campground_id as campground,
      (
        select min(returned.order_id)
        from checkout.order_return returned
        join checkout.store_order on store_order.id = returned.order_id
        where customer_id = 'load-1'
      ) as order
    from booking.booking
    where customer_id = 'load-1'`)
  const [{ booking, campground, order } = { booking: '', campground: '', order: '' }] = rows
  const stay = `/api/booking/bookings/${booking}`
  const quoted = { guestCount: 1, zones: [{ zoneId: `${campground}-zone-1`, quantity: 1 }], price: 'kept' }
  return [
    ...lists,
    { name: 'booking of staff', path: `/api/admin/bookings/${booking}` },
    { name: 'order of staff', path: `/api/admin/orders/${order}` },
    { name: 'customer of staff', path: '/api/admin/customers/load-1' },
    { name: 'quote of a change', path: `/api/admin/bookings/${booking}/change/quotes`, body: quoted },
    { name: 'booking of a member', path: stay },
    { name: 'cancellation', path: `${stay}/cancellation` },
    { name: 'order of a member', path: `/api/me/orders/${order}` },
  ]
}
