import { eventDataSchemas } from '@campstore/contract/messages/events'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { checkoutOf, recipient, sessionsPath, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'
import { historyOf, openOrder } from '../src/testing/orders.ts'

// docs/contract/store-checkout.md#update
const fixture = useFixture(startCheckoutFixture)

const other = { recipientName: '陳大文', phone: '02-23456789', address: '新北市板橋區文化路1號' }

describe('shipping replaces the recipient snapshot as a whole', () => {
  test('with another one', async () => {
    const { change, read, session } = await openOrder(fixture)
    const answer = await change({ shipping: other })
    expect([answer.status, answer.data]).toEqual([200, { ...session, shipping: other }])
    expect((await read()).data).toEqual(answer.data)
  })

  test('with a part of one: the missing parts become null, and it is a draft again', async () => {
    const { change } = await openOrder(fixture)
    const shipping = { recipientName: null, phone: '1', address: null }
    expect((await change({ shipping: { phone: '1' } })).data).toMatchObject({ shipping, checkoutStep: 'draft' })
  })

  test('with blank lines: they become null', async () => {
    const { change } = await openOrder(fixture)
    const answer = await change({ shipping: { ...other, address: '   ' } })
    expect(answer.data).toMatchObject({ shipping: { ...other, address: null }, checkoutStep: 'draft' })
  })

  test('with an empty recipient: it is removed', async () => {
    const { change } = await openOrder(fixture)
    expect((await change({ shipping: {} })).data).toMatchObject({ shipping: null, checkoutStep: 'draft' })
  })
})

describe('couponClaimId: the service recomputes the discount', () => {
  test('error COUPON_NOT_APPLICABLE: nothing of the change is stored', async () => {
    const { change, read, session } = await openOrder(fixture)
    const answer = await change({ couponClaimId: 999_999_999, shipping: other, paymentMethod: 'cod' })
    expect(answer).toMatchObject({ status: 409, code: 'COUPON_NOT_APPLICABLE' })
    expect((await read()).data).toEqual(session)
  })
})

describe('a change', () => {
  test('all three at once change together', async () => {
    const { change, member } = await openOrder(fixture)
    const couponClaimId = await fixture.scenario.claim(member)
    const body = { shipping: other, paymentMethod: 'gateway-cvs', couponClaimId }
    expect((await change(body)).data).toMatchObject(body)
  })

  test('neither extends the hold nor reserves more', async () => {
    const { change, session, variant } = await openOrder(fixture)
    fixture.clock.advance(60_000)
    expect((await change({ shipping: other })).data).toMatchObject({ checkoutExpiresAt: session.checkoutExpiresAt })
    expect(await fixture.shelves(variant)).toMatchObject([{ reserved: 1 }])
  })
})

// The event order.updated (docs/contract/messages.md#events). The other events are in test/holds/events.test.ts.

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
  return { couponClaimId, change, published, read, orderId }
}

test.each<[string, object]>([
  ['nothing at all', {}],
  ['nulls', { shipping: null, paymentMethod: null, couponClaimId: null }],
  ['only unknown fields', { status: 'shipped', total: '0.00', items: [] }],
  ['the same recipient with blanks around', { shipping: { ...recipient, phone: ` ${recipient.phone} ` } }],
  ['the same method', { paymentMethod: 'gateway-credit' }],
])('a PATCH that changes nothing answers the order as it is, and nothing is published: %s', async (_, body) => {
  const { change, orderId, published, read } = await discounted()
  const { data } = await read()
  expect(await change(body)).toMatchObject({ status: 200, data })
  expect((await read()).data).toEqual(data)
  expect(await historyOf(fixture, orderId)).toHaveLength(1)
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
})

// What the expiry of orders has of its own (docs/contract/store-checkout.md#timeout); test/holds has what every hold does.
test('an order that cannot be ended stops no other, and is logged', async () => {
  const [broken, sound] = [await openOrder(fixture), await openOrder(fixture)]
  const setReserved = (reserved: number) =>
    fixture.owner.query('update inventory.stock set reserved = $2 where variant_id = $1', [
      broken.variant.variantId,
      reserved,
    ])
  // Nothing is reserved any more, so nothing can be released.
  await setReserved(0)
  fixture.clock.advance(15 * 60_000)
  await fixture.sweep()
  expect(await broken.read()).toMatchObject({ data: { status: 'unshipped' } })
  expect(await sound.read()).toMatchObject({ data: { status: 'cancelled' } })
  expect(await fixture.reservations(broken.orderId)).toMatchObject([{ status: 'active' }])
  expect(fixture.log).toContainEqual(expect.objectContaining({ orderId: broken.orderId, level: 50 }))
  await setReserved(1)
  expect(await fixture.sweep()).toBe(1)
})
