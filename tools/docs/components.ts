import * as audit from '@campstore/contract/admin/audit'
import * as adminBookings from '@campstore/contract/admin/bookings'
import * as bulk from '@campstore/contract/admin/bulk'
import * as closures from '@campstore/contract/admin/closures'
import * as customers from '@campstore/contract/admin/customers'
import * as fields from '@campstore/contract/admin/fields'
import * as inventory from '@campstore/contract/admin/inventory'
import * as adminPayments from '@campstore/contract/admin/payments'
import * as adminProducts from '@campstore/contract/admin/products'
import * as stays from '@campstore/contract/admin/stays'
import * as users from '@campstore/contract/admin/users'
import * as deliveries from '@campstore/contract/admin/webhook-deliveries'
import * as webhooks from '@campstore/contract/admin/webhooks'
import { cancellationSchema } from '@campstore/contract/booking/cancellation'
import * as bookingQuotes from '@campstore/contract/booking/quotes'
import * as booking from '@campstore/contract/booking/schemas'
import * as search from '@campstore/contract/booking/search'
import * as storeQuotes from '@campstore/contract/checkout/quotes'
import * as checkout from '@campstore/contract/checkout/schemas'
import * as coupons from '@campstore/contract/coupons'
import * as envelope from '@campstore/contract/envelope'
import * as payments from '@campstore/contract/messages/payments'
import * as orders from '@campstore/contract/orders'
import { refundStatusSchema } from '@campstore/contract/own-refunds'
import * as products from '@campstore/contract/products/schemas'
import * as values from '@campstore/contract/schemas'
import type { z } from 'zod'

/** A named schema of the OpenAPI document, with its description. */
export type Component = { schema: z.ZodType; description: string }

