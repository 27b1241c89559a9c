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

/**
 * The table that a marker asks for: `fields Meta`, `routes Admin: orders`, `query listProducts`, `body startCheckout`,
 * `body quoteBooking - startCheckout`, `data checkAvailability`, `errors`, `events`, `revisions`, `additions`, `role-defaults`.
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
  if (kind === 'routes') return routesTable(routesNamed(name))
  const [shown = '', base] = name.split(' - ')
  const route = routeNamed(shown)
  if (kind === 'query' && route.query) return queryTable(route.query)
  if (kind === 'body' && route.body)
    return bodyTable(route.body, base === undefined ? undefined : routeNamed(base).body)
  if (kind === 'data') return responseTable(route.data, base === undefined ? undefined : schemaNamed(base))
  throw new Error(`No table for "${marker}"`)
}

function fieldsBlock(name: string): string {
  const [shown = '', base] = name.split(' - ')
  return responseTable(schemaNamed(shown), base === undefined ? undefined : schemaNamed(base))
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
