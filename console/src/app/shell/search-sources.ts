import { formatDay, formatMoney } from '../../lib/format.ts'
import type { PageId } from '../../texts/catalogue.ts'
import { client } from '../client.ts'

/** A result of the search: its address below /staff. */
export type Found = { to: string; title: string; detail: string }

type Query = { q: string; size: number }
type Options = { signal: AbortSignal }
type Source = {
  /** The page that shows the results: permission to open it is permission to find them. */
  page: PageId
  /** The text of its group. */
  title: `${PageId}.page` | `money.tabs.${'due' | 'done'}` | 'search.skus'
  find(query: Query, options: Options): Promise<Found[]>
}

const joined = (...parts: readonly (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')
const recordOf = (page: PageId, id: string) => `/${page}/${encodeURIComponent(id)}`

const refunds =
  (status: 'due' | 'done'): Source['find'] =>
  async (query, options) =>
    (await client().admin.listRefunds({ ...query, status }, options)).data.map(
      ({ id, amount, currency, customer, target, payment }) => ({
        to: `/money?tab=${status}&q=${encodeURIComponent(id)}`,
        title: joined(formatMoney(amount, currency), customer?.name),
        detail: joined(target.id, payment.providerTradeNo),
      }),
    )

/** Where the search looks, by the names of the groups of its results. */
export const sources = {
  customers: {
    page: 'customers',
    title: 'customers.page',
    find: async (query, options) =>
      (await client().admin.listCustomers(query, options)).data.map(({ id, name, phone, email }) => ({
        to: recordOf('customers', id),
        title: name || id,
        detail: joined(phone, email),
      })),
  },
  bookings: {
    page: 'bookings',
    title: 'bookings.page',
    find: async (query, options) =>
      (await client().admin.listAdminBookings(query, options)).data.map(
        ({ bookingId, customer, campgroundName, checkIn }) => ({
          to: recordOf('bookings', bookingId),
          title: customer.name || bookingId,
          detail: joined(formatDay(checkIn, 'date'), campgroundName, bookingId),
        }),
      ),
  },
  orders: {
    page: 'orders',
    title: 'orders.page',
    find: async (query, options) =>
      (await client().admin.listAdminOrders(query, options)).data.map(({ id, buyerName, recipientName, total }) => ({
        to: recordOf('orders', id),
        title: id,
        detail: joined(recipientName ?? buyerName, formatMoney(total)),
      })),
  },
  products: {
    page: 'products',
    title: 'products.page',
    find: async (query, options) =>
      (await client().admin.listAdminProducts(query, options)).data.map(({ id, name, brand, category }) => ({
        to: recordOf('products', id),
        title: name,
        detail: joined(brand, category),
      })),
  },
  stock: {
    page: 'stock',
    title: 'search.skus',
    find: async (query, options) =>
      (await client().admin.listStock(query, options)).data.map(({ sku, productName, specification }) => ({
        to: `/stock?q=${encodeURIComponent(sku)}`,
        title: sku,
        detail: joined(productName, specification),
      })),
  },
  due: { page: 'money', title: 'money.tabs.due', find: refunds('due') },
  done: { page: 'money', title: 'money.tabs.done', find: refunds('done') },
} as const satisfies Readonly<Record<string, Source>>

export type SourceId = keyof typeof sources
