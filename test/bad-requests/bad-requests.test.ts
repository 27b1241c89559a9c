import { takesNoBody } from '@campstore/contract/route'
import { describe, expect, test as plain } from 'vitest'
import { adminRules } from './admin-rules.ts'
import { bookingRules } from './booking-rules.ts'
import {
  badBodiesAt,
  badCallersOf,
  badMethodsOf,
  badPathsOf,
  badQueriesAt,
  inTurn,
  parametersOf,
  routes,
  serviceOf,
} from './declared-routes.ts'
import { isUnlimited, placesOf } from './places.ts'
import {
  bodiesInTheWay,
  bodiesOfAction,
  misplaced,
  unknownPaths,
  unknownPictures,
  unreadableBodies,
} from './protocol.ts'
import { type BadRequest, wronglyAnswered } from './refusals.ts'
import { goodBodies } from './samples.ts'
import { test } from './shop.ts'
import { storeRules } from './store-rules.ts'

/** Requests that were derived so far. */
let derived = 0

/** Tests that each of these requests is refused as it must be. */
function testRefusals(what: string, requests: readonly BadRequest[]): void {
  derived += requests.length
  if (requests.length === 0) return
  test(`${what}: ${requests.length} bad requests`, async ({ shop }) => {
    expect(await wronglyAnswered(shop, requests)).toEqual([])
  })
}

/**
 * Tests of one kind of mistake, and that nothing was written after all of them: no booking, no key, no message, no customer.
 *
 * @param atLeast how many requests are derived, about: far fewer mean that the derivation is broken
 */
function describeMistake(mistake: string, atLeast: number, declare: () => void): void {
  describe(mistake, () => {
    const before = derived
    declare()
    const count = derived - before
    plain(`at least ${atLeast} requests`, () => expect(count).toBeGreaterThanOrEqual(atLeast))
    test('nothing was written', async ({ shop }) => expect(await shop.storedRows()).toEqual(shop.rowsBefore))
  })
}

const withBody = routes.filter(({ body }) => body !== undefined)

plain('a text of a body has a limit, unless it is an id, a date of a stay or an ID token', () => {
  const unlimited = withBody.flatMap(({ body }) => (body ? placesOf(body).filter(isUnlimited) : []))
  const names = new Set(unlimited.map(({ path }) => path.at(-1)))
  const dates = ['checkIn', 'checkOut']
  expect([...names].filter(name => !/^id$|Id$/.test(name ?? '')).sort()).toEqual([...dates, 'idToken'])
})

plain('there is a good body for each route that has one', () => {
  expect(Object.keys(goodBodies).sort()).toEqual(withBody.map(({ name }) => name).sort())
  for (const { name, body } of withBody) expect(body?.safeParse(goodBodies[name]).error, name).toBeUndefined()
})

describeMistake('a body with one bad field', 2_000, () => {
  for (const route of withBody) {
    const places = placesOf(route.body ?? expect.fail())
    testRefusals(
      route.name,
      places.flatMap(place => badBodiesAt(route, place)),
    )
  }
})

describeMistake('a query with one bad parameter', 1_700, () => {
  for (const route of routes)
    testRefusals(
      route.name,
      parametersOf(route).flatMap(place => badQueriesAt(route, place)),
    )
})

describeMistake('an id in the path that names nothing', 500, () => {
  for (const route of routes) testRefusals(route.name, badPathsOf(route))
})

describeMistake('a path that is none', 40, () => {
  testRefusals('paths', unknownPaths)
  testRefusals('pictures', unknownPictures)
})

describeMistake('a method that the path does not have', 450, () => {
  for (const route of routes) testRefusals(route.name, badMethodsOf(route))
})

describeMistake('a sender who may not', 400, () => {
  for (const route of routes) testRefusals(route.name, badCallersOf(route))
})

describeMistake('a body that is no JSON object, too large, or not to be read', 200, () => {
  for (const route of withBody) {
    testRefusals(route.name, inTurn(`bodies of ${serviceOf(route)}`, unreadableBodies(route)))
  }
  for (const route of routes.filter(({ method }) => method !== 'GET'))
    testRefusals(`${route.name}, too large or damaged`, bodiesInTheWay(route))
})

describeMistake('a body for an action that takes none', 80, () => {
  for (const route of routes.filter(takesNoBody)) testRefusals(route.name, bodiesOfAction(route))
})

describeMistake('what is in the wrong place', 10, () => {
  testRefusals('token, key or field', misplaced)
})

for (const [family, tables] of Object.entries({
  bookings: bookingRules,
  store: storeRules,
  administration: adminRules,
})) {
  describeMistake(`rules of ${family}`, 60, () => {
    for (const [subject, requests] of Object.entries(tables)) testRefusals(subject, requests)
  })
}

test('every process is ready after all of them', async ({ shop }) => {
  for (const url of Object.values(shop.services)) expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  expect((await fetch(`${shop.url}/health`)).status).toBe(200)
})
