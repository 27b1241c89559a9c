import { expect } from 'vitest'
import { restorePeople } from './demo-data.ts'
import { oddRequests, operations } from './derived.ts'
import { failures } from './refusals.ts'
import { test } from './shop.ts'

// What the document accepts is answered as it declares, and with no failure of ours, however odd a value is.
const odd = operations.map(operation => [operation.id, oddRequests(operation)] as const)

test.for(odd.filter(([, requests]) => requests.length > 0))('%s', async ([, requests], { shop, database }) => {
  await restorePeople(database.pool())
  expect(await failures(shop, requests)).toEqual([])
})
