import { auditEntryDetailSchema, auditEntrySchema, auditOutcomeSchema } from '@campstore/contract/admin/audit'
import { adminBookingListItemSchema } from '@campstore/contract/admin/bookings'
import { bulkResultSchema } from '@campstore/contract/admin/bulk'
import { affectedBookingSchema } from '@campstore/contract/admin/closures'
import { adminCustomerDetailSchema, adminCustomerSchema } from '@campstore/contract/admin/customers'
import { cancelBodySchema } from '@campstore/contract/admin/fields'
import { bookedMovementsSchema, locationSchema, movementSchema, stockSchema } from '@campstore/contract/admin/inventory'
import { adminPaymentSchema, paymentOutcomeSchema } from '@campstore/contract/admin/payments'
import { adminProductSchema } from '@campstore/contract/admin/products'
import {
  occupancyReportLineSchema,
  rentalLoadSchema,
  staySchema,
  zoneOccupancySchema,
} from '@campstore/contract/admin/stays'
import { adminUserDetailSchema, adminUserSchema, userRoutes } from '@campstore/contract/admin/users'
import {
  webhookAttemptSchema,
  webhookDeliveryDetailSchema,
  webhookDeliverySchema,
} from '@campstore/contract/admin/webhook-deliveries'
import { webhookSchema, webhookWithSecretSchema } from '@campstore/contract/admin/webhooks'
import { bookingQuoteSchema } from '@campstore/contract/booking/quotes'
import * as booking from '@campstore/contract/booking/schemas'
import { freeCampgroundSchema, zoneCalendarSchema } from '@campstore/contract/booking/search'
import { storeQuoteSchema } from '@campstore/contract/checkout/quotes'
import {
  paymentFormSchema,
  storeCheckoutSessionSchema,
  storeCheckoutStepSchema,
  storePricingSchema,
} from '@campstore/contract/checkout/schemas'
import {
  adminClaimSchema,
  claimStatusSchema,
  couponClaimSchema,
  couponReportSchema,
  couponSchema,
  memberCouponSchema,
} from '@campstore/contract/coupons'
import { metaSchema } from '@campstore/contract/envelope'
import { unappliedReasonSchema } from '@campstore/contract/messages/payments'
import {
  adminOrderSchema,
  orderListItemSchema,
  orderPaymentMethodSchema,
  orderPaymentStatusSchema,
  orderSchema,
  orderStatusSchema,
  pickingListItemSchema,
  pickSchema,
  refundStatusSchema,
  shipmentSchema,
} from '@campstore/contract/orders'
import { facetsSchema, productSchema, productVariantSchema } from '@campstore/contract/products/schemas'
import { dateSchema, moneySchema, timestampSchema } from '@campstore/contract/schemas'
import type { z } from 'zod'

/** A named schema of the OpenAPI document, with its description. */
export type Component = { schema: z.ZodType; description: string }

