import type { AuditEntryDetail } from '@campstore/contract/admin/audit'
import { freeTextFields } from '@campstore/contract/admin/fields'
import { adminRoutes } from '@campstore/contract/admin/routes'
import type { Route } from '@campstore/contract/route'
import { parseJson } from '@campstore/core/parse-json'

const mask = '***'

/** Fields of customers, orders and bookings that identify a person, or say how to reach them; and what staff wrote in their own words. */
const personal = new Set<string>([
  ...['name', 'email', 'phone', 'address', 'birthday', 'recipientName', 'buyerName', 'buyerEmail', 'shippingAddress'],
  ...['shippingPhone', ...freeTextFields],
])

const routes = new Map<string, Route>(Object.entries(adminRoutes))

/** Permissions to see the people in an action without a route: an export, or a step of a request. */
const permissionsOfPeople = ['customers.view', 'orders.view', 'bookings.view']

/**
 * An entry of the audit log as its reader may see it (docs/contract/admin.md#audit-log): personal data of a section that the reader
 * may not view are masked.
 *
 * @param permissions of the reader
 */
export function maskPersonalData(entry: AuditEntryDetail, permissions: readonly string[]): AuditEntryDetail {
  const actionNeeds = routes.get(entry.action)?.permissions?.map(permission => permission.replace(/edit$/, 'view'))
  if ((actionNeeds ?? permissionsOfPeople).every(permission => permissions.includes(permission))) return entry
  const { request, before, after } = entry
  return { ...entry, request: request && maskedText(request), before: masked(before), after: masked(after) }
}

function masked(value: unknown, field = ''): unknown {
  if (Array.isArray(value)) return value.map(each => masked(each, field))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, masked(each, name)]))
  return typeof value === 'string' && value !== '' && personal.has(field) ? mask : value
}

/** A body in JSON keeps its other fields, and an export its path. */
function maskedText(request: string): string {
  const body = parseJson(request)
  if (body !== null && typeof body === 'object') return JSON.stringify(masked(body))
  const [path = ''] = request.split('?')
  if (!path.startsWith('/')) return mask
  return path === request ? path : `${path}?${mask}`
}
