import { eventDataSchemas } from '@campstore/contract/messages/events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CheckoutFixture, recipient, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'
import { orderThatIs } from '../src/testing/orders.ts'

// The event order.updated (docs/contract/messages.md#events). The other events are in test/holds/events.test.ts.
let fixture: CheckoutFixture
beforeAll(async () => {
  fixture = await startCheckoutFixture()
})
afterAll(() => fixture.stop())

async function discounted() {
  const { cancel, change, member, orderId } = await orderThatIs(fixture, 'open')
  const couponClaimId = await fixture.scenario.claim(member)
  await change({ couponClaimId })
  /** What was published between that change and the end of the order. */
  const published = async () => {
    await cancel()
    await fixture.broker.eventOf(orderId, 'order.cancelled')
    return fixture.broker.eventsAbout(orderId).slice(2, -1)
  }
  return { couponClaimId, change, published }
}

test.each<[string, object]>([
  ['nothing at all', {}],
  ['nulls', { shipping: null, paymentMethod: null, couponClaimId: null }],
  ['the same recipient', { shipping: recipient }],
  ['the same recipient with blanks around', { shipping: { ...recipient, phone: ` ${recipient.phone} ` } }],
  ['the same method', { paymentMethod: 'gateway-credit' }],
])('is not published for a PATCH that changes nothing: %s', async (_, body) => {
  const { change, published } = await discounted()
  expect(await change(body)).toMatchObject({ status: 200 })
  expect(await published()).toEqual([])
})

test('is not published when the claim that is there already is applied again', async () => {
  const { couponClaimId, change, published } = await discounted()
  expect(await change({ couponClaimId })).toMatchObject({ status: 200 })
  expect(await published()).toEqual([])
})

test.each<[string, object, object]>([
  ['another recipient', { shipping: { ...recipient, phone: '02-1234' } }, { total: '550.00' }],
  ['part of a recipient', { shipping: { recipientName: '陳' } }, { total: '550.00' }],
  ['another method', { paymentMethod: 'cod' }, { paymentMethod: 'cod' }],
  ['no coupon', { couponClaimId: {} }, { total: '600.00' }],
])('is published once for a change that is sent twice: %s', async (_, body, data) => {
  const { change, published } = await discounted()
  await change(body)
  await change(body)
  const events = await published()
  expect(events.map(({ routingKey }) => routingKey)).toEqual(['order.updated'])
  expect(events.map(({ event }) => eventDataSchemas['order.updated'].parse(event.data))).toMatchObject([data])
})

test('is not published for a PATCH that is refused', async () => {
  const { change, published } = await discounted()
  expect(await change({ paymentMethod: 'cod', couponClaimId: 999_999_999 })).toMatchObject({ status: 409 })
  expect(await published()).toEqual([])
})
