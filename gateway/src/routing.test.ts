import { adminRoutes } from '@campstore/contract/admin/routes'
import { bookingRoutes } from '@campstore/contract/booking/routes'
import { storeCheckoutRoutes } from '@campstore/contract/checkout/routes'
import { memberRoutes } from '@campstore/contract/me/routes'
import { productRoutes } from '@campstore/contract/products/routes'
import { bodyLimitOf, isStream, maxBodyBytes, type Route } from '@campstore/contract/route'
import { expect, test } from 'vitest'
import { accessOfStream, maxBodyBytesOf } from './routing.ts'

const routes: Route[] = [adminRoutes, bookingRoutes, storeCheckoutRoutes, memberRoutes, productRoutes].flatMap(group =>
  Object.values<Route>(group),
)

test.each(routes)('a body of $name may have what its declaration allows, and at least what any body may', route => {
  expect(maxBodyBytesOf(route.method, route.path)).toBe(Math.max(bodyLimitOf(route), maxBodyBytes))
})

test.each(routes)('$name is a stream, and needs a token, where its declaration says so', route => {
  const declared = isStream(route) ? route.access : undefined
  expect(accessOfStream(route.method, route.path.replaceAll(/[{}]/g, ''))).toBe(declared)
})
