import { describe, expect, test as plain } from 'vitest'
import { badBodies, badCallers, badMethods, badPaths, badQueries, operations, unreadableBodies } from './derived.ts'
import { placesIn } from './places.ts'
import { type BadRequest, wronglyAnswered } from './refusals.ts'
import { rules } from './rules.ts'
import { test } from './shop.ts'

/** The requests of each mistake, by subject. */
const mistakes: Record<string, Readonly<Record<string, readonly BadRequest[]>>> = {
  'a body with one bad field': ofEach(badBodies),
  'a query with one bad parameter': ofEach(badQueries),
  'an id in the path that names nothing': ofEach(badPaths),
  'a method that the path does not have': ofEach(badMethods),
  'a sender who may not': ofEach(badCallers),
  'a body that cannot be read': ofEach(unreadableBodies),
  'a rule': rules,
}

function ofEach(derive: (operation: (typeof operations)[number]) => BadRequest[]): Record<string, BadRequest[]> {
  const derived = operations.map(operation => [operation.id, derive(operation)] as const)
  return Object.fromEntries(derived.filter(([, requests]) => requests.length > 0))
}

// What is wrong is refused as the contract says, and nothing is written: no booking, no key, no message, no customer.
describe.each(Object.entries(mistakes))('%s', (_, bySubject) => {
  test.for(Object.entries(bySubject))('%s', async ([, requests], { shop }) => {
    expect(await wronglyAnswered(shop, requests)).toEqual([])
  })

  test('nothing was written', async ({ shop }) => expect(await shop.storedRows()).toEqual(shop.rowsBefore))
})

plain('a text of a body has a limit, unless it is an id, a date of a stay or an ID token', () => {
  const places = operations.flatMap(({ body }) => (body ? placesIn(body.schema) : []))
  const unlimited = places.filter(({ types }) =>
    types.some(
      type => type.type === 'string' && !(type.maxLength ?? type.pattern ?? type.enum ?? type.const ?? type.format),
    ),
  )
  // An element of a list is named by its place.
  const names = new Set(unlimited.map(({ path }) => path.findLast(name => !/^\d+$/.test(name)) ?? ''))
  expect([...names].filter(name => !/^ids?$|Ids?$/.test(name)).sort()).toEqual(['checkIn', 'checkOut', 'idToken'])
})
