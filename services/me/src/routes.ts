import { customerRoutes } from '@campstore/contract/admin/customers'
import { memberRoutes } from '@campstore/contract/me/routes'
import { internal } from '@campstore/contract/route'
import type { FindPage } from '@campstore/database/pagination'
import { type Endpoint, endpoint } from '@campstore/http/endpoint'
import type { Running } from '@campstore/service/dependencies'
import { changeCustomer, setCustomerStatus } from './use-cases/change-customer.ts'
import { listCoupons } from './use-cases/read-coupons.ts'
import { listCustomers, readCustomer } from './use-cases/read-customers.ts'
import { listOrders, readOrder } from './use-cases/read-orders.ts'

/** Each declared route and the use case that answers it. */
export function meEndpoints(given: Running, findPage: FindPage): Endpoint[] {
  const {
    listCustomers: list,
    getCustomer,
    changeCustomer: change,
    suspendCustomer,
    reactivateCustomer,
  } = customerRoutes
  return [
    endpoint(memberRoutes.listOrders, ({ query }, member) => listOrders(given)(query, member)),
    endpoint(memberRoutes.getOrder, ({ params }, member) => readOrder(given)(params.orderId, member)),
    endpoint(memberRoutes.listCoupons, ({ query }, member) => listCoupons(given)(query, member)),
    endpoint(internal(list), ({ query }) => listCustomers(findPage)(query)),
    endpoint(internal(getCustomer), ({ params }) => readCustomer(given)(params.id)),
    endpoint(internal(change), ({ params, body }) => changeCustomer(given)(params.id, body)),
    endpoint(internal(suspendCustomer), ({ params }) => setCustomerStatus(given)(params.id, 'suspend')),
    endpoint(internal(reactivateCustomer), ({ params }) => setCustomerStatus(given)(params.id, 'reactivate')),
  ]
}