/** Every schema that has a name in the OpenAPI document; bodies are named by their routes. */
export const components: Record<string, Component> = {
  AdminBookingDetail: { schema: booking.adminBookingDetailSchema, description: 'A booking as administrators see it' },
  AdminClaim: { schema: adminClaimSchema, description: 'A coupon claim as staff see it' },
  AdminCustomer: { schema: adminCustomerSchema, description: 'A customer as a line of a list' },
  AdminCustomerDetail: { schema: adminCustomerDetailSchema, description: 'A customer as administrators see it' },
  AdminOrder: { schema: adminOrderSchema, description: 'An order as administrators see it' },
  AdminPayment: { schema: adminPaymentSchema, description: 'A payment notification with its outcome' },
  AdminProduct: { schema: adminProductSchema, description: 'A product as administrators see it' },
  AdminUser: { schema: adminUserSchema, description: "An administrator's account as a line of a list" },
  AdminUserDetail: { schema: adminUserDetailSchema, description: "An administrator's account with its permissions" },
  AffectedBooking: { schema: affectedBookingSchema, description: 'A booking that a closure affects' },
  AuditEntry: { schema: auditEntrySchema, description: 'An action of an administrator' },
  AuditEntryDetail: {
    schema: auditEntryDetailSchema,
    description: 'An action of an administrator, with the state before and after',
  },
  AuditOutcome: { schema: auditOutcomeSchema, description: 'Outcome of an action of an administrator' },
  Availability: { schema: booking.availabilitySchema, description: 'Whether zones are free for a stay' },
  AvailabilityChange: {
    schema: booking.availabilityChangeSchema,
    description: 'Zones and nights of a campground whose availability has changed',
  },
  BookedMovements: {
    schema: bookedMovementsSchema,
    description: 'Movements booked by a receipt, a count or a transfer',
  },
  BookingCheckoutSession: {
    schema: booking.bookingCheckoutSessionSchema,
    description: 'A booking during its checkout',
  },
  BookingCheckoutStep: { schema: booking.checkoutStepSchema, description: 'Step of a booking checkout' },
  BookingDetail: { schema: booking.bookingDetailSchema, description: 'A booking as its member sees it' },
  AdminBookingListItem: { schema: adminBookingListItemSchema, description: 'A booking as a line of the staff list' },
  BookingListItem: { schema: booking.bookingListItemSchema, description: 'A booking as a line of a list' },
  BookingPaymentMethod: { schema: booking.bookingPaymentMethodSchema, description: 'How a booking is paid' },
  BookingPaymentStatus: { schema: booking.bookingPaymentStatusSchema, description: 'Whether a booking is paid' },
  BookingPolicy: { schema: booking.bookingPolicySchema, description: 'Rules for booking stays' },
  BookingPricing: { schema: booking.bookingPricingSchema, description: 'Price of a stay' },
  BookingQuote: { schema: bookingQuoteSchema, description: 'Quote for a stay' },
  BookingStatus: { schema: booking.bookingStatusSchema, description: 'Status of a booking' },
  BulkResult: { schema: bulkResultSchema, description: 'Result of a bulk action for one id' },
  Campground: { schema: booking.campgroundSchema, description: 'A campground with its zones' },
  CampgroundClosure: { schema: booking.closureSchema, description: 'Nights on which a campground is closed' },
  CancelRequest: { schema: cancelBodySchema, description: 'Body of a cancellation by staff' },
  ClaimStatus: { schema: claimStatusSchema, description: 'State of a coupon claim' },
  Coupon: { schema: couponSchema, description: 'A discount with conditions' },
  CouponClaim: { schema: couponClaimSchema, description: "A customer's right to use a coupon once" },
  CouponReport: { schema: couponReportSchema, description: 'Use and cost of a coupon in a range of days' },
  Facets: { schema: facetsSchema, description: 'Values by which a list of products can be filtered further' },
  FreeCampground: { schema: freeCampgroundSchema, description: 'A campground with free sites for a stay' },
  PlainDate: { schema: dateSchema, description: 'A calendar date' },
  MemberCoupon: { schema: memberCouponSchema, description: 'A coupon claim with its coupon' },
  Meta: { schema: metaSchema, description: 'Position of a page in its list' },
  Money: { schema: moneySchema, description: 'An amount in TWD: a decimal with two fraction digits' },
  Movement: { schema: movementSchema, description: 'An immutable change of stock on hand' },
  OccupancyReportLine: { schema: occupancyReportLineSchema, description: 'Sales of a zone' },
  Order: { schema: orderSchema, description: 'An order with its items' },
  OrderListItem: { schema: orderListItemSchema, description: 'An order as a line of a list' },
  OrderPaymentMethod: { schema: orderPaymentMethodSchema, description: 'How an order is paid' },
  OrderPaymentStatus: { schema: orderPaymentStatusSchema, description: 'Whether an order is paid' },
  OrderStatus: { schema: orderStatusSchema, description: 'Status of an order' },
  PaymentForm: { schema: paymentFormSchema, description: 'A form that a browser posts to the payment provider' },
  PaymentOutcome: { schema: paymentOutcomeSchema, description: 'Outcome of a payment notification' },
  Permissions: {
    schema: userRoutes.readPermissions.data,
    description: 'All permissions, and the permissions of each role',
  },
  Pick: { schema: pickSchema, description: 'Reserved pieces of an order at one location' },
  PickingListItem: { schema: pickingListItemSchema, description: 'An order to pack' },
  Product: { schema: productSchema, description: 'A product of the catalogue' },
  ProductVariant: { schema: productVariantSchema, description: 'A variant of a product' },
  RefundStatus: { schema: refundStatusSchema, description: 'Whether an order is refunded' },
  RentalEquipment: { schema: booking.rentalEquipmentSchema, description: 'Equipment that a campground rents out' },
  RentalLoad: { schema: rentalLoadSchema, description: 'Rental load of a variant at a location on a day' },
  RentalSnapshot: { schema: booking.rentalSnapshotSchema, description: 'Rented equipment of a booking' },
  Shipment: { schema: shipmentSchema, description: 'How an order left the store' },
  StatusHistoryEntry: { schema: booking.statusHistoryEntrySchema, description: 'A change of a status' },
  Stay: { schema: staySchema, description: 'A stay with contact, zones and rentals' },
  Stock: { schema: stockSchema, description: 'Stock of a variant at each location' },
  StockLocation: { schema: locationSchema, description: 'A location of stock' },
  StoreCheckoutSession: { schema: storeCheckoutSessionSchema, description: 'An order during its checkout' },
  StoreCheckoutStep: { schema: storeCheckoutStepSchema, description: 'Step of a store checkout' },
  StorePricing: { schema: storePricingSchema, description: 'Price of an order' },
  StoreQuote: { schema: storeQuoteSchema, description: 'Quote for an order' },
  Timestamp: { schema: timestampSchema, description: 'A point in time: ISO 8601 in UTC with milliseconds' },
  UnappliedReason: { schema: unappliedReasonSchema, description: 'Why a payment was not applied' },
  Webhook: { schema: webhookSchema, description: 'An address that receives events, with their types' },
  WebhookAttempt: { schema: webhookAttemptSchema, description: 'One attempt of a delivery' },
  WebhookDelivery: { schema: webhookDeliverySchema, description: 'One event for one webhook' },
  WebhookDeliveryDetail: {
    schema: webhookDeliveryDetailSchema,
    description: 'One event for one webhook, with its body and attempts',
  },
  WebhookWithSecret: { schema: webhookWithSecretSchema, description: 'A webhook with its secret, which is shown once' },
  Zone: { schema: booking.zoneSchema, description: 'A part of a campground with sites of one kind' },
  ZoneCalendar: { schema: zoneCalendarSchema, description: 'A zone with its nights' },
  ZoneOccupancy: { schema: zoneOccupancySchema, description: 'Occupancy of a zone by night' },
  ZoneSnapshot: { schema: booking.zoneSnapshotSchema, description: 'Zones of a booking' },
}
