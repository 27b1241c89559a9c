import { adminRoutes } from '@campstore/contract/admin/routes'
import { bookingRoutes } from '@campstore/contract/booking/routes'
import { storeCheckoutRoutes } from '@campstore/contract/checkout/routes'
import { memberRoutes } from '@campstore/contract/me/routes'
import { productRoutes } from '@campstore/contract/products/routes'
import { bodyLimitOf, isStream, maxBodyBytes, type Route } from '@campstore/contract/route'
import { expect, test } from 'vitest'
import { asksForStream, maxBodyBytesOf } from './routing.ts'

const routes: Route[] = [adminRoutes, bookingRoutes, storeCheckoutRoutes, memberRoutes, productRoutes].flatMap(group =>
  Object.values<Route>(group),
)

test.each(routes)('a body of $name may have what its declaration allows, and at least what any body may', route => {
  expect(maxBodyBytesOf(route.method, route.path)).toBe(Math.max(bodyLimitOf(route), maxBodyBytes))
})

test('the paths of streams are those that the contract declares', () => {
  const named = (found: Route[]) => found.map(({ name }) => name)
  const found = routes.filter(({ method, path }) => asksForStream(method, path.replaceAll(/[{}]/g, '')))
  expect(named(found)).toEqual(named(routes.filter(isStream)))
})
