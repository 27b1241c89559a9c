import type { Member } from '@campstore/auth/members'
import { couponRoutes, ownerClaimRoute } from '@campstore/contract/admin/coupons'
import { ownerHoldRoutes } from '@campstore/contract/admin/holds'
import { orderRoutes } from '@campstore/contract/admin/orders'
import { paymentRoutes } from '@campstore/contract/admin/payments'
import { shippingPolicyRoutes } from '@campstore/contract/admin/policies'
import { refundRoutes } from '@campstore/contract/admin/refunds'
import { takingsRoutes } from '@campstore/contract/admin/takings'
import { storeCheckoutRoutes } from '@campstore/contract/checkout/routes'
import { paymentServiceRoutes } from '@campstore/contract/payments'
import { presenterOf } from '@campstore/contract/present'
import { internal } from '@campstore/contract/route'
import { requireMayHold } from '@campstore/holds/hold-limits'
import { readOwn } from '@campstore/holds/own-hold'
import { releaseHolds } from '@campstore/holds/release-holds'
import { type Endpoint, endpoint, inSteps } from '@campstore/http/endpoint'
import { listOf } from '@campstore/service/list-of'
import { readForStaff } from '@campstore/service/staff-lists'
import type { Dependencies } from './dependencies.ts'
import { orderHold } from './order-hold.ts'
import { findClaims } from './persistence/claim-list.ts'
import { findCoupons } from './persistence/coupon-list.ts'
import { findCouponReport } from './persistence/coupon-report.ts'
import { findOrders } from './persistence/order-list.ts'
import { findPayments } from './persistence/payment-list.ts'
import { findPickingList } from './persistence/picking-list.ts'
import { findRefunds } from './persistence/refund-list.ts'
import { findTakings } from './persistence/takings.ts'
import { presentCheckout, presentListItem, presentWaitingOrder } from './presenters.ts'
import { changeCheckout } from './use-cases/change-checkout.ts'
import { cancelCheckout, changeOrder, readAdminOrder, shipOrder } from './use-cases/change-order.ts'
import { confirmCashOnDelivery } from './use-cases/confirm-cash-on-delivery.ts'
import { listPaymentMessages } from './use-cases/list-payment-messages.ts'
import { admitForm, openOrderForm } from './use-cases/open-order-form.ts'
import { quoteOrder } from './use-cases/quote-order.ts'
import { reallocateOrder } from './use-cases/reallocate-order.ts'
import { readRefund, recordRefund } from './use-cases/record-refund.ts'
import { startCheckout } from './use-cases/start-checkout.ts'

/** Loaded by the first request that needs it, with the ORM: half of the modules of the service, and most processes need neither. */
const couponManagement = () => import('./use-cases/manage-coupons.ts')
const shippingPolicy = () => import('./use-cases/manage-shipping-policy.ts')

/** The routes of members and of the payment service, each bound to its use case. */
export function checkoutEndpoints(deps: Dependencies): Endpoint[] {
  const routes = storeCheckoutRoutes
  const admitsOwner = async ({ orderId }: { orderId: string }, member: Member) =>
    void (await readOwn(deps, orderHold, orderId, member))
  return [
    endpoint(
      routes.startStoreCheckout,
      ({ body }, member) => startCheckout(deps, body, member),
      async (_, member) => requireMayHold(member, deps.allowAnonymousHolds),
    ),
    endpoint(routes.quoteOrder, ({ body }, member, { language }) => quoteOrder(deps, body, member, language)),
    endpoint(routes.getStoreCheckout, async ({ params }, member) =>
      presentCheckout(deps, await readOwn(deps, orderHold, params.orderId, member)),
    ),
    endpoint(
      routes.changeStoreCheckout,
      ({ params, body }, member, context) => changeCheckout(deps, params.orderId, body, member, context),
      admitsOwner,
    ),
    endpoint(
      routes.confirmCashOnDelivery,
      ({ params }, member) => confirmCashOnDelivery(deps, params.orderId, member),
      admitsOwner,
    ),
    endpoint(
      routes.openStorePaymentForm,
      ({ params }, member) => openOrderForm(deps, params.orderId, member),
      async ({ orderId }, member) => admitForm(deps, orderId, member),
    ),
    endpoint(
      routes.cancelStoreCheckout,
      ({ params }, member) => cancelCheckout(deps, params.orderId, member),
      admitsOwner,
    ),
    endpoint(paymentServiceRoutes.listPaymentMessages, ({ params }) => listPaymentMessages(deps, params.eventId)),
  ]
}

