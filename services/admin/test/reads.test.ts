import { unique } from '@campstore/testing/rows'
import { describe, expect, test } from 'vitest'
import { useServices } from '../src/testing/admin-fixture.ts'
import { type ReceivedRequest, success } from '../src/testing/fake-service.ts'

const fixture = useServices()
const get = (path: string, headers?: Record<string, string>) => fixture.chief.client.get(`/api/admin/${path}`, headers)

// docs/contract/admin.md#audit-log
test('an entry shows who did what, and its detail the request, before and after', async () => {
  const user = { name: '阿華', email: `${unique('hua')}@campstore.test`, role: 'operator' }
  const { id } = (await fixture.chief.client.post('/api/admin/users', user)).data as { id: string }
  await fixture.chief.client.patch(`/api/admin/users/${id}`, { name: 'Hua' })
  const [entry] = (await get(`audit-entries?targetId=${id}&action=changeUser`)).data as Record<string, unknown>[]
  const admin = { id: fixture.chief.id, name: '店員', email: fixture.chief.email }
  expect(entry).toMatchObject({ admin, action: 'changeUser', targetId: id, outcome: 'succeeded', status: 200 })
  expect((await get(`audit-entries/${entry?.id}`)).data).toEqual({
    ...entry,
    request: '{"name":"Hua"}',
    before: { name: '阿華' },
    after: { name: 'Hua' },
  })
})

