import { expect, test } from 'vitest'
import { routes } from '../bad-requests/declared-routes.ts'
import { readOperations } from './operations.ts'

const operations = readOperations()

test('every route of the contract is an operation', () => {
  const ids = operations.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(routes.map(({ name }) => name)))
})

test('references are replaced by what they lead to', () => {
  expect(JSON.stringify(operations)).not.toContain('$ref')
  const checkout = operations.find(({ id }) => id === 'startCheckout')
  expect(checkout?.body?.schema.properties?.paymentMethod?.enum).toContain('gateway-credit')
})

test('knows who may send what, and what is not built', () => {
  const access = Object.fromEntries(operations.map(({ id, access }) => [id, access]))
  expect(access).toMatchObject({ listProducts: 'public', startCheckout: 'member', createUser: 'staff' })
  expect(operations.filter(({ deferred }) => deferred).map(({ id }) => id)).toEqual([
    'changeCheckout',
    'openPaymentForm',
  ])
})
