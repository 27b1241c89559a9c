import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client, type QueryOf, type Schemas } from '../../app/client.ts'
import { choiceFilter, dayFilter, textFilter } from '../../lib/filters.ts'

export type Order = Schemas['AdminOrder']

export const orderStatuses = ['unshipped', 'shipped', 'completed', 'returned', 'cancelled'] as const
export const paymentStatuses = ['unpaid', 'paid', 'refunded'] as const
export const paymentMethods = ['gateway-credit', 'gateway-atm', 'gateway-cvs', 'gateway-other', 'cod'] as const

/** The filters of the list, as the URL has them. */
export const orderFilters = {
  q: textFilter,
  status: choiceFilter(orderStatuses),
  paymentStatus: choiceFilter(paymentStatuses),
  paymentMethod: choiceFilter(paymentMethods),
  readyToShip: choiceFilter(['true', 'false']),
  placedFrom: dayFilter,
  placedTo: dayFilter,
  paidFrom: dayFilter,
  paidTo: dayFilter,
  customerId: textFilter,
  couponId: textFilter,
  variantId: textFilter,
  sort: choiceFilter(['placedAt,asc', 'placedAt,desc', 'total,asc', 'total,desc']),
}

export const useOrders = (fields: QueryOf<'listAdminOrders'>) =>
  useQuery({
    queryKey: ['orders', fields],
    queryFn: () => client().admin.listAdminOrders(fields),
    placeholderData: keepPreviousData,
  })

export const useOrder = (id: string) =>
  useQuery({ queryKey: ['orders', 'detail', id], queryFn: () => client().admin.getAdminOrder({ id }) })
