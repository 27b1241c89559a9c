import { releasedHoldsSchema } from '@campstore/contract/admin/holds'
import { takingsSchema } from '@campstore/contract/admin/takings'
import { bookingRoutes } from '@campstore/contract/booking/routes'
import * as bookings from '@campstore/contract/booking/schemas'
import { eventDataSchemas } from '@campstore/contract/messages/events'
import {
  paymentNotificationSchema,
  refundFailureSchema,
  refundNotificationSchema,
} from '@campstore/contract/messages/payments'
import * as orders from '@campstore/contract/orders'
import { paymentMessageSchema } from '@campstore/contract/payments'
import * as products from '@campstore/contract/products/schemas'
import type { Route } from '@campstore/contract/route'
import { z } from 'zod'
import { components } from './components.ts'
import { tags } from './openapi/tags.ts'
import { shownTables } from './shown-tables.ts'
import {
  additionsTable,
  bodyTable,
  errorsTable,
  eventsTable,
  queryTable,
  responseTable,
  revisionsTable,
  roleDefaultsTable,
  routesTable,
} from './tables.ts'

/** Schemas whose fields the pages show, by their names in markers; the others are {@link components}. */
const schemas: Readonly<Record<string, z.ZodType>> = {
  BookingEvent: eventDataSchemas['booking.created'],
  OrderEvent: eventDataSchemas['order.created'],
  PaymentMessage: paymentMessageSchema,
  PaymentNotification: paymentNotificationSchema,
  RefundDueEvent: eventDataSchemas['payment.refund-due'],
  RefundDoneEvent: eventDataSchemas['payment.refund-done'],
  RefundFailure: refundFailureSchema,
  RefundNotification: refundNotificationSchema,
  ReleasedHolds: releasedHoldsSchema,
  Takings: takingsSchema,
  UnappliedPaymentEvent: eventDataSchemas['payment.unapplied'],
}

/** Resources that other resources contain: their fields have one table, which the others link to. */
const links = z
  .registry<{ link: string }>()
  .add(bookings.zoneSchema, { link: '[Zone](resources.md#zone)' })
  .add(products.productVariantSchema, { link: '[Product variant](resources.md#product-variant)' })
  .add(bookings.bookingListItemSchema, { link: '[Booking list item](resources.md#booking-list-item)' })
  .add(orders.orderListItemSchema, { link: '[Order](resources.md#order) without items' })
  .add(bookings.statusHistoryEntrySchema, { link: '[Status history entry](states.md#status-history)' })

const allRoutes = tags.flatMap(({ routes }) => Object.values(routes))
const otherTags = tags.filter(({ name }) => name !== 'Booking')
const ofBooking = (access: Route['access']) =>
  Object.values<Route>(bookingRoutes).filter(route => route.access === access)

/** Routes of each table of routes, by the name in the markers: one table per tag, two for `Booking`. */
export const routeGroups: Readonly<Record<string, readonly Route[]>> = {
  'Booking public': ofBooking('public'),
  'Booking member': ofBooking('member'),
  ...Object.fromEntries(otherTags.map(({ name, routes }) => [name, Object.values(routes)])),
}

/**
 * The table that a marker asks for: `fields Order`, `fields AdminUserDetail - AdminUser`, `routes Admin: orders`, `query listOrders`,
 * `body startCheckout`, `body changeUser - createUser`, `data checkAvailability`, `errors`, `events`, `revisions`, `additions`, `role-defaults`.
 *
 * @throws {Error} for an unknown marker
 */
export function blockFor(marker: string): string {
  const [kind = '', ...words] = marker.split(' ')
  const name = words.join(' ')
  if (kind === 'errors') return errorsTable()
  if (kind === 'events') return eventsTable()
  if (kind === 'additions') return additionsTable()
  if (kind === 'revisions') return revisionsTable()
  if (kind === 'role-defaults') return roleDefaultsTable()
  if (kind === 'fields') return fieldsBlock(name)
  if (kind === 'routes') return routesBlock(routesNamed(name))
  const [shown = '', base] = name.split(' - ')
  const route = routeNamed(shown)
  if (kind === 'query' && route.query) return queryTable(route.query)
  if (kind === 'body' && route.body)
    return bodyTable(route.body, base === undefined ? undefined : routeNamed(base).body)
  if (kind === 'data') return responseTable(route.data, links, base === undefined ? undefined : schemaNamed(base))
  throw new Error(`No table for "${marker}"`)
}

/** What is described in prose, or by the table of another endpoint with the same fields. */
const describedElsewhere = new Set([
  'body openAdminSession',
  'body replacePermissions',
  'body setProductStatus',
  'body addVariant',
  'body claimCoupon',
  'body shipOrders',
  'body confirmBookings',
  'body completeBookings',
  'body cancelOrder',
  'query listOrders',
  'query listAffectedBookings',
  'query listCoupons',
  'query listBookings',
  'query listBookingsOfClosure',
])

/** The table of some routes, and below it the fields of each query and body without its own table on any page. */
function routesBlock(routes: readonly Route[]): string {
  const shown = shownTables()
  const missing = (table: string): boolean => !shown.has(table) && !describedElsewhere.has(table)
  const fields = routes.flatMap(({ name, method, path, query, body }) => [
    ...(query && missing(`query ${name}`) ? [`Query of \`${method} ${path}\`:\n\n${queryTable(query)}`] : []),
    ...(body && missing(`body ${name}`) ? [`Body of \`${method} ${path}\`:\n\n${bodyTable(body)}`] : []),
  ])
  return [routesTable(routes), ...fields].join('\n\n')
}

function fieldsBlock(name: string): string {
  const [shown = '', base] = name.split(' - ')
  return responseTable(schemaNamed(shown), links, base === undefined ? undefined : schemaNamed(base))
}

function schemaNamed(name: string): z.ZodType {
  const schema = schemas[name] ?? components[name]?.schema
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
