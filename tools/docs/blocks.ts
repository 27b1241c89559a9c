import { bookingRoutes } from '@campstore/contract/booking/routes'
import { eventDataSchemas } from '@campstore/contract/messages/events'
import {
  paymentNotificationSchema,
  refundFailureSchema,
  refundNotificationSchema,
} from '@campstore/contract/messages/payments'
import { paymentMessageSchema } from '@campstore/contract/payments'
import type { Route } from '@campstore/contract/route'
import type { z } from 'zod'
import { components } from './components.ts'
import { tags } from './openapi/tags.ts'
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
  UnappliedPaymentEvent: eventDataSchemas['payment.unapplied'],
}

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

/** Tables that have no name. */
const tables: Readonly<Record<string, () => string>> = {
  errors: errorsTable,
  events: eventsTable,
  revisions: revisionsTable,
  additions: additionsTable,
  'role-defaults': roleDefaultsTable,
}

/**
 * The table that a marker asks for: `fields Meta`, `routes Admin: orders`, `query listProducts`, `body startCheckout`,
 * `body quoteBooking - startCheckout`, `data checkAvailability`, or one of {@link tables}.
 *
 * @throws {Error} for an unknown marker
 */
export function blockFor(marker: string): string {
  const [kind = '', ...words] = marker.split(' ')
  const [name = '', base] = words.join(' ').split(' - ')
  const table = tables[kind]
  if (table) return table()
  if (kind === 'fields') return responseTable(schemaNamed(name), base === undefined ? undefined : schemaNamed(base))
  if (kind === 'routes') return routesTable(named(name, routeGroups[name]))
  const route = routeNamed(name)
  if (kind === 'query' && route.query) return queryTable(route.query)
  if (kind === 'body' && route.body)
    return bodyTable(route.body, base === undefined ? undefined : routeNamed(base).body)
  if (kind === 'data') return responseTable(route.data, base === undefined ? undefined : schemaNamed(base))
  throw new Error(`No table for "${marker}"`)
}

function named<T>(name: string, found: T | undefined): T {
  if (!found) throw new Error(`Nothing for a table is named "${name}"`)
  return found
}

const schemaNamed = (name: string): z.ZodType => named(name, schemas[name] ?? components[name]?.schema)

const routeNamed = (name: string): Route =>
  named(
    name,
    allRoutes.find(route => route.name === name),
  )
