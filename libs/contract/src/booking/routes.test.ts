import { describe, expect, test } from 'vitest'
import type { Route } from '../route.ts'
import { bookingInternalRoutes, bookingRoutes } from './routes.ts'

const publicly: Route[] = Object.values(bookingRoutes)
const all: Route[] = [...publicly, ...Object.values(bookingInternalRoutes)]

test('the endpoints of interface.md under /api/booking, and no other', () => {
  expect(publicly.map(({ method, path, access }) => `${access} ${method} ${path}`).sort()).toEqual(
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
    ].sort(),
  )
})

test('names are the keys under which routes are declared', () => {
  const named = { ...bookingRoutes, ...bookingInternalRoutes }
  for (const [key, route] of Object.entries(named)) expect(route.name).toBe(key)
})

describe.each(all.map(route => [route.name, route] as const))('%s', (_, route) => {
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
    expect(route.permission).toBe(route.access === 'internal' ? 'bookings.edit' : undefined)
  })
})

test('only starting a checkout wants an active customer', () => {
  expect(all.filter(route => route.activeCustomerOnly).map(route => route.name)).toEqual(['startCheckout'])
})
