import type { Member } from '@campstore/auth/members'
import { couponRoutes } from '@campstore/contract/admin/coupons'
import { orderRoutes } from '@campstore/contract/admin/orders'
import { paymentRoutes } from '@campstore/contract/admin/payments'
import { storeCheckoutRoutes } from '@campstore/contract/checkout/routes'
import { internal } from '@campstore/contract/route'
import type { FindPage } from '@campstore/database/pagination'
import { type Endpoint, endpoint } from '@campstore/http/endpoint'
import type { Dependencies } from './dependencies.ts'
import { cancelCheckout } from './use-cases/cancel-checkout.ts'
import { cancelOrder } from './use-cases/cancel-order.ts'
import { changeCheckout } from './use-cases/change-checkout.ts'
import { confirmCashOnDelivery } from './use-cases/confirm-cash-on-delivery.ts'
import { completeOrder, shipOrder } from './use-cases/decide-order.ts'
import { listPayments } from './use-cases/list-payments.ts'
import { changeCoupon, claimCoupon, createCoupon, listCoupons, readCoupon } from './use-cases/manage-coupons.ts'
import { openPaymentForm } from './use-cases/open-payment-form.ts'
import { admitOwner, readCheckout } from './use-cases/read-checkout.ts'
import { listOrders, readOrder } from './use-cases/read-orders.ts'
import { startCheckout } from './use-cases/start-checkout.ts'

/** Each declared route of members and the use case that answers it. */
export function checkoutEndpoints(given: Dependencies): Endpoint[] {
  const { startStoreCheckout, getStoreCheckout, changeStoreCheckout } = storeCheckoutRoutes
  const { confirmCashOnDelivery: confirm, openStorePaymentForm, cancelStoreCheckout } = storeCheckoutRoutes
  const owner = (params: { orderId: string }, member: Member) => admitOwner(given)(params.orderId, member)
  return [
    endpoint(startStoreCheckout, ({ body }, member) => startCheckout(given)(body, member)),
    endpoint(getStoreCheckout, ({ params }, member) => readCheckout(given)(params.orderId, member)),
    endpoint(
      changeStoreCheckout,
      ({ params, body }, member) => changeCheckout(given)(params.orderId, body, member),
      owner,
    ),
    endpoint(confirm, ({ params }, member) => confirmCashOnDelivery(given)(params.orderId, member)),
    endpoint(openStorePaymentForm, ({ params }, member) => openPaymentForm(given)(params.orderId, member)),
    endpoint(cancelStoreCheckout, ({ params }, member) => cancelCheckout(given)(params.orderId, member)),
  ]
}

/** Each route by which the administration reaches what this service owns, and the use case that answers it. */
export function administrationEndpoints(given: Dependencies & { findPage: FindPage }): Endpoint[] {
  const { listAdminOrders, getAdminOrder, shipOrder: ship, completeOrder: complete, cancelOrder: cancel } = orderRoutes
  const { listAdminCoupons, getCoupon, createCoupon: create, changeCoupon: change, claimCoupon: claim } = couponRoutes
  return [
    endpoint(internal(listAdminOrders), ({ query }) => listOrders(given.findPage)(query)),
    endpoint(internal(getAdminOrder), ({ params }) => readOrder(given)(params.id)),
    endpoint(internal(ship), ({ params }, administrator) => shipOrder(given)(params.id, administrator)),
    endpoint(internal(complete), ({ params }, administrator) => completeOrder(given)(params.id, administrator)),
    endpoint(internal(cancel), ({ params, body }, administrator) =>
      cancelOrder(given)(params.id, body.reason, administrator),
    ),
    endpoint(internal(paymentRoutes.listAdminPayments), ({ query }) => listPayments(given.findPage)(query)),
    endpoint(internal(listAdminCoupons), ({ query }) => listCoupons(given.findPage)(query)),
    endpoint(internal(getCoupon), ({ params }) => readCoupon(given)(params.id)),
    endpoint(internal(create), ({ body }) => createCoupon(given)(body)),
    endpoint(internal(change), ({ params, body }) => changeCoupon(given)(params.id, body)),
    endpoint(internal(claim), ({ params, body }) => claimCoupon(given)(params.id, body.customerId)),
  ]
}
