import { expect, test } from 'vitest'
import { startAdminFixture, useServices } from '../src/testing/admin-fixture.ts'
import type { Responder } from '../src/testing/fake-service.ts'

// docs/contract/admin.md#bulk-actions
const fixture = useServices(60_000)

const done = (id: string, status = 200) => ({ id, outcome: 'done', status, code: null, message: null, details: null })
const conflict = { code: 'CONFLICT', message: 'Only an unshipped order can be shipped.' }
const answer = (status: number, error: object): ReturnType<Responder> => ({ status, body: { success: false, error } })

test.each([
  ['orders/ship', 'checkout', 'orders', 'ship', 'shipOrder'],
  ['bookings/confirm', 'booking', 'bookings', 'confirm', 'confirmBooking'],
  ['bookings/complete', 'booking', 'bookings', 'complete', 'completeBooking'],
] as const)(
  'POST /%s sends one action for each id, with an entry of its own',
  async (path, owner, list, verb, action) => {
    const ids = [`${verb}-1`, `${verb}-2`, `${verb}-3`]
    const { status, body } = await fixture.chief.client.post(`/api/admin/${path}`, { ids })
    expect([status, body]).toEqual([
      200,
      { success: true, data: ids.map(id => done(id)), meta: { page: 0, size: 3, totalElements: 3, totalPages: 1 } },
    ])
    const sent = fixture.services[owner].requests.filter(({ method }) => method === 'POST')
    expect(sent.map(({ url, body: own }) => [url, own]).toSorted()).toEqual(
      ids.map(id => [`/internal/${owner}/${list}/${id}/${verb}`, '']),
    )
    for (const id of ids)
      expect(await fixture.auditEntries({ target_id: id })).toMatchObject([
        { action, outcome: 'succeeded', admin_id: fixture.chief.id },
      ])
  },
)

test('one that is refused or fails stops none; the answers are in the order of ids', async () => {
  const details = [{ path: 'items.0', message: 'has only 1 piece left' }]
  fixture.services.checkout.respond = ({ url, method }) => {
    if (url.includes('shipped') && method === 'POST') return answer(409, conflict)
    if (url.includes('short') && method === 'POST')
      return answer(409, { ...conflict, code: 'STOCK_INSUFFICIENT', details })
    if (url.includes('unknown')) return answer(404, { code: 'NOT_FOUND', message: 'There is no such order.' })
    if (url.includes('broken') && method === 'POST') return response => response.destroy()
    return { status: 200, body: { success: true, data: {} } }
  }
  const ids = ['one', 'shipped', 'short', 'unknown', 'broken', 'last']
  const { data } = await fixture.chief.client.post('/api/admin/orders/ship', { ids })
  const refused = (id: string, status: number, error: object) => ({
    ...done(id, status),
    outcome: 'refused',
    ...conflict,
    ...error,
  })
  expect(data).toEqual([
    done('one'),
    refused('shipped', 409, conflict),
    refused('short', 409, { code: 'STOCK_INSUFFICIENT', details }),
    refused('unknown', 404, { code: 'NOT_FOUND', message: 'There is no such order.' }),
    refused('broken', 503, { code: 'SERVICE_UNAVAILABLE', message: expect.any(String) }),
    done('last'),
  ])
})

test('when the time is nearly over, those that have not begun are refused, and nothing of them is sent or recorded', async () => {
  const slow = await startAdminFixture({ UPSTREAM_TIMEOUT_MS: '500' })
  try {
    slow.services.booking.respond = () => () => {}
    const { client } = await slow.staff()
    const ids = ['s1', 's2', 's3', 's4', 's5']
    const { status, data } = await client.post('/api/admin/bookings/complete', { ids })
    expect([status, (data as { code: string }[]).map(({ code }) => code)]).toEqual([
      200,
      [...Array(4).fill('GATEWAY_TIMEOUT'), 'SERVICE_UNAVAILABLE'],
    ])
    expect(slow.services.booking.requests.some(({ url }) => url.includes('s5'))).toBe(false)
    expect(await slow.auditEntries({ target_id: 's5' })).toEqual([])
  } finally {
    await slow.stop()
  }
})

const state = { status: 'available', orderId: null, claimedAt: '2026-11-20T08:00:00.000Z' }
const claim = { id: 1, couponId: 'c', customerId: 'm', ...state }
const claims = (coupon: string) => `/api/admin/coupons/${coupon}/claims`

test('a claim for one customer answers the claim, and the refusal of the service', async () => {
  fixture.services.checkout.respond = () => ({ status: 201, body: { success: true, data: claim } })
  expect(await fixture.chief.client.post(claims('c1'), { customerId: 'm' })).toMatchObject({ status: 201, data: claim })
  expect(await fixture.auditEntries({ target_id: 'c1' })).toMatchObject([
    { action: 'claimCoupon', request: '{"customerId":"m"}', outcome: 'succeeded', state_after: claim },
  ])
  const details = [{ path: 'customerId', message: 'already has a claim' }]
  fixture.services.checkout.respond = () => answer(409, { ...conflict, details })
  const refused = await fixture.chief.client.post(claims('c1'), { customerId: 'm' })
  expect([refused.status, refused.body]).toEqual([409, { success: false, error: { ...conflict, details } }])
})

test('claims for several customers answer for each', async () => {
  fixture.services.checkout.respond = ({ body }) =>
    body.includes('m2') ? answer(409, conflict) : { status: 201, body: { success: true, data: claim } }
  const { status, data, body } = await fixture.chief.client.post(claims('c2'), { customerIds: ['m1', 'm2', 'm3'] })
  expect(body).toMatchObject({ meta: { page: 0, size: 3, totalElements: 3, totalPages: 1 } })
  expect([status, data]).toEqual([
    200,
    [done('m1', 201), { id: 'm2', outcome: 'refused', status: 409, ...conflict, details: null }, done('m3', 201)],
  ])
  expect(await fixture.auditEntries({ target_id: 'c2' })).toHaveLength(3)
})
