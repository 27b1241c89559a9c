import type { Member } from '@campstore/auth/members'
import { couponRoutes, ownerClaimRoute } from '@campstore/contract/admin/coupons'
import { ownerHoldRoutes } from '@campstore/contract/admin/holds'
import { orderRoutes } from '@campstore/contract/admin/orders'
import { paymentRoutes } from '@campstore/contract/admin/payments'
import { shippingPolicyRoutes } from '@campstore/contract/admin/policies'
import { refundRoutes, refundSchema } from '@campstore/contract/admin/refunds'
import { takingsRoutes } from '@campstore/contract/admin/takings'
import { storeCheckoutRoutes } from '@campstore/contract/checkout/routes'
import { adminClaimSchema, couponSchema } from '@campstore/contract/coupons'
import { ownOrderRoutes } from '@campstore/contract/me/routes'
import { paymentServiceRoutes } from '@campstore/contract/payments'
import { presenterOf } from '@campstore/contract/present'
import { cancelHold } from '@campstore/holds/cancel-hold'
import { requireMayHold } from '@campstore/holds/hold-limits'
import { admitForm, openPaymentForm } from '@campstore/holds/open-payment-form'
import { readOwn } from '@campstore/holds/own-hold'
import { releaseHolds } from '@campstore/holds/release-holds'
import { type Endpoint, endpoints, internalEndpoints } from '@campstore/http/endpoint'
import { listOf } from '@campstore/service/list-of'
import { removeNote } from '@campstore/service/notes'
import { readForStaff } from '@campstore/service/staff-lists'
import type { Dependencies } from './dependencies.ts'
import { orderHold } from './order-hold.ts'
import { findClaims, findCouponReport, findCoupons } from './persistence/coupons.ts'
import { findOrders } from './persistence/order-list.ts'
import { findPayments, findRefunds } from './persistence/payments.ts'
import { findPickingList, orderNotes } from './persistence/picking.ts'
import { findTakings } from './persistence/takings.ts'
import { presentCheckout, presentListItem, presentPayment, presentWaitingOrder } from './presenters.ts'
import { changeCheckout } from './use-cases/change-checkout.ts'
import {
  addOrderNote,
  changeOrder,
  changeShipment,
  readAdminOrder,
  reallocateOrder,
  shipOrder,
  unshipOrder,
} from './use-cases/change-order.ts'
import { changeOwnRecipient, changeRecipient } from './use-cases/change-recipient.ts'
import { quoteOrder } from './use-cases/compose-order.ts'
import { confirmCashOnDelivery } from './use-cases/confirm-cash-on-delivery.ts'
import { decidePayment } from './use-cases/decide-payment.ts'
import { listPaymentMessages } from './use-cases/list-payment-messages.ts'
import { requestOfOrder } from './use-cases/open-order-form.ts'
import { correctRefund, readRefund, recordRefund, recordRefunds, withdrawRefund } from './use-cases/record-refund.ts'
import { quoteReturn, returnOrder } from './use-cases/return-order.ts'
import { startCheckout } from './use-cases/start-checkout.ts'
import { undoReturn } from './use-cases/undo-return.ts'

/** Loaded by the first request that needs it, with the ORM: half of the modules of the service, and most processes need neither. */
const coupons = () => import('./use-cases/manage-coupons.ts')
const shippingPolicy = () => import('./use-cases/manage-shipping-policy.ts')

/** The routes of members and of the payment service, each bound to its use case. */
export function checkoutEndpoints(deps: Dependencies): Endpoint[] {
  const authorize = async ({ orderId }: { orderId: string }, member: Member) =>
    void (await readOwn(deps, orderHold, orderId, member))
  return endpoints(
    { ...storeCheckoutRoutes, ...ownOrderRoutes, ...paymentServiceRoutes },
    {
      startStoreCheckout: {
        handle: ({ body }, member) => startCheckout(deps, body, member),
        authorize: async (_, member) => requireMayHold(member, deps.allowAnonymousHolds),
      },
      quoteOrder: ({ body }, member, { language }) => quoteOrder(deps, body, member, language),
      getStoreCheckout: async ({ params }, member) =>
        presentCheckout(deps, await readOwn(deps, orderHold, params.orderId, member)),
      changeStoreCheckout: {
        handle: ({ params, body }, member, context) => changeCheckout(deps, params.orderId, body, member, context),
        authorize,
      },
      confirmCashOnDelivery: {
        handle: ({ params }, member) => confirmCashOnDelivery(deps, params.orderId, member),
        authorize,
      },
      openStorePaymentForm: {
        handle: async ({ params: { orderId } }, member) => ({
          orderId,
          ...(await openPaymentForm(deps, orderHold, orderId, member, requestOfOrder)),
        }),
        authorize: ({ orderId }, member) => admitForm(deps, orderHold, orderId, member, requestOfOrder),
      },
      cancelStoreCheckout: {
        handle: async ({ params }, member) =>
          presentCheckout(deps, await cancelHold(deps, orderHold, params.orderId, member)),
        authorize,
      },
      changeOwnRecipient: ({ params, body }, member, context) =>
        changeOwnRecipient(deps, params.orderId, body, member, context),
      listPaymentMessages: ({ params }) => listPaymentMessages(deps, params.eventId),
    },
  )
}

