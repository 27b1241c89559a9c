import { customerRoutes } from '@campstore/contract/admin/customers'
import { memberRoutes } from '@campstore/contract/me/routes'
import { internal } from '@campstore/contract/route'
import type { FindPage } from '@campstore/database/pagination'
import { type Endpoint, endpoint } from '@campstore/http/endpoint'
import type { ServiceContext } from '@campstore/service/dependencies'
import { changeCustomer, setCustomerStatus } from './use-cases/change-customer.ts'
import { listCoupons } from './use-cases/read-coupons.ts'
import { listCustomers, readCustomer } from './use-cases/read-customers.ts'
import { listOrders, readOrder } from './use-cases/read-orders.ts'

/** The routes of this service, each with its use case. */
export const meEndpoints = (deps: ServiceContext & { findPage: FindPage }): Endpoint[] => [
  endpoint(memberRoutes.listOrders, ({ query }, member) => listOrders(deps, query, member)),
  endpoint(memberRoutes.getOrder, ({ params }, member) => readOrder(deps, params.orderId, member)),
  endpoint(memberRoutes.listCoupons, ({ query }, member) => listCoupons(deps, query, member)),
  endpoint(internal(customerRoutes.listCustomers), ({ query }) => listCustomers(deps, query)),
  endpoint(internal(customerRoutes.getCustomer), ({ params }) => readCustomer(deps, params.id)),
  endpoint(internal(customerRoutes.changeCustomer), ({ params, body }) => changeCustomer(deps, params.id, body)),
  endpoint(internal(customerRoutes.suspendCustomer), ({ params }) => setCustomerStatus(deps, params.id, 'suspend')),
  endpoint(internal(customerRoutes.reactivateCustomer), ({ params }) =>
    setCustomerStatus(deps, params.id, 'reactivate'),
  ),
]
