import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { adminRoutes } from './admin/routes.ts'
import { bookingRoutes } from './booking/routes.ts'
import { storeCheckoutRoutes } from './checkout/routes.ts'
import { memberRoutes } from './me/routes.ts'
import { paymentServiceRoutes } from './payments.ts'
import { productRoutes } from './products/routes.ts'
import type { Route } from './route.ts'

const forClients = {
  ...bookingRoutes,
  ...productRoutes,
  ...storeCheckoutRoutes,
  ...memberRoutes,
  ...paymentServiceRoutes,
}
const named: [string, Route][] = Object.entries({ ...forClients, ...adminRoutes })
const all = named.map(([, route]) => route)

test('no two routes share a name', () => {
  const groups = [bookingRoutes, productRoutes, storeCheckoutRoutes, memberRoutes, paymentServiceRoutes, adminRoutes]
  expect(named).toHaveLength(groups.reduce((count, group) => count + Object.keys(group).length, 0))
})

describe.each(named)('%s', (_, route) => {
  test('has the names of its query parameters, so that others can be named in x-ignored-parameters', () => {
    if (route.query) expect(route.query).toBeInstanceOf(z.ZodObject)
  })

  test('refuses unknown fields, also nested ones, if it is a write of staff, and else ignores them (docs/contract/conventions.md#unknown-fields)', () => {
    if (!route.body) return
    const schema = z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' })
    const count = (text: string) => JSON.stringify(schema).split(text).length
    const isOfStaff = route.path.startsWith('/api/admin/')
    expect(schema.additionalProperties).toBe(isOfStaff ? false : undefined)
    // `{}` alone may stand for none.
    expect(count('"additionalProperties":false')).toBe(
      count(isOfStaff ? '"type":"object"' : '"properties":{},"additionalProperties":false'),
    )
  })

  test('an admin route that changes what is there says what reads it', () => {
    if (route.reads !== undefined) expect(adminRoutes).toHaveProperty(route.reads)
    expect(route.path.startsWith('/api/admin/')).toBe(route.access === 'admin' || route.name === 'openAdminSession')
  })
})

test('starting, changing and paying a checkout want an active customer, and nothing else does (docs/contract/authentication.md#suspended-and-deleted-customers)', () => {
  expect(all.filter(route => route.activeCustomerOnly).map(route => route.name)).toEqual([
    'startCheckout',
    'startStoreCheckout',
    'changeStoreCheckout',
    'confirmCashOnDelivery',
    'openStorePaymentForm',
  ])
})