// docs/contract/admin.md#csv
describe('CSV', () => {
  const csv = { accept: 'text/csv' }
  const location = (id: number) => ({ id: `l${id}`, name: `Shop, "${id}"`, kind: 'store', campgroundId: null })
  const what = { variantId: 'v', sku: 'S', productName: 'Tent', locationId: 'l', locationName: 'Shop' }
  const why = { reason: '=1+1', onHandAfter: 1, orderId: null, transferId: null }
  const who = { createdBy: 'a', createdByName: null, createdAt: '2026-11-20T08:00:00.000Z' }
  const movement = (id: number) => ({ id, ...what, quantityDelta: -id, ...why, ...who })
  /** Answers a list of movements as the owner does. */
  const listOf =
    (ids: readonly number[]) =>
    ({ url }: ReceivedRequest) => {
      const query = new URL(url, 'http://owner').searchParams
      const [page, size] = [Number(query.get('page')), Number(query.get('size'))]
      const data = ids.slice(page * size, (page + 1) * size).map(movement)
      return success(data, { page, size, totalElements: ids.length, totalPages: 1 })
    }

  test('a range of dates that the list is filtered by is in the name of the file', async () => {
    fixture.services.checkout.respond = () => success([], { totalElements: 0 })
    const nameOf = async (query: string) => (await get(`payments?${query}`, csv)).headers.get('content-disposition')
    expect(await nameOf('paidFrom=2026-11-01&paidTo=2026-11-30&placedTo=2026-11-29')).toBe(
      'attachment; filename="payments-2026-11-01-to-2026-11-30.csv"',
    )
    for (const query of ['paidFrom=2026-11-01', 'placedFrom=2026-11-01&placedTo=2026-11-30'])
      expect(await nameOf(query), query).toBe('attachment; filename="payments-2026-11-20.csv"')
  })

  test('a list is UTF-8 with a BOM, CRLF, a header of paths, and quotes where RFC 4180 wants them', async () => {
    const data = [location(1), location(2)]
    fixture.services.products.respond = () => success(data, { totalElements: 2 })
    const { status, headers, text } = await get('locations', csv)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8; header=present'])
    expect(headers.get('content-disposition')).toBe('attachment; filename="locations-2026-11-20.csv"')
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual(['no-store', 'accept'])
    expect(text.replace(/^\uFEFF/, '')).toBe(
      'id,name,kind,campgroundId\r\n"=""l1""","=""Shop, """"1""""""",store,\r\n"=""l2""","=""Shop, """"2""""""",store,\r\n',
    )
  })

  /** Answers as an owner that says where each of its pages ends, and counts them. */
  const pagesOf = (count: number, data: unknown[]) => {
    const counted = { pages: 0 }
    fixture.services.products.respond = ({ headers }) => {
      expect(headers['x-export-after']).toBe(counted.pages === 0 ? 'first' : `end-${counted.pages}`)
      counted.pages += 1
      const next = counted.pages === count ? 'last' : `end-${counted.pages}`
      return { ...success(data, { totalElements: data.length }), headers: { 'x-export-next': next } }
    }
    return counted
  }

  test('a paged list has all pages of the filtered list, each from where the one before has ended', async () => {
    pagesOf(3, [1, 2, 250].map(movement))
    const { text, headers } = await get('inventory-movements?variantId=v&page=7&size=3&s%69ze=1&unknown=1', csv)
    const lines = text.trimEnd().split('\r\n').slice(1)
    expect(lines).toHaveLength(9)
    expect(lines.at(-1)).toBe('250,v,S,Tent,l,Shop,-250,"=""=1+1""",1,,,a,,2026-11-20T08:00:00.000Z')
    expect([headers.get('x-ignored-parameters'), headers.get('x-export-next')]).toEqual(['unknown', null])
    expect(fixture.services.products.requests.map(({ url }) => url.split('?')[1])).toEqual(
      [0, 1, 2].map(page => `page=${page}&size=100&variantId=v&unknown=1`),
    )
  })

  test('a list that has numbers of pages only is read until a page is not full', async () => {
    fixture.services.products.respond = listOf(Array.from({ length: 250 }, (_, place) => place + 1))
    expect((await get('inventory-movements', csv)).text.trimEnd().split('\r\n')).toHaveLength(251)
  })

  test('each export is an audit entry with its query', async () => {
    fixture.services.products.respond = listOf([1])
    const requestId = unique('export')
    await get('inventory-movements?variantId=%E5%B1%B1', { ...csv, 'x-request-id': requestId })
    expect(await fixture.auditEntries({ request_id: requestId })).toMatchObject([
      {
        admin_id: fixture.chief.id,
        action: 'exportCsv',
        target_id: null,
        request: '/api/admin/inventory-movements?variantId=%E5%B1%B1',
        outcome: 'succeeded',
        state_after: null,
      },
    ])
  })

  test('50,000 elements come page by page, and none is read before the client has taken those before', async () => {
    const counted = pagesOf(100, Array(500).fill({ ...movement(1), reason: 'x'.repeat(1_000) }))
    const token = await fixture.issuer.token({ ...fixture.chief, issuedAt: fixture.clock.now() })
    const url = `${fixture.service.url}/api/admin/inventory-movements`
    const { body } = await fetch(url, { headers: { ...csv, authorization: `Bearer ${token}` } })
    if (!body) throw new Error('There is no body')
    const parts = body[Symbol.asyncIterator]()
    await parts.next()
    let before = -1
    const isWaiting = () => {
      const isSame = counted.pages === before
      before = counted.pages
      return isSame
    }
    await expect.poll(isWaiting, { interval: 500 }).toBe(true)
    expect(counted.pages).toBeLessThan(60)
    for await (const part of { [Symbol.asyncIterator]: () => parts }) expect(part.length).toBeGreaterThan(0)
    expect(counted.pages).toBe(100)
  })

  test('an export that fails in the middle is cut off, so that it cannot look complete', async () => {
    const counted = pagesOf(3, [movement(1)])
    const { respond } = fixture.services.products
    fixture.services.products.respond = request => (counted.pages === 1 ? { status: 503 } : respond(request))
    await expect(get('inventory-movements', csv)).rejects.toThrow()
  })

  test('a list of this service is exported as well; its mistakes are refused', async () => {
    // A cell with a digit is kept as text (csv-table.ts).
    const id = 'csv-7'
    await fixture.staff({ id, email: `${id}@campstore.test` })
    const { text } = await get(`users?q=${id}`, csv)
    const row = `"=""${id}""","=""${id}@campstore.test""",店員,admin,"=""true""",`
    expect(text.trimEnd().split('\r\n')[1]).toContain(row)
    expect(await get('users?role=king', csv)).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
  })

  test("the owner's refusal is returned as it is", async () => {
    const error = { code: 'VALIDATION_ERROR', message: 'no', details: [] }
    fixture.services.products.respond = () => ({ status: 400, body: { success: false, error } })
    expect(await get('inventory-movements', csv)).toMatchObject({ status: 400, body: { success: false, error } })
  })

  test.each([
    ['text/csv, application/json;q=0.9', 'text/csv'],
    ['text/csv, application/json', 'text/csv'],
    ['*/*', 'application/json'],
    ['text/csv;q=0', 'application/json'],
  ])('accept: %s is answered with %s', async (accept, type) => {
    fixture.services.products.respond = listOf([1])
    expect((await get('inventory-movements', { accept })).headers.get('content-type')).toContain(type)
  })
})
