import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type CheckoutFixture,
  checkoutOf,
  recipient,
  sessionsPath,
  startCheckoutFixture,
} from '../src/testing/checkout-fixture.ts'

// Decisions, 13: MAX_OPEN_HOLDS.
const limit = 3
let fixture: CheckoutFixture
beforeAll(async () => {
  fixture = await startCheckoutFixture({ MAX_OPEN_HOLDS: String(limit) })
})
afterAll(() => fixture.stop())

const aRequest = async (changes: object = {}) => checkoutOf(await fixture.set.variant(), changes)

/** A member who holds as much as one may, with the requests that did it. */
async function atTheLimit() {
  const member = await fixture.member()
  const requests = await Promise.all(
    Array.from({ length: limit }, () => aRequest({ paymentMethod: 'cod', shipping: recipient })),
  )
  const sessions = []
  for (const request of requests) sessions.push(await fixture.hold(member, request))
  const [first] = sessions
  if (!first) throw new Error('nothing is held')
  return { member, requests, first, oneMore: async () => member.client.post(sessionsPath, await aRequest()) }
}

test('one unpaid order more than the limit is refused, and says what to do', async () => {
  const { oneMore, member } = await atTheLimit()
  expect(await oneMore()).toMatchObject({
    status: 409,
    code: 'CONFLICT',
    body: { error: { message: 'At most 3 unpaid orders at a time: pay for one, or cancel one, and try again' } },
  })
  const { rows } = await fixture.owner.query('select from checkout.idempotency_key where customer_id = $1', [
    member.customerId,
  ])
  expect(rows).toHaveLength(limit)
})

test('fifty checkouts of one member at once hold exactly as many as the limit', async () => {
  const member = await fixture.member()
  const requests = await Promise.all(Array.from({ length: 50 }, () => aRequest()))
  const answers = await Promise.all(requests.map(request => member.client.post(sessionsPath, request)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(limit)
  expect(answers.filter(({ code }) => code === 'CONFLICT')).toHaveLength(50 - limit)
})

test('a repeated request is answered as before, also at the limit', async () => {
  const { member, requests, first } = await atTheLimit()
  expect(await fixture.hold(member, requests[0] ?? {})).toEqual(first)
})

test('an order that was cancelled no longer counts', async () => {
  const { member, first, oneMore } = await atTheLimit()
  await member.client.post(`${sessionsPath}/${first.orderId}/cancel`)
  expect(await oneMore()).toMatchObject({ status: 200 })
  expect(await oneMore()).toMatchObject({ status: 409 })
})

test('an order that is confirmed for cash on delivery no longer counts', async () => {
  const { member, first, oneMore } = await atTheLimit()
  const confirmed = await member.client.post(`${sessionsPath}/${first.orderId}/confirm-cod`)
  expect(confirmed).toMatchObject({ status: 200 })
  expect(await oneMore()).toMatchObject({ status: 200 })
  expect(await oneMore()).toMatchObject({ status: 409 })
})

test('an overdue order counts until it is ended', async () => {
  const { first, oneMore } = await atTheLimit()
  fixture.clock.advance(901_000)
  expect(await oneMore()).toMatchObject({ status: 409 })
  await fixture.expire(first.orderId)
  expect(await oneMore()).toMatchObject({ status: 200 })
})

test('what others hold does not count', async () => {
  await atTheLimit()
  const other = await fixture.member()
  expect(await other.client.post(sessionsPath, await aRequest())).toMatchObject({ status: 200 })
})