const declared: Record<string, [schema: z.ZodType, description: string]> = {
  AdminBookingDetail: [booking.adminBookingDetailSchema, 'A booking as administrators see it'],
  AdminClaim: [coupons.adminClaimSchema, 'A coupon claim as staff see it'],
  AdminCustomer: [customers.adminCustomerSchema, 'A customer as a line of a list'],
  AdminCustomerDetail: [customers.adminCustomerDetailSchema, 'A customer as administrators see it'],
  AdminOrder: [orders.adminOrderSchema, 'An order as administrators see it'],
  AdminPayment: [adminPayments.adminPaymentSchema, 'A payment notification with its outcome'],
  AdminProduct: [adminProducts.adminProductSchema, 'A product as administrators see it'],
  AdminUser: [users.adminUserSchema, "An administrator's account as a line of a list"],
  AdminUserDetail: [users.adminUserDetailSchema, "An administrator's account with its permissions"],
  AffectedBooking: [closures.affectedBookingSchema, 'A booking that a closure affects'],
  AuditEntry: [audit.auditEntrySchema, 'An action of an administrator'],
  AuditEntryDetail: [audit.auditEntryDetailSchema, 'An action of an administrator, with the state before and after'],
  AuditOutcome: [audit.auditOutcomeSchema, 'Outcome of an action of an administrator'],
  Availability: [booking.availabilitySchema, 'Whether zones are free for a stay'],
  AvailabilityChange: [
    booking.availabilityChangeSchema,
    'Zones and nights of a campground whose availability has changed',
  ],
  BookedMovements: [inventory.bookedMovementsSchema, 'Movements booked by a receipt, a count or a transfer'],
  BookingCheckoutSession: [booking.bookingCheckoutSessionSchema, 'A booking during its checkout'],
  BookingCheckoutStep: [booking.checkoutStepSchema, 'Step of a booking checkout'],
  BookingDetail: [booking.bookingDetailSchema, 'A booking as its member sees it'],
  AdminBookingListItem: [adminBookings.adminBookingListItemSchema, 'A booking as a line of the staff list'],
  BookingListItem: [booking.bookingListItemSchema, 'A booking as a line of a list'],
  BookingPaymentMethod: [booking.bookingPaymentMethodSchema, 'How a booking is paid'],
  BookingPaymentStatus: [booking.bookingPaymentStatusSchema, 'Whether a booking is paid'],
  BookingPolicy: [booking.bookingPolicySchema, 'Rules for booking stays'],
  BookingPricing: [booking.bookingPricingSchema, 'Price of a stay'],
  BookingQuote: [bookingQuotes.bookingQuoteSchema, 'Quote for a stay'],
  BookingStatus: [booking.bookingStatusSchema, 'Status of a booking'],
  BulkResult: [bulk.bulkResultSchema, 'Result of a bulk action for one id'],
  Campground: [booking.campgroundSchema, 'A campground with its zones'],
  CampgroundClosure: [booking.closureSchema, 'Nights on which a campground is closed'],
  Cancellation: [cancellationSchema, 'What the member of a paid stay gets back who cancels it'],
  CancelRequest: [fields.cancelBodySchema, 'Body of a cancellation by staff'],
  ClaimStatus: [coupons.claimStatusSchema, 'State of a coupon claim'],
  Coupon: [coupons.couponSchema, 'A discount with conditions'],
  CouponClaim: [coupons.couponClaimSchema, "A customer's right to use a coupon once"],
  CouponReport: [coupons.couponReportSchema, 'Use and cost of a coupon in a range of days'],
  Facets: [products.facetsSchema, 'Values by which a list of products can be filtered further'],
  FreeCampground: [search.freeCampgroundSchema, 'A campground with free sites for a stay'],
  PlainDate: [values.dateSchema, 'A calendar date'],
  MemberCoupon: [coupons.memberCouponSchema, 'A coupon claim with its coupon'],
  Meta: [envelope.metaSchema, 'Position of a page in its list'],
  Money: [values.moneySchema, 'An amount in TWD: a decimal with two fraction digits'],
  Movement: [inventory.movementSchema, 'An immutable change of stock on hand'],
  OccupancyReportLine: [stays.occupancyReportLineSchema, 'Sales of a zone'],
  Order: [orders.orderSchema, 'An order with its items'],
  OrderListItem: [orders.orderListItemSchema, 'An order as a line of a list'],
  OrderPaymentMethod: [orders.orderPaymentMethodSchema, 'How an order is paid'],
  OrderPaymentStatus: [orders.orderPaymentStatusSchema, 'Whether an order is paid'],
  OrderStatus: [orders.orderStatusSchema, 'Status of an order'],
  PaymentForm: [checkout.paymentFormSchema, 'A form that a browser posts to the payment provider'],
  PaymentOutcome: [adminPayments.paymentOutcomeSchema, 'Outcome of a payment notification'],
  Permissions: [users.userRoutes.readPermissions.data, 'All permissions, and the permissions of each role'],
  Pick: [orders.pickSchema, 'Reserved pieces of an order at one location'],
  PickingListItem: [orders.pickingListItemSchema, 'An order to pack'],
  Product: [products.productSchema, 'A product of the catalogue'],
  ProductVariant: [products.productVariantSchema, 'A variant of a product'],
  RefundStatus: [refundStatusSchema, 'Whether a booking or an order is refunded'],
  RentalEquipment: [booking.rentalEquipmentSchema, 'Equipment that a campground rents out'],
  RentalLoad: [stays.rentalLoadSchema, 'Rental load of a variant at a location on a day'],
  RentalSnapshot: [booking.rentalSnapshotSchema, 'Rented equipment of a booking'],
  Shipment: [orders.shipmentSchema, 'How an order left the store'],
  StatusHistoryEntry: [booking.statusHistoryEntrySchema, 'A change of a status'],
  Stay: [stays.staySchema, 'A stay with contact, zones and rentals'],
  Stock: [inventory.stockSchema, 'Stock of a variant at each location'],
  StockLocation: [inventory.locationSchema, 'A location of stock'],
  StoreCheckoutSession: [checkout.storeCheckoutSessionSchema, 'An order during its checkout'],
  StoreCheckoutStep: [checkout.storeCheckoutStepSchema, 'Step of a store checkout'],
  StorePricing: [checkout.storePricingSchema, 'Price of an order'],
  StoreQuote: [storeQuotes.storeQuoteSchema, 'Quote for an order'],
  Timestamp: [values.timestampSchema, 'A point in time: ISO 8601 in UTC with milliseconds'],
  UnappliedReason: [payments.unappliedReasonSchema, 'Why a payment was not applied'],
  Webhook: [webhooks.webhookSchema, 'An address that receives events of certain types'],
  WebhookAttempt: [deliveries.webhookAttemptSchema, 'One attempt of a delivery'],
  WebhookDelivery: [deliveries.webhookDeliverySchema, 'One event for one webhook'],
  WebhookDeliveryDetail: [
    deliveries.webhookDeliveryDetailSchema,
    'One event for one webhook, with its body and attempts',
  ],
  WebhookWithSecret: [webhooks.webhookWithSecretSchema, 'A webhook with its secret, which is shown once'],
  Zone: [booking.zoneSchema, 'A part of a campground with sites of one kind'],
  ZoneCalendar: [search.zoneCalendarSchema, 'A zone with its nights'],
  ZoneOccupancy: [stays.zoneOccupancySchema, 'Occupancy of a zone by night'],
  ZoneSnapshot: [booking.zoneSnapshotSchema, 'Zones of a booking'],
}

/** Every schema that has a name in the OpenAPI document; bodies are named by their routes. */
export const components: Record<string, Component> = Object.fromEntries(
  Object.entries(declared).map(([name, [schema, description]]) => [name, { schema, description }]),
)
