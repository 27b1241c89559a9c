import { describe, expect, test } from 'vitest'
import { bookingInternalRoutes, bookingRoutes } from './booking/routes.ts'
import { storeCheckoutInternalRoutes, storeCheckoutRoutes } from './checkout/routes.ts'
import { memberRoutes } from './me/routes.ts'
import { productRoutes } from './products/routes.ts'
import type { Route } from './route.ts'

const forClients = { ...bookingRoutes, ...productRoutes, ...storeCheckoutRoutes, ...memberRoutes }
const forServices = { ...bookingInternalRoutes, ...storeCheckoutInternalRoutes }
const named: [string, Route][] = Object.entries({ ...forClients, ...forServices })
const all = named.map(([, route]) => route)

test('the endpoints of interface.md, and no other', () => {
  const endpoints = Object.values<Route>(forClients).map(({ method, path, access }) => `${access} ${method} ${path}`)
  expect(endpoints.sort()).toEqual(
    [
      'public GET /api/booking/campgrounds',
      'public GET /api/booking/campgrounds/{id}',
      'public GET /api/booking/equipment',
      'public GET /api/booking/policy',
      'public GET /api/booking/closures',
      'public POST /api/booking/check-availability',
      'member POST /api/booking/checkout/sessions',
      'member GET /api/booking/checkout/sessions/{bookingId}',
      'member PATCH /api/booking/checkout/sessions/{bookingId}',
      'member POST /api/booking/checkout/sessions/{bookingId}/gateway',
      'member POST /api/booking/checkout/sessions/{bookingId}/cancel',
      'member GET /api/booking/bookings',
      'member GET /api/booking/bookings/{id}',
      'public GET /api/products',
      'public GET /api/products/{id}',
      'member POST /api/checkout/sessions',
      'member GET /api/checkout/sessions/{orderId}',
      'member PATCH /api/checkout/sessions/{orderId}',
      'member POST /api/checkout/sessions/{orderId}/confirm-cod',
      'member POST /api/checkout/sessions/{orderId}/gateway',
      'member POST /api/checkout/sessions/{orderId}/cancel',
      'member GET /api/me/orders',
      'member GET /api/me/orders/{orderId}',
      'member GET /api/me/coupons',
    ].sort(),
  )
})

test('names are the keys under which routes are declared, and no two routes share one', () => {
  for (const [key, route] of named) expect(route.name).toBe(key)
  const groups = [bookingRoutes, productRoutes, storeCheckoutRoutes, memberRoutes, forServices]
  expect(named).toHaveLength(groups.reduce((count, group) => count + Object.keys(group).length, 0))
})

describe.each(named)('%s', (_, route) => {
  test('declares a schema for the parameters of its path, and only then', () => {
    expect(route.path.includes('{')).toBe(route.params !== undefined)
  })

  test('says UNAUTHORIZED if, and only if, it wants a token', () => {
    expect(route.errors.includes('UNAUTHORIZED')).toBe(route.access !== 'public')
  })

  test('says VALIDATION_ERROR if it takes a body or a query', () => {
    if (route.body || route.query) expect(route.errors).toContain('VALIDATION_ERROR')
  })

  test('an internal one lies under /internal and names its permission; the others do not', () => {
    expect(route.path.startsWith('/internal/')).toBe(route.access === 'internal')
    if (route.access === 'internal') expect(route.permission).toMatch(/^[a-z]+\.(view|edit)$/)
    else expect(route.permission).toBeUndefined()
  })
})

test('starting, changing and paying a checkout want an active customer, and nothing else does (decisions.md, 3)', () => {
  expect(all.filter(route => route.activeCustomerOnly).map(route => route.name)).toEqual([
    'startCheckout',
    'startStoreCheckout',
    'changeStoreCheckout',
    'confirmCashOnDelivery',
    'openStorePaymentForm',
  ])
})