/** The internal routes that the admin service forwards to, each bound to its use case. */
export function adminEndpoints(deps: Dependencies): Endpoint[] {
  return [
    endpoint(
      internal(orderRoutes.listAdminOrders),
      listOf(query => findOrders(deps.findPage, query), presentListItem),
    ),
    endpoint(internal(orderRoutes.getAdminOrder), ({ params }) => readAdminOrder(deps, params.id)),
    endpoint(
      internal(orderRoutes.listPickingList),
      listOf(query => findPickingList(deps.findPage, query), presentWaitingOrder),
    ),
    endpoint(internal(orderRoutes.shipOrder), ({ params, body }, admin) => shipOrder(deps, params.id, admin, body)),
    endpoint(internal(orderRoutes.reallocateOrder), ({ params }, admin) => reallocateOrder(deps, params.id, admin)),
    endpoint(internal(orderRoutes.completeOrder), ({ params }, admin) =>
      changeOrder(deps, 'complete', params.id, admin),
    ),
    endpoint(internal(orderRoutes.cancelOrder), ({ params, body }, admin) =>
      changeOrder(deps, 'cancel', params.id, admin, body),
    ),
    endpoint(internal(orderRoutes.cancelPaidOrder), ({ params, body }, admin) =>
      changeOrder(deps, 'cancelPaid', params.id, admin, body),
    ),
    inSteps(
      endpoint(internal(ownerHoldRoutes.order), ({ params, body }, admin, context) =>
        releaseHolds({ ...deps, context }, orderHold, params.id, id => changeOrder(deps, 'cancel', id, admin, body)),
      ),
    ),
    endpoint(
      internal(paymentRoutes.listAdminPayments),
      listOf(query => findPayments(deps.findPage, query), presenterOf(paymentRoutes.listAdminPayments.data)),
    ),
    endpoint(
      internal(refundRoutes.listRefunds),
      listOf(query => findRefunds(deps.findPage, query), presenterOf(refundRoutes.listRefunds.data)),
    ),
    endpoint(internal(refundRoutes.getRefund), ({ params }) => readRefund(deps, params.id)),
    endpoint(internal(refundRoutes.refundDone), ({ params, body }, admin) =>
      recordRefund(deps, params.id, body, admin),
    ),
    endpoint(internal(takingsRoutes.reportTakings), ({ query }) => findTakings(deps.database.reports, query)),
    endpoint(
      internal(couponRoutes.listAdminCoupons),
      listOf(query => findCoupons(deps.findPage, query), presenterOf(couponRoutes.listAdminCoupons.data)),
    ),
    endpoint(internal(couponRoutes.getCoupon), async ({ params }) =>
      (await couponManagement()).readCoupon(deps, params.id),
    ),
    endpoint(internal(couponRoutes.createCoupon), async ({ body }) =>
      (await couponManagement()).createCoupon(deps, body),
    ),
    endpoint(internal(couponRoutes.changeCoupon), async ({ params, body }) =>
      (await couponManagement()).changeCoupon(deps, params.id, body),
    ),
    endpoint(internal(ownerClaimRoute), async ({ params, body }) =>
      (await couponManagement()).claimCoupon(deps, params.id, body.customerId),
    ),
    endpoint(internal(shippingPolicyRoutes.getShippingPolicy), async () =>
      (await shippingPolicy()).readShippingPolicy(deps),
    ),
    endpoint(internal(shippingPolicyRoutes.changeShippingPolicy), async ({ body }) =>
      (await shippingPolicy()).changeShippingPolicy(deps, body),
    ),
    endpoint(internal(couponRoutes.getCouponClaim), async ({ params }) =>
      (await couponManagement()).readCouponClaim(deps, params.id, params.claimId),
    ),
    endpoint(internal(couponRoutes.deleteCouponClaim), async ({ params }) =>
      (await couponManagement()).deleteCouponClaim(deps, params.id, params.claimId),
    ),
    endpoint(
      internal(couponRoutes.listCouponClaims),
      listOf(query => findClaims(deps.findPage, query), presenterOf(couponRoutes.listCouponClaims.data)),
    ),
    endpoint(internal(couponRoutes.reportCoupons), ({ query }) =>
      readForStaff(() => findCouponReport(deps.database.reports, query)),
    ),
  ]
}