/** The internal routes that the admin service forwards to, each bound to its use case. */
export function adminEndpoints(deps: Dependencies): Endpoint[] {
  const { findPage, database } = deps
  return internalEndpoints(
    {
      ...orderRoutes,
      releaseOrders: ownerHoldRoutes.order,
      ...paymentRoutes,
      ...refundRoutes,
      ...takingsRoutes,
      ...couponRoutes,
      claimCoupon: ownerClaimRoute,
      ...shippingPolicyRoutes,
    },
    {
      listAdminOrders: listOf(query => findOrders(findPage, query), presentListItem),
      getAdminOrder: ({ params }) => readAdminOrder(deps, params.id),
      listPickingList: listOf(query => findPickingList(findPage, query), presentWaitingOrder),
      shipOrder: ({ params, body }, admin) => shipOrder(deps, params.id, admin, body),
      unshipOrder: ({ params, body }, admin) => unshipOrder(deps, params.id, admin, body.reason),
      changeRecipient: ({ params, body }, admin) => changeRecipient(deps, params.id, admin, body),
      reallocateOrder: ({ params }, admin) => reallocateOrder(deps, params.id, admin),
      completeOrder: ({ params }, admin) => changeOrder(deps, 'complete', params.id, admin),
      cancelOrder: ({ params, body }, admin) => changeOrder(deps, 'cancel', params.id, admin, body),
      cancelPaidOrder: ({ params, body }, admin) => changeOrder(deps, 'cancelPaid', params.id, admin, body),
      changeShipment: ({ params, body }, admin) => changeShipment(deps, params.id, admin, body),
      addOrderNote: ({ params, body }, admin) => addOrderNote(deps, params.id, body.text, admin),
      removeOrderNote: ({ params }, admin) => removeNote(database.requests, orderNotes, params, admin),
      returnOrder: ({ params, body }, admin) => returnOrder(deps, params.id, admin, body),
      undoReturn: ({ params, body }, admin) => undoReturn(deps, params, admin, body.reason),
      quoteReturn: ({ params, body }) => quoteReturn(deps, params.id, body),
      refundOrder: ({ params, body: { amount, reason } }, admin) =>
        changeOrder(deps, 'refund', params.id, admin, { reason, refundAmount: amount }),
      releaseOrders: {
        handle: ({ params, body }, admin, context) =>
          releaseHolds({ ...deps, context }, orderHold, params.id, id => changeOrder(deps, 'cancel', id, admin, body)),
        isInSteps: true,
      },
      listAdminPayments: listOf(query => findPayments(findPage, query), presentPayment),
      decidePayment: ({ body }, admin) => decidePayment(deps, body, admin),
      listRefunds: listOf(query => findRefunds(findPage, query), presenterOf(refundSchema)),
      getRefund: ({ params }) => readRefund(deps, params.id),
      refundDone: ({ params, body }, admin) => recordRefund(deps, params.id, body, admin),
      refundsDone: ({ body }, admin) => recordRefunds(deps, body, admin),
      withdrawRefund: ({ params, body }, admin) => withdrawRefund(deps, params.id, body, admin),
      correctRefund: ({ params, body }) => correctRefund(deps, params.id, body),
      reportTakings: ({ query }) => findTakings(database.reports, query),
      listAdminCoupons: listOf(query => findCoupons(findPage, query), presenterOf(couponSchema)),
      getCoupon: async ({ params }) => (await coupons()).readCoupon(deps, params.id),
      createCoupon: async ({ body }) => (await coupons()).createCoupon(deps, body),
      changeCoupon: async ({ params, body }) => (await coupons()).changeCoupon(deps, params.id, body),
      claimCoupon: async ({ params, body }) => (await coupons()).claimCoupon(deps, params.id, body.customerId),
      listCouponClaims: listOf(query => findClaims(findPage, query), presenterOf(adminClaimSchema)),
      getCouponClaim: async ({ params }) => (await coupons()).readCouponClaim(deps, params.id, params.claimId),
      deleteCouponClaim: async ({ params }) => (await coupons()).deleteCouponClaim(deps, params.id, params.claimId),
      reportCoupons: ({ query }) => readForStaff(() => findCouponReport(database.reports, query)),
      getShippingPolicy: async () => (await shippingPolicy()).readShippingPolicy(deps),
      changeShippingPolicy: async ({ body }) => (await shippingPolicy()).changeShippingPolicy(deps, body),
    },
  )
}
