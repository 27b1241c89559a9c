import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type CheckoutFixture,
  checkoutOf,
  sessionsPath,
  startCheckoutFixture,
} from '../src/testing/checkout-fixture.ts'

// Staff may end an order that is unpaid and has not shipped (decisions.md, 13). Which states allow it is in lifecycle.test.ts.
const start = '2026-11-20T08:00:00.000Z'
let fixture: CheckoutFixture
beforeAll(async () => {
  fixture = await startCheckoutFixture()
})
afterAll(() => fixture.stop())
afterEach(() => fixture.clock.set(start))

const cancelPath = (orderId: string) => `/internal/checkout/orders/${orderId}/cancel`

/** All three pieces of a variant, from two stores, with the only use of a coupon. */
async function ordered(changes: object = {}) {
  const variant = await fixture.set.variant({ onHand: { 'store-1': 1, 'store-2': 2 } })
  const couponId = await fixture.set.coupon({ usage_limit: 1 })
  const member = await fixture.member({ name: '林美' })
  const couponClaimId = await fixture.set.claim(member, couponId)
  const items = [{ variantId: variant.variantId, quantity: 3 }]
  const session = await fixture.hold(member, checkoutOf(variant, { items, couponClaimId, ...changes }))
  const path = `${sessionsPath}/${session.orderId}`
  const cancel = (body: unknown = { reason: '囤貨' }) =>
    fixture.administrator('orders.edit', 'admin-7').post(cancelPath(session.orderId), body)
  return { variant, couponId, couponClaimId, member, session, orderId: session.orderId, path, cancel }
}
async function codConfirmed() {
  const order = await ordered({ paymentMethod: 'cod' })
  await order.member.client.post(`${order.path}/confirm-cod`)
  return order
}

const cancelledEvents = (orderId: string) =>
  fixture.broker.eventsAbout(orderId).filter(({ routingKey }) => routingKey === 'order.cancelled')
const couponOf = async (couponClaimId: number) => {
  const sql = `
    select claim.status, order_id as "orderId", used_count as "usedCount"
    from checkout.coupon_claim claim
    join checkout.coupon on coupon.id = coupon_id
    where claim.id = $1`
  return (await fixture.owner.query(sql, [couponClaimId])).rows[0]
}

