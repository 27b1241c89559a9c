import { expect, expectTypeOf, test } from 'vitest'
import { type CsvFile, createClient } from './client.ts'
import { answersOf, success } from './testing/answers.ts'

const url = 'https://api.campstore.test/'
const order = (status: string, etag: string) => success({ id: 'o1', status }, {}, { etag })
const unchanged = (etag: string) => new Response(null, { status: 304, headers: { etag } })

test('a read of staff is asked for with its ETag, and while that is current it is the same object', async () => {
  const [before, after] = [order('unshipped', '"1"'), order('shipped', '"2"')]
  const { fetch, requests } = answersOf(before, unchanged('"1"'), after, unchanged('"2"'))
  const { admin } = createClient({ url, fetch, remembered: 10 })
  const first = await admin.getAdminOrder({ id: 'o1' })
  expect(await admin.getAdminOrder({ id: 'o1' })).toBe(first)
  const changed = await admin.getAdminOrder({ id: 'o1' })
  expect(changed.status).toBe('shipped')
  expect(await admin.getAdminOrder({ id: 'o1' })).toBe(changed)
  expect(requests.map(({ etag }) => etag)).toEqual([null, '"1"', '"1"', '"2"'])
})

test('a page keeps its meta', async () => {
  const meta = { page: 0, size: 20, totalElements: 0, totalPages: 0 }
  const { fetch } = answersOf(success([], { meta }, { etag: '"1"' }), unchanged('"1"'))
  const { admin } = createClient({ url, fetch, remembered: 1 })
  expect(await admin.listAdminOrders()).toEqual(await admin.listAdminOrders())
})

test('the addresses that were read last are remembered, and none unless asked for', async () => {
  const forgetful = answersOf(order('a', '"1"'), order('a', '"1"'))
  const { admin } = createClient({ url, fetch: forgetful.fetch })
  for (const id of ['1', '1']) await admin.getAdminOrder({ id })
  expect(forgetful.requests.map(({ etag }) => etag)).toEqual([null, null])
  const answers = ['"1"', '"2"', '"1"', '"3"', '"2"'].map(etag => order('a', etag))
  const { fetch, requests } = answersOf(...answers)
  const remembering = createClient({ url, fetch, remembered: 2 })
  for (const id of ['1', '2', '1', '3', '2']) await remembering.admin.getAdminOrder({ id })
  expect(requests.map(({ etag }) => etag)).toEqual([null, null, '"1"', null, null])
})

test('a list of staff is a file, with its name and the BOM', async () => {
  const headers = {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="orders-2026-11-23.csv"',
  }
  const { fetch, requests } = answersOf(new Response('\uFEFFid\r\no1\r\n', { headers }), success([]))
  const { admin } = createClient({ url, fetch })
  const file = await admin.listAdminOrders.csv({ q: 'Lin' })
  expectTypeOf(file).toEqualTypeOf<CsvFile>()
  expect(file).toEqual({ name: 'orders-2026-11-23.csv', text: '\uFEFFid\r\no1\r\n' })
  expect(requests.map(({ line, accept }) => [line, accept])).toEqual([['GET /api/admin/orders?q=Lin', 'text/csv']])
  await expect(admin.listLocations.csv()).rejects.toMatchObject({ code: 'INVALID_RESPONSE' })
})
