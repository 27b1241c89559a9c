import { customerRoutes } from '@campstore/contract/admin/customers'
import { memberRoutes } from '@campstore/contract/me/routes'
import { internal } from '@campstore/contract/route'
import type { FindPage } from '@campstore/database/pagination'
import { type Endpoint, endpoint } from '@campstore/http/endpoint'
import type { ServiceContext } from '@campstore/service/dependencies'
import { listOf } from '@campstore/service/list-of'
import { findCouponsOfCustomer } from './persistence/coupons.ts'
import { findCustomers } from './persistence/customers.ts'
import { findOrdersOfCustomer } from './persistence/orders.ts'
import { presentCoupon, presentCustomer, presentListItem } from './presenters.ts'
import { changeCustomer, setCustomerStatus } from './use-cases/change-customer.ts'
import { readCustomer } from './use-cases/read-customers.ts'
import { readOrder } from './use-cases/read-orders.ts'

/** The routes of this service, each with its use case. */
export const meEndpoints = (deps: ServiceContext & { findPage: FindPage }): Endpoint[] => [
  endpoint(
    memberRoutes.listOrders,
    listOf((query, member) => findOrdersOfCustomer(deps.database.requests, member.customerId, query), presentListItem),
  ),
  endpoint(memberRoutes.getOrder, ({ params }, member) => readOrder(deps, params.orderId, member)),
  endpoint(
    memberRoutes.listCoupons,
    listOf((query, member) => findCouponsOfCustomer(deps.database.requests, member.customerId, query), presentCoupon),
  ),
  endpoint(
    internal(customerRoutes.listCustomers),
    listOf(query => findCustomers(deps.findPage, query), presentCustomer),
  ),
  endpoint(internal(customerRoutes.getCustomer), ({ params }) => readCustomer(deps, params.id)),
  endpoint(internal(customerRoutes.changeCustomer), ({ params, body }) => changeCustomer(deps, params.id, body)),
  endpoint(internal(customerRoutes.suspendCustomer), ({ params }) => setCustomerStatus(deps, params.id, 'suspend')),
  endpoint(internal(customerRoutes.reactivateCustomer), ({ params }) =>
    setCustomerStatus(deps, params.id, 'reactivate'),
  ),
]
