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

test('names are the keys under which routes are declared, and no two routes share one', () => {
  for (const [key, route] of named) expect(route.name).toBe(key)
  const groups = [bookingRoutes, productRoutes, storeCheckoutRoutes, memberRoutes, paymentServiceRoutes, adminRoutes]
  expect(named).toHaveLength(groups.reduce((count, group) => count + Object.keys(group).length, 0))
})

describe.each(named)('%s', (_, route) => {
  test('declares a schema for the parameters of its path, and only then', () => {
    expect(route.path.includes('{')).toBe(route.params !== undefined)
  })

  test('says UNAUTHORIZED if, and only if, it wants a token', () => {
    expect(route.errors.includes('UNAUTHORIZED')).toBe(route.access !== 'public' || route.name === 'openAdminSession')
  })

  test('has the names of its query parameters, so that others can be named in x-ignored-parameters', () => {
    if (route.query) expect(route.query).toBeInstanceOf(z.ZodObject)
  })

  test('says VALIDATION_ERROR if it takes a body or a query', () => {
    if (route.body || route.query) expect(route.errors).toContain('VALIDATION_ERROR')
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
