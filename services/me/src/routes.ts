import { customerRoutes } from '@campstore/contract/admin/customers'
import { memberReadRoutes } from '@campstore/contract/me/routes'
import type { OrderListItem } from '@campstore/contract/orders'
import { findCustomerPage } from '@campstore/database/customer-page'
import type { FindPage } from '@campstore/database/pagination'
import { type Endpoint, endpoints, internalEndpoints } from '@campstore/http/endpoint'
import type { ServiceContext } from '@campstore/service/dependencies'
import { listOf } from '@campstore/service/list-of'
import { removeNote } from '@campstore/service/notes'
import type { LiveOrders } from './live.ts'
import {
  type ClaimedCoupon,
  couponsOfCustomer,
  type OrderFinder,
  ordersOfCustomer,
} from './persistence/customer-lists.ts'
import { customerNotes, findCustomers } from './persistence/customers.ts'
import { presentCoupon, presentCustomer, presentListItem } from './presenters.ts'
import { readOrder } from './use-cases/read-orders.ts'

/** Loaded by the first request that needs it, with the ORM: half of the modules of the service, and most processes need neither. */
const customers = () => import('./use-cases/manage-customers.ts')

/** The routes of this service, each with its use case. */
export const meEndpoints = (
  deps: ServiceContext & { findPage: FindPage; findOrder: OrderFinder },
  live: LiveOrders,
): Endpoint[] => [
  ...endpoints(memberReadRoutes, {
    listOrders: listOf(
      (query, { customerId }) =>
        findCustomerPage<OrderListItem>(deps.database.requests, ordersOfCustomer, customerId, query),
      presentListItem,
    ),
    getOrder: ({ params }, member) => readOrder(deps, params.orderId, member),
    watchOrder: async ({ params }, member) => {
      const { id } = await readOrder(deps, params.orderId, member)
      return live.followOrder(id, member)
    },
    listCoupons: listOf(
      (query, { customerId }) =>
        findCustomerPage<ClaimedCoupon>(deps.database.requests, couponsOfCustomer, customerId, query),
      claimed => presentCoupon(claimed, deps.clock()),
    ),
  }),
  ...internalEndpoints(customerRoutes, {
    listCustomers: listOf(query => findCustomers(deps.findPage, query), presentCustomer),
    getCustomer: async ({ params }) => (await customers()).readCustomer(deps, params.id),
    changeCustomer: async ({ params, body }) => (await customers()).changeCustomer(deps, params.id, body),
    suspendCustomer: async ({ params, body }) =>
      (await customers()).setCustomerStatus(deps, params.id, 'suspend', body.reason),
    reactivateCustomer: async ({ params }) => (await customers()).setCustomerStatus(deps, params.id, 'reactivate'),
    addCustomerNote: async ({ params, body }, admin) =>
      (await customers()).addCustomerNote(deps, params.id, body.text, admin),
    removeCustomerNote: ({ params }, admin) => removeNote(deps.database.requests, customerNotes, params, admin),
    joinCustomer: async ({ params, body }) => (await customers()).joinCustomers(deps, params.id, body.otherId),
  }),
]
