import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { allPermissions } from './admin/permissions.ts'
import { adminRoutes } from './admin/routes.ts'
import { bookingRoutes } from './booking/routes.ts'
import { storeCheckoutRoutes } from './checkout/routes.ts'
import { memberRoutes } from './me/routes.ts'
import { productRoutes } from './products/routes.ts'
import { internal, type Owner, type Route } from './route.ts'

const forClients = { ...bookingRoutes, ...productRoutes, ...storeCheckoutRoutes, ...memberRoutes }
const named: [string, Route][] = Object.entries({ ...forClients, ...adminRoutes })
const all = named.map(([, route]) => route)

test('the endpoints for clients, and no other (docs/contract/README.md)', () => {
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

test('the endpoints under /api/admin with their permissions, additions included (docs/contract/admin.md)', () => {
  const declared = Object.values<Route>(adminRoutes).map(({ method, path, permissions = [] }) =>
    `${method} ${path.slice('/api/admin/'.length)} ${permissions.join(' ')}`.trim(),
  )
  expect(declared.sort()).toEqual(
    [
      'POST auth/firebase/session',
      'POST users permissions.edit',
      'GET users permissions.view',
      'GET users/{id} permissions.view',
      'PATCH users/{id} permissions.edit',
      'PUT users/{id}/permissions permissions.edit',
      'GET permissions permissions.view',
      'GET customers customers.view',
      'GET customers/{id} customers.view',
      'PATCH customers/{id} customers.edit',
      'POST customers/{id}/suspend customers.edit',
      'POST customers/{id}/reactivate customers.edit',
      'POST customers/{id}/release-holds customers.edit orders.edit bookings.edit',
      'GET orders orders.view',
      'GET orders/{id} orders.view',
      'POST orders/{id}/reallocate orders.edit',
      'POST orders/{id}/ship orders.edit',
      'POST orders/{id}/complete orders.edit',
      'POST orders/{id}/cancel orders.edit',
      'GET bookings bookings.view',
      'GET bookings/{id} bookings.view',
      'POST bookings/{id}/confirm bookings.edit',
      'POST bookings/{id}/complete bookings.edit',
      'POST bookings/{id}/cancel bookings.edit',
      'GET payments orders.view bookings.view',
      'GET products products.view',
      'GET products/{id} products.view',
      'POST products products.edit',
      'PUT products/{id} products.edit',
      'PATCH products/{id} products.edit',
      'POST products/{id}/variants products.edit',
      'PATCH products/{id}/variants products.edit',
      'GET inventory-movements inventory.view',
      'POST inventory-movements inventory.edit',
      'GET locations inventory.view',
      'GET coupons coupons.view',
      'GET coupons/{id} coupons.view',
      'POST coupons coupons.edit',
      'PATCH coupons/{id} coupons.edit',
      'POST coupons/{id}/claims coupons.edit',
      'GET campground-closures closures.view',
      'GET campground-closures/{id} closures.view',
      'POST campground-closures closures.edit',
      'PATCH campground-closures/{id} closures.edit',
      'DELETE campground-closures/{id} closures.edit',
      'GET campground-closures/{id}/bookings closures.view bookings.view',
    ].sort(),
  )
})

test('names are the keys under which routes are declared, and no two routes share one', () => {
  for (const [key, route] of named) expect(route.name).toBe(key)
  const groups = [bookingRoutes, productRoutes, storeCheckoutRoutes, memberRoutes, adminRoutes]
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

  test('names its permissions if, and only if, it is for administrators', () => {
    expect(route.permissions !== undefined).toBe(route.access === 'admin')
    for (const permission of route.permissions ?? []) expect(allPermissions).toContain(permission)
  })

  test('an admin route that changes what is there says what reads it', () => {
    if (route.reads !== undefined) expect(adminRoutes).toHaveProperty(route.reads)
    expect(route.path.startsWith('/api/admin/')).toBe(route.access === 'admin' || route.name === 'openAdminSession')
  })

  test('is offered by its owner at the same place under /internal', () => {
    const { owner } = route
    if (!isOwned(route)) return
    expect(internal(route)).toEqual({
      ...route,
      access: 'internal',
      path: `/internal/${owner}/${route.path.slice('/api/admin/'.length)}`,
    })
  })
})

function isOwned(route: Route): route is Route & { owner: Owner } {
  return route.owner !== undefined
}

test('starting, changing and paying a checkout want an active customer, and nothing else does (docs/contract/authentication.md#suspended-and-deleted-customers)', () => {
  expect(all.filter(route => route.activeCustomerOnly).map(route => route.name)).toEqual([
    'startCheckout',
    'startStoreCheckout',
    'changeStoreCheckout',
    'confirmCashOnDelivery',
    'openStorePaymentForm',
  ])
})
