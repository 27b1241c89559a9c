import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type CheckoutFixture,
  checkoutOf,
  recipient,
  sessionsPath,
  startCheckoutFixture,
} from '../src/testing/checkout-fixture.ts'
import { historyOf, orderThatIs, type Stage } from '../src/testing/orders.ts'

let fixture: CheckoutFixture
beforeAll(async () => {
  fixture = await startCheckoutFixture()
})
afterAll(() => fixture.stop())
afterEach(() => fixture.clock.set('2026-11-20T08:00:00.000Z'))

const forbidden = { status: 403, code: 'FORBIDDEN' }
const notFound = { status: 404, code: 'NOT_FOUND' }

describe('GET /api/checkout/sessions/{orderId}', () => {
  test('items stay in the order of the request', async () => {
    const variants = await Promise.all(
      ['c', 'a', 'b'].map(letter => fixture.scenario.variant({ variant: { id: `v-${letter}` } })),
    )
    const items = variants.map(({ variantId }) => ({ variantId, quantity: 1 }))
    const member = await fixture.member()
    const { orderId, items: first } = await fixture.hold(member, checkoutOf({ variantId: '' }, { items }))
    expect(first.map(item => item.variantId)).toEqual(['v-c', 'v-a', 'v-b'])
    expect((await member.client.get(`${sessionsPath}/${orderId}`)).data).toMatchObject({ items: first })
  })

  test.each<[Stage, object]>([
    ['timed out', { status: 'cancelled', paymentStatus: 'unpaid' }],
    ['confirmed for cash on delivery', { status: 'unshipped', paymentStatus: 'unpaid', paymentMethod: 'cod' }],
    ['shipped', { status: 'shipped', paymentStatus: 'paid' }],
    ['completed', { status: 'completed', paymentStatus: 'paid', paymentMethod: 'cod' }],
  ])('%s: everything else stays, checkoutExpiresAt too', async (stage, changed) => {
    const { read, session } = await orderThatIs(fixture, stage)
    const answer = await read()
    expect([answer.status, answer.data]).toEqual([200, { ...session, ...changed }])
  })
})

describe('ownership', () => {
  const endpoints: [string, string][] = [
    ['PATCH', ''],
    ['POST', '/confirm-cod'],
    ['POST', '/gateway'],
  ]

  test.each(endpoints)(
    "%s …/{orderId}%s of another member's order: FORBIDDEN, and it stays as it is",
    async (method, action) => {
      const { orderId, path, read, session } = await orderThatIs(fixture, 'open', { paymentMethod: 'cod' })
      const stranger = await fixture.member()
      const body = method === 'PATCH' ? { paymentMethod: 'gateway-atm' } : undefined
      expect(await stranger.client.send(method, `${path}${action}`, { body })).toMatchObject(forbidden)
      expect((await read()).data).toEqual(session)
      expect(await historyOf(fixture, orderId)).toHaveLength(1)
    },
  )

  test.each(endpoints)('%s …/{orderId}%s of a missing order: NOT_FOUND', async (method, action) => {
    const { client } = await fixture.member()
    for (const id of ['none', '01a1fb94-d5f4-730f-bbfc-da3b41a4ed71', 'a%00b', "'; --", '%F0%9F%8F%95'])
      expect(
        await client.send(method, `${sessionsPath}/${id}${action}`, { body: method === 'PATCH' ? {} : undefined }),
      ).toMatchObject(notFound)
  })

  test.each<[Stage]>([['cancelled by its member'], ['past its deadline'], ['timed out'], ['paid']])(
    'FORBIDDEN comes before the state: %s',
    async stage => {
      const { path } = await orderThatIs(fixture, stage)
      const { client } = await fixture.member()
      for (const action of ['confirm-cod', 'gateway', 'cancel'])
        expect(await client.post(`${path}/${action}`)).toMatchObject(forbidden)
      expect(await client.send('PATCH', path, { body: {} })).toMatchObject(forbidden)
    },
  )

  const bodies: [string, { rawBody?: string; headers?: Record<string, string> }][] = [
    ['none at all', {}],
    ['malformed JSON', { rawBody: '{"shipping":' }],
    ['no object', { rawBody: '[]' }],
    ['a field of the wrong kind', { rawBody: '{"paymentMethod":5}' }],
    ['no JSON', { rawBody: 'phone=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['too large', { rawBody: `{"memo":"${'m'.repeat(100_001)}"}` }],
  ]

  test.each(bodies)('PATCH judges it before the body: %s', async (_, sending) => {
    const { path } = await orderThatIs(fixture, 'open')
    const { client } = await fixture.member()
    expect(await client.send('PATCH', path, sending)).toMatchObject(forbidden)
    expect(await client.send('PATCH', `${sessionsPath}/none`, sending)).toMatchObject(notFound)
  })

  test.each(bodies)('so do actions, which take none: %s', async (_, sending) => {
    const { path, session } = await orderThatIs(fixture, 'open')
    const { client } = await fixture.member()
    for (const action of ['confirm-cod', 'gateway', 'cancel'])
      expect(await client.send('POST', `${path}/${action}`, sending)).toMatchObject(forbidden)
    expect(session.shipping).toEqual(recipient)
  })
})
