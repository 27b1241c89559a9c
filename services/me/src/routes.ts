import { memberRoutes } from '@campstore/contract/me/routes'
import { type Endpoint, endpoint } from '@campstore/http/endpoint'
import type { Running } from '@campstore/service/dependencies'
import { listCoupons } from './use-cases/read-coupons.ts'
import { listOrders, readOrder } from './use-cases/read-orders.ts'

/** Each declared route and the use case that answers it. */
export function meEndpoints(given: Running): Endpoint[] {
  return [
    endpoint(memberRoutes.listOrders, ({ query }, member) => listOrders(given)(query, member)),
    endpoint(memberRoutes.getOrder, ({ params }, member) => readOrder(given)(params.orderId, member)),
    endpoint(memberRoutes.listCoupons, ({ query }, member) => listCoupons(given)(query, member)),
  ]
}