describe('POST …/cancel by staff', () => {
  test('answers the detail: cancelled, with the reason and the administrator in the status history', async () => {
    const { session, orderId, member, cancel } = await ordered()
    fixture.clock.advance(60_000)
    const answer = await cancel({ reason: '  囤貨  ' })
    const { items, pricing } = session
    expect(answer).toMatchObject({
      status: 200,
      data: {
        id: orderId,
        status: 'cancelled',
        paymentStatus: 'unpaid',
        paidAt: null,
        checkoutExpiresAt: null,
        ...pricing,
        customerId: member.customerId,
        items: items.map(({ orderItemId: id, ...item }) => ({ id, ...item })),
      },
    })
    expect(answer.data).toHaveProperty('statusHistory', [
      { from: null, to: 'unshipped', at: start, actor: { type: 'member', id: member.customerId }, reason: null },
      {
        from: 'unshipped',
        to: 'cancelled',
        at: '2026-11-20T08:01:00.000Z',
        reason: '囤貨',
        actor: { type: 'admin', id: 'admin-7' },
      },
    ])
    const read = await fixture.administrator('orders.view').get(`/internal/checkout/orders/${orderId}`)
    expect(answer.data).toEqual(read.data)
  })

  test('the event order.cancelled carries reason staff, and not what was written', async () => {
    const { orderId, cancel } = await ordered()
    await cancel()
    const { event } = await fixture.broker.eventOf(orderId, 'order.cancelled')
    expect(event.data).toMatchObject({ orderId, status: 'cancelled', checkoutExpiresAt: null, reason: 'staff' })
    expect(JSON.stringify(event)).not.toContain('囤貨')
  })

  test.each([
    ['waits for its payment', ordered],
    ['is confirmed for cash on delivery, weeks after its deadline', codConfirmed],
  ])('an order that %s: stock, claim and use of the coupon are given back', async (_, make) => {
    const { variant, couponClaimId, orderId, cancel, member } = await make()
    const at = '2026-11-28T08:00:00.000Z'
    fixture.clock.set(at)
    expect(await cancel()).toMatchObject({ status: 200, data: { status: 'cancelled' } })
    const ended = { status: 'released', endedAt: new Date(at) }
    expect(await fixture.reservations(orderId)).toMatchObject([ended, ended])
    expect(await fixture.shelves(variant)).toEqual([
      { locationId: 'store-1', onHand: 1, reserved: 0 },
      { locationId: 'store-2', onHand: 2, reserved: 0 },
    ])
    expect(await couponOf(couponClaimId)).toEqual({ status: 'available', orderId: null, usedCount: 0 })
    const items = [{ variantId: variant.variantId, quantity: 3 }]
    expect(await fixture.hold(member, checkoutOf(variant, { items, couponClaimId }))).toMatchObject({ couponClaimId })
  })

  test('past the deadline and not expired yet: staff may cancel, and the expiry finds nothing to do', async () => {
    const { session, orderId, cancel, path, member } = await ordered()
    fixture.clock.set(session.checkoutExpiresAt)
    expect(await cancel()).toMatchObject({ status: 200, data: { status: 'cancelled' } })
    expect(await fixture.expire(orderId)).toBe('left')
    await fixture.broker.eventOf(orderId, 'order.cancelled')
    expect(cancelledEvents(orderId)).toHaveLength(1)
    const change = { body: { paymentMethod: 'cod' } }
    expect(await member.client.send('PATCH', path, change)).toMatchObject({ status: 409, code: 'CONFLICT' })
  })

  test('repeated, with another reason: answered again as it is, no second entry, no second event', async () => {
    const { orderId, cancel } = await ordered()
    const first = await cancel()
    await fixture.broker.eventOf(orderId, 'order.cancelled')
    fixture.clock.advance(60_000)
    expect((await cancel({ reason: '又一次' })).body).toEqual(first.body)
    const unsent = async () =>
      (await fixture.owner.query('select from checkout.outbox where subject = $1', [orderId])).rowCount
    await expect.poll(unsent).toBe(0)
    expect(cancelledEvents(orderId)).toHaveLength(1)
  })

  test.each<[string, (order: Awaited<ReturnType<typeof ordered>>) => Promise<unknown>, string]>([
    ['its member', ({ member, path }) => member.client.post(`${path}/cancel`), 'member'],
    [
      'the end of its hold',
      ({ session, orderId }) => {
        fixture.clock.set(session.checkoutExpiresAt)
        return fixture.expire(orderId)
      },
      'system',
    ],
  ])('cancelled by %s before: answered as it is, and the history stays theirs', async (_, end, actor) => {
    const order = await ordered()
    await end(order)
    const answer = await order.cancel()
    expect(answer).toMatchObject({ status: 200, data: { status: 'cancelled' } })
    expect(answer.data).toHaveProperty('statusHistory', [
      expect.anything(),
      expect.objectContaining({ actor: expect.objectContaining({ type: actor }) }),
    ])
  })

  test('its member is answered the cancelled session, may not go on with it, and a payment after it is not applied', async () => {
    const { session, member, orderId, path, cancel } = await ordered()
    await cancel()
    const { client } = member
    expect(await client.post(`${path}/cancel`)).toMatchObject({ status: 200, data: { status: 'cancelled' } })
    expect(await client.post(`${path}/gateway`)).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(await client.post(`${path}/confirm-cod`)).toMatchObject({ status: 409, code: 'CONFLICT' })
    await fixture.pay(session)
    const { event } = await fixture.broker.eventOf(orderId, 'payment.unapplied')
    expect(event.data).toMatchObject({ reason: 'cancelled' })
  })

  test('paid, shipped or returned: CONFLICT, and nothing is given back', async () => {
    const { session, orderId, variant, couponClaimId, cancel } = await ordered()
    await fixture.pay(session)
    await fixture.broker.eventOf(orderId, 'order.paid')
    const refused = { status: 409, code: 'CONFLICT' }
    expect(await cancel()).toMatchObject(refused)
    expect(await fixture.shelves(variant)).toMatchObject([{ reserved: 1 }, { reserved: 2 }])
    expect(await couponOf(couponClaimId)).toEqual({ status: 'used', orderId, usedCount: 1 })
    await fixture.administrator().post(`/internal/checkout/orders/${orderId}/ship`)
    expect(await cancel()).toMatchObject(refused)
    await fixture.set.change('checkout.store_order', orderId, { status: 'returned', payment_status: 'refunded' })
    expect(await cancel()).toMatchObject(refused)
  })
})

describe('the reason', () => {
  test.each([
    ['one character', '滿'],
    ['200 characters and blanks around them', ` ${'a'.repeat(200)}\n`],
  ])('%s: taken, without the blanks', async (_, reason) => {
    const { cancel } = await ordered()
    expect(await cancel({ reason })).toMatchObject({
      status: 200,
      data: { statusHistory: [{}, { reason: reason.trim() }] },
    })
  })

  test.each<[string, unknown]>([
    ['no reason', {}],
    ['a blank one', { reason: ' \n\t　' }],
    ['201 characters', { reason: '滿'.repeat(201) }],
    ['null', { reason: null }],
    ['a field more', { reason: 'full', status: 'cancelled' }],
  ])('%s: VALIDATION_ERROR, and the order stays', async (_, body) => {
    const { member, path, cancel, session } = await ordered()
    expect(await cancel(body)).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
    expect((await member.client.get(path)).data).toEqual(session)
  })
})

test('staff and the member at the same instant, of orders with the same coupon and stock: each ends once', async () => {
  const orders = await Promise.all(Array.from({ length: 5 }, codConfirmed))
  const answers = await Promise.all(
    orders.flatMap(({ cancel, member, path }) => [cancel(), member.client.post(`${path}/cancel`), cancel()]),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(15).fill(200))
  for (const { orderId, variant, couponClaimId } of orders) {
    const { event } = await fixture.broker.eventOf(orderId, 'order.cancelled')
    const sql = `select actor_type from checkout.status_history where order_id = $1 and to_status = 'cancelled'`
    const { rows } = await fixture.owner.query(sql, [orderId])
    const by = rows.map(({ actor_type }) => (actor_type === 'admin' ? 'staff' : actor_type))
    expect(by).toEqual([(event.data as { reason?: string }).reason])
    expect(await fixture.shelves(variant)).toMatchObject([{ reserved: 0 }, { reserved: 0 }])
    expect(await couponOf(couponClaimId)).toMatchObject({ status: 'available', usedCount: 0 })
  }
})
