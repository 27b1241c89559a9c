import { formatDay, formatMoney } from '../../lib/format.ts'
import type { PageId } from '../../texts/catalogue.ts'
import { type ItemOf, type ListName, listBy, type QueryOf } from '../client.ts'

/** A result of the search: its address below /staff. */
export type Found = { to: string; title: string; detail: string }

type RefundStatus = ItemOf<'listRefunds'>['status']
type Query = { q: string; size: number }
type Options = { signal: AbortSignal }
type Source = {
  /** The page that shows the results: permission to open it is permission to find them. */
  page: PageId
  /** The text of its group. */
  title: `${PageId}.page` | `money.tabs.${RefundStatus}` | 'search.skus'
  find(query: Query, options: Options): Promise<Found[]>
}

/** A source that reads the first items of a list. */
const source = <Name extends ListName>(
  page: PageId,
  title: Source['title'],
  list: Name,
  foundOf: (item: ItemOf<Name>) => Found,
  filters?: QueryOf<Name>,
): Source => ({
  page,
  title,
  async find(query, options) {
    return (await listBy(list)({ ...query, ...filters }, options)).data.map(foundOf)
  },
})

const joined = (...parts: readonly (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')
const recordOf = (page: PageId, id: string) => `/${page}/${encodeURIComponent(id)}`

const refunds = (status: RefundStatus) =>
  source(
    'money',
    `money.tabs.${status}`,
    'listRefunds',
    ({ id, amount, currency, customer, target, payment }) => ({
      to: `/money?tab=${status}&q=${encodeURIComponent(id)}`,
      title: joined(formatMoney(amount, currency), customer?.name),
      detail: joined(target.id, payment.providerTradeNo),
    }),
    { status },
  )

/** Where the search looks, by the names of the groups of its results. */
export const sources = {
  customers: source('customers', 'customers.page', 'listCustomers', ({ id, name, phone, email }) => ({
    to: recordOf('customers', id),
    title: name || id,
    detail: joined(phone, email),
  })),
  bookings: source('bookings', 'bookings.page', 'listAdminBookings', booking => ({
    to: recordOf('bookings', booking.bookingId),
    title: booking.customer.name || booking.bookingId,
    detail: joined(formatDay(booking.checkIn, 'date'), booking.campgroundName, booking.bookingId),
  })),
  orders: source('orders', 'orders.page', 'listAdminOrders', ({ id, buyerName, recipientName, total }) => ({
    to: recordOf('orders', id),
    title: id,
    detail: joined(recipientName ?? buyerName, formatMoney(total)),
  })),
  products: source('products', 'products.page', 'listAdminProducts', ({ id, name, brand, category }) => ({
    to: recordOf('products', id),
    title: name,
    detail: joined(brand, category),
  })),
  stock: source('stock', 'search.skus', 'listStock', ({ sku, productName, specification }) => ({
    to: `/stock?q=${encodeURIComponent(sku)}`,
    title: sku,
    detail: joined(productName, specification),
  })),
  due: refunds('due'),
  done: refunds('done'),
  withdrawn: refunds('withdrawn'),
}

export type SourceId = keyof typeof sources
