import { changeRow } from '@campstore/testing/rows'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { recipient, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'
import { historyOf, openOrder } from '../src/testing/orders.ts'

// docs/contract/store-checkout.md#update
const fixture = useFixture(startCheckoutFixture)

const other = { recipientName: '陳大文', phone: '02-23456789', address: '新北市板橋區文化路1號' }

test.each<[string, object, object | null, string]>([
  ['another recipient', other, other, 'ready_to_pay'],
  ['a part: the rest becomes null', { phone: '1' }, { recipientName: null, phone: '1', address: null }, 'draft'],
  ['a blank line: it becomes null', { ...other, address: '   ' }, { ...other, address: null }, 'draft'],
  ['an empty recipient: it is removed', {}, null, 'draft'],
])('shipping replaces the recipient snapshot as a whole: %s', async (_, sent, shipping, checkoutStep) => {
  const { change, read, session } = await openOrder(fixture)
  fixture.clock.advance(60_000)
  const answer = await change({ shipping: sent })
  expect([answer.status, answer.data]).toEqual([200, { ...session, shipping, checkoutStep, secondsLeft: 840 }])
  expect(answer.headers.get('x-changed')).toBeNull()
  expect((await read()).data).toEqual(answer.data)
})

// The other events are in test/holds/events.test.ts.
describe('the event order.updated (docs/contract/messages.md#events)', () => {
  async function discounted() {
    const { cancel, change, member, orderId, read } = await openOrder(fixture)
    const couponClaimId = await fixture.scenario.claim(member)
    await change({ couponClaimId })
    /** What was published between that change and the end of the order. */
    const published = async () => {
      await cancel()
      await fixture.broker.eventOf(orderId, 'order.cancelled')
      return fixture.broker.eventsAbout(orderId).slice(2, -1)
    }
    return { change, published, read, orderId }
  }

  test.each<[string, object]>([
    ['nulls', { shipping: null, paymentMethod: null, couponClaimId: null }],
    ['only unknown fields', { status: 'shipped', total: '0.00', items: [] }],
    ['the same recipient with blanks around', { shipping: { ...recipient, phone: ` ${recipient.phone} ` } }],
  ])('is not published for a PATCH that changes nothing, which answers the order as it is: %s', async (_, body) => {
    const { change, orderId, published, read } = await discounted()
    const { data } = await read()
    const answer = await change(body)
    expect(answer).toMatchObject({ status: 200, data })
    expect(answer.headers.get('x-changed')).toBe('no')
    expect((await read()).data).toEqual(data)
    expect(await historyOf(fixture, orderId)).toHaveLength(1)
    expect(await published()).toEqual([])
  })

  test.each<[string, object, object]>([
    ['part of a recipient', { shipping: { recipientName: '陳' } }, { total: '550.00' }],
    ['another method', { paymentMethod: 'cod' }, { paymentMethod: 'cod' }],
    ['no coupon', { couponClaimId: {} }, { total: '600.00' }],
  ])('is published once for a change that is sent twice: %s', async (_, body, data) => {
    const { change, published } = await discounted()
    await change(body)
    await change(body)
    expect(await published()).toMatchObject([{ routingKey: 'order.updated', event: { data } }])
  })
})

test('the claim that the order has, sent again, is no decision: the open form is due, and the rest is saved', async () => {
  const { change, member, session } = await openOrder(fixture)
  const coupon = await fixture.scenario.coupon()
  const couponClaimId = await fixture.scenario.claim(member, coupon)
  await change({ couponClaimId })
  await changeRow(fixture.owner, 'checkout.coupon', coupon, { discount_value: '5.00', min_spend: '99999.00' })
  expect((await change({ couponClaimId })).headers.get('x-changed')).toBe('no')
  const data = { shipping: other, pricing: { ...session.pricing, discount: '50.00', total: '550.00' } }
  expect(await change({ couponClaimId, shipping: other })).toMatchObject({ status: 200, data })
  expect(await fixture.outcomeOf(session, '550.00')).toBe('applied')
})

test('a coupon does not change what is due while a payment waits that the broker has confirmed: it is applied', async () => {
  const { change, member, read, session } = await openOrder(fixture)
  const couponClaimId = await fixture.scenario.claim(member)
  const lockAccount = 'function checkout.lock_account(text, text, text, text, text)'
  try {
    await fixture.owner.query(`revoke execute on ${lockAccount} from campstore_checkout`)
    await fixture.pay(session)
    // The payment is of an earlier instant than the change.
    fixture.clock.advance(1)
    expect(await change({ couponClaimId })).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' })
    expect((await change({ shipping: other, couponClaimId: {} })).status).toBe(200)
  } finally {
    await fixture.owner.query(`grant execute on ${lockAccount} to campstore_checkout`)
  }
  const paid = { pricing: session.pricing, couponClaimId: null, checkoutState: 'completed' }
  await expect.poll(async () => (await read()).data).toMatchObject(paid)
})
