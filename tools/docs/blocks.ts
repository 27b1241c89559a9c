import { adminBookingRoutes } from '@campstore/contract/admin/bookings'
import { closureRoutes } from '@campstore/contract/admin/closures'
import { couponRoutes } from '@campstore/contract/admin/coupons'
import { adminCustomerDetailSchema, adminCustomerSchema, customerRoutes } from '@campstore/contract/admin/customers'
import { inventoryRoutes, locationSchema, movementSchema } from '@campstore/contract/admin/inventory'
import { orderRoutes } from '@campstore/contract/admin/orders'
import { adminPaymentSchema, paymentRoutes } from '@campstore/contract/admin/payments'
import { adminProductRoutes, adminProductSchema } from '@campstore/contract/admin/products'
import { adminUserDetailSchema, adminUserSchema, userRoutes } from '@campstore/contract/admin/users'
import { bookingRoutes } from '@campstore/contract/booking/routes'
import {
  adminBookingDetailSchema,
  bookingCheckoutSessionSchema,
  bookingDetailSchema,
  bookingListItemSchema,
  bookingPolicySchema,
  campgroundSchema,
  closureSchema,
  rentalEquipmentSchema,
  statusHistoryEntrySchema,
  zoneSchema,
} from '@campstore/contract/booking/schemas'
import { storeCheckoutRoutes } from '@campstore/contract/checkout/routes'
import { paymentFormSchema, storeCheckoutSessionSchema } from '@campstore/contract/checkout/schemas'
import { couponClaimSchema, couponSchema } from '@campstore/contract/coupons'
import { metaSchema } from '@campstore/contract/envelope'
import { memberRoutes } from '@campstore/contract/me/routes'
import { eventDataSchemas } from '@campstore/contract/messages/events'
import { paymentNotificationSchema } from '@campstore/contract/messages/payments'
import { orderListItemSchema, orderSchema } from '@campstore/contract/orders'
import { productRoutes } from '@campstore/contract/products/routes'
import { productSchema, productVariantSchema } from '@campstore/contract/products/schemas'
import type { Route } from '@campstore/contract/route'
import { z } from 'zod'
import { errorsTable, eventsTable, requestTable, responseTable, roleDefaultsTable, routesTable } from './tables.ts'

/** Schemas whose fields the pages show, by the name that the markers use. */
const schemas: Record<string, z.ZodType> = {
  AdminBookingDetail: adminBookingDetailSchema,
  AdminCustomer: adminCustomerSchema,
  AdminCustomerDetail: adminCustomerDetailSchema,
  AdminPayment: adminPaymentSchema,
  AdminProduct: adminProductSchema,
  AdminUser: adminUserSchema,
  AdminUserDetail: adminUserDetailSchema,
  BookingCheckoutSession: bookingCheckoutSessionSchema,
  BookingDetail: bookingDetailSchema,
  BookingEvent: eventDataSchemas['booking.created'],
  BookingListItem: bookingListItemSchema,
  BookingPolicy: bookingPolicySchema,
  Campground: campgroundSchema,
  CampgroundClosure: closureSchema,
  Coupon: couponSchema,
  CouponClaim: couponClaimSchema,
  Meta: metaSchema,
  Movement: movementSchema,
  Order: orderSchema,
  OrderEvent: eventDataSchemas['order.created'],
  PaymentForm: paymentFormSchema,
  PaymentNotification: paymentNotificationSchema,
  Product: productSchema,
  ProductVariant: productVariantSchema,
  RentalEquipment: rentalEquipmentSchema,
  StatusHistoryEntry: statusHistoryEntrySchema,
  StockLocation: locationSchema,
  StoreCheckoutSession: storeCheckoutSessionSchema,
  UnappliedPaymentEvent: eventDataSchemas['payment.unapplied'],
  Zone: zoneSchema,
}

/** Resources that other resources contain: their fields have one table, which the others link to. */
const links = z
  .registry<{ link: string }>()
  .add(zoneSchema, { link: '[Zone](resources.md#zone)' })
  .add(productVariantSchema, { link: '[Product variant](resources.md#product-variant)' })
  .add(bookingListItemSchema, { link: '[Booking list item](resources.md#booking-list-item)' })
  .add(orderListItemSchema, { link: '[Order](resources.md#order) without items' })
  .add(statusHistoryEntrySchema, { link: '[Status history entry](states.md#status-history)' })

const withAccess = (routes: Record<string, Route>, access: Route['access']): Route[] =>
  Object.values(routes).filter(route => route.access === access)

/** Routes of each table of routes, by the name that the markers use. */
export const routeGroups: Record<string, readonly Route[]> = {
  'booking public': withAccess(bookingRoutes, 'public'),
  'booking member': withAccess(bookingRoutes, 'member'),
  products: Object.values(productRoutes),
  checkout: Object.values(storeCheckoutRoutes),
  me: Object.values(memberRoutes),
  users: Object.values(userRoutes),
  customers: Object.values(customerRoutes),
  orders: Object.values(orderRoutes),
  bookings: Object.values(adminBookingRoutes),
  payments: Object.values(paymentRoutes),
  'admin-products': Object.values(adminProductRoutes),
  inventory: Object.values(inventoryRoutes),
  coupons: Object.values(couponRoutes),
  closures: Object.values(closureRoutes),
}
const allRoutes = Object.values(routeGroups).flat()

/**
 * The table that a marker asks for: `fields Order`, `fields AdminUserDetail - AdminUser`, `routes orders`, `query listOrders`,
 * `body startCheckout`, `data checkAvailability`, `errors`, `events`, `role-defaults`.
 *
 * @throws {Error} when there is no such table
 */
export function blockFor(marker: string): string {
  const [kind = '', ...words] = marker.split(' ')
  const name = words.join(' ')
  if (kind === 'errors') return errorsTable()
  if (kind === 'events') return eventsTable()
  if (kind === 'role-defaults') return roleDefaultsTable()
  if (kind === 'fields') return fieldsBlock(name)
  if (kind === 'routes') return routesTable(routesNamed(name))
  const route = routeNamed(name)
  if (kind === 'query' && route.query) return requestTable(route.query, 'Parameter')
  if (kind === 'body' && route.body) return requestTable(route.body, 'Field')
  if (kind === 'data') return responseTable(route.data, links)
  throw new Error(`No table for "${marker}"`)
}

function fieldsBlock(name: string): string {
  const [shown = '', base] = name.split(' - ')
  return responseTable(schemaNamed(shown), links, base === undefined ? undefined : schemaNamed(base))
}

function schemaNamed(name: string): z.ZodType {
  const schema = schemas[name]
  if (!schema) throw new Error(`No schema "${name}" for a table of fields`)
  return schema
}

function routesNamed(name: string): readonly Route[] {
  const group = routeGroups[name]
  if (!group) throw new Error(`No group of routes "${name}"`)
  return group
}

function routeNamed(name: string): Route {
  const route = allRoutes.find(candidate => candidate.name === name)
  if (!route) throw new Error(`No route "${name}"`)
  return route
}
