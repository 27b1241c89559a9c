import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type CheckoutFixture,
  checkoutOf,
  sessionsPath,
  startCheckoutFixture,
} from '../src/testing/checkout-fixture.ts'

// Decisions, 7, Timeout. No message comes back and no sweeper runs by itself during these tests.
const hold = 15 * 60_000
const start = '2026-11-20T08:00:00.000Z'
let fixture: CheckoutFixture
beforeAll(async () => {
  fixture = await startCheckoutFixture()
})
afterAll(() => fixture.stop())
afterEach(async () => {
  fixture.clock.advance(hold)
  await fixture.sweep()
  fixture.clock.set(start)
})

const pathOf = (orderId: string) => `${sessionsPath}/${orderId}`
const query = async (sql: string, value: string | number) => (await fixture.owner.query(sql, [value])).rows

/** A member holds three pieces, all there are, from two stores, with a coupon. */
async function ordered(changes: object = {}) {
  const member = await fixture.member()
  const variant = await fixture.set.variant({ onHand: { 'store-1': 2, 'store-2': 1 } })
  const claim = await fixture.set.claim(member)
  const items = [{ variantId: variant.variantId, quantity: 3 }]
  const request = checkoutOf(variant, { items, couponClaimId: claim, ...changes })
  const session = await fixture.hold(member, request)
  const { orderId } = session
  const { client } = member
  return {
    member,
    client,
    variant,
    claim,
    session,
    orderId,
    path: pathOf(orderId),
    request: { ...request, couponClaimId: null },
    read: async () => (await client.get(pathOf(orderId))).data,
    claimNow: async () => (await query('select status, order_id from checkout.coupon_claim where id = $1', claim))[0],
  }
}
const historyOf = (orderId: string) =>
  query('select * from checkout.status_history where order_id = $1 order by id', orderId)

test('a timeout: cancelled, reservations expired, stock back, claim free, one history entry, the event with its reason', async () => {
  const { orderId, variant, session, read, claimNow } = await ordered()
  fixture.clock.advance(hold)
  expect(await fixture.expire(orderId)).toBe('expired')
  const now = fixture.clock.now()
  expect(await read()).toEqual({ ...session, status: 'cancelled' })
  expect(await fixture.reservations(orderId)).toMatchObject([
    { locationId: 'store-1', quantity: 2, status: 'expired', endedAt: now },
    { locationId: 'store-2', quantity: 1, status: 'expired', endedAt: now },
  ])
  expect(await fixture.shelves(variant)).toEqual([
    { locationId: 'store-1', onHand: 2, reserved: 0 },
    { locationId: 'store-2', onHand: 1, reserved: 0 },
  ])
  expect(await claimNow()).toEqual({ status: 'available', order_id: null })
  expect((await historyOf(orderId)).slice(1)).toMatchObject([
    {
      from_status: 'unshipped',
      to_status: 'cancelled',
      at: now,
      reason: 'the hold ended',
      actor_type: 'system',
      actor_id: null,
    },
  ])
  const { event } = await fixture.broker.eventOf(orderId, 'order.cancelled')
  expect(event).toMatchObject({ data: { status: 'cancelled', reason: 'expired', checkoutExpiresAt: null } })
})

describe('judged again under the lock', () => {
  test('a message that comes too early leaves the order alone', async () => {
    const { orderId, read, session } = await ordered()
    fixture.clock.advance(hold - 1)
    expect(await fixture.expire(orderId)).toBe('left')
    expect(await read()).toEqual(session)
  })

  test('at the deadline, to the millisecond, it ends', async () => {
    const { orderId } = await ordered()
    fixture.clock.advance(hold)
    expect(await fixture.expire(orderId)).toBe('expired')
  })

  test('the expiry is idempotent: one change, one history entry, one event, stock back once', async () => {
    const { orderId, variant } = await ordered()
    fixture.clock.advance(hold)
    const outcomes = await Promise.all([1, 2, 3].map(() => fixture.expire(orderId)))
    outcomes.push(await fixture.expire(orderId))
    expect(outcomes.sort()).toEqual(['expired', 'left', 'left', 'left'])
    expect(await historyOf(orderId)).toHaveLength(2)
    expect((await fixture.shelves(variant)).map(({ reserved }) => reserved)).toEqual([0, 0])
    await fixture.broker.eventOf(orderId, 'order.cancelled')
    expect(fixture.broker.eventsAbout(orderId)).toHaveLength(2)
  })

  test('a message about an order that nobody knows is done with', async () => {
    expect(await fixture.expire('none')).toBe('unknown')
  })
})

describe('what never expires', () => {
  test('an order that is confirmed for cash on delivery: its reservations have no deadline', async () => {
    const { client, orderId, path, read } = await ordered({ paymentMethod: 'cod' })
    fixture.clock.advance(hold - 1)
    expect(await client.post(`${path}/confirm-cod`)).toMatchObject({ status: 200 })
    expect(await fixture.reservations(orderId)).toMatchObject([
      { status: 'active', expiresAt: null },
      { status: 'active', expiresAt: null },
    ])
    fixture.clock.advance(hold * 100)
    await fixture.sweep()
    expect(await fixture.expire(orderId)).toBe('left')
    expect(await read()).toMatchObject({ status: 'unshipped', paymentStatus: 'unpaid' })
  })

  test('an order that is paid', async () => {
    const { session, orderId, read } = await ordered()
    await fixture.pay(session)
    await fixture.broker.eventOf(orderId, 'order.paid')
    fixture.clock.advance(hold * 2)
    await fixture.sweep()
    expect(await fixture.expire(orderId)).toBe('left')
    expect(await read()).toMatchObject({ status: 'unshipped', paymentStatus: 'paid' })
  })

  test('an order that its member cancelled keeps that reason', async () => {
    const { client, orderId, path } = await ordered()
    await client.post(`${path}/cancel`)
    fixture.clock.advance(hold)
    expect(await fixture.expire(orderId)).toBe('left')
    expect(await fixture.reservations(orderId)).toMatchObject([{ status: 'released' }, { status: 'released' }])
  })

  test('but cash on delivery that is only chosen expires like any other', async () => {
    const { orderId } = await ordered({ paymentMethod: 'cod' })
    fixture.clock.advance(hold)
    expect(await fixture.expire(orderId)).toBe('expired')
  })
})

describe('by the sweeper', () => {
  test('it ends what is overdue and nothing else', async () => {
    const overdue = await ordered()
    fixture.clock.advance(hold / 2)
    const fresh = await ordered()
    fixture.clock.advance(hold / 2)
    expect(await fixture.sweep()).toBe(1)
    expect([await overdue.read(), await fresh.read()]).toMatchObject([{ status: 'cancelled' }, { status: 'unshipped' }])
    expect(await fixture.reservations(overdue.orderId)).toMatchObject([{ status: 'expired' }, { status: 'expired' }])
    expect(await overdue.claimNow()).toMatchObject({ status: 'available' })
  })

  test('it is done with many of one variant in one round', async () => {
    const variant = await fixture.set.variant({ onHand: 100 })
    const member = await fixture.member()
    for (let made = 0; made < 6; made += 1)
      await Promise.all(Array.from({ length: 10 }, () => fixture.hold(member, checkoutOf(variant))))
    fixture.clock.advance(hold)
    expect(await fixture.sweep()).toBe(60)
    expect(await fixture.shelves(variant)).toMatchObject([{ reserved: 0 }])
  })

  test('an order that cannot be ended stops no other, and is told of', async () => {
    const [broken, sound] = [await ordered(), await ordered()]
    // Its stock says that nothing is reserved, so nothing can be given back.
    const set = 'update inventory.stock set reserved = $2 where variant_id = $1 and location_id = $3'
    const { variantId } = broken.variant
    await fixture.owner.query(set, [variantId, 0, 'store-1'])
    fixture.clock.advance(hold)
    expect(await fixture.sweep()).toBe(1)
    expect([await broken.read(), await sound.read()]).toMatchObject([{ status: 'unshipped' }, { status: 'cancelled' }])
    expect(await fixture.reservations(broken.orderId)).toMatchObject([{ status: 'active' }, { status: 'active' }])
    expect(await broken.claimNow()).toMatchObject({ status: 'applied' })
    expect(fixture.log).toContainEqual(
      expect.objectContaining({ msg: 'Cannot expire a hold', orderId: broken.orderId, level: 50 }),
    )
    await fixture.owner.query(set, [variantId, 2, 'store-1'])
    expect(await fixture.sweep()).toBe(1)
  })

  test('it waits for nobody: what somebody else has locked is left for the next round', async () => {
    const [locked, free] = [await ordered(), await ordered()]
    fixture.clock.advance(hold)
    const other = await fixture.owner.connect()
    try {
      await other.query('begin')
      await other.query('select from checkout.store_order where id = $1 for update', [locked.orderId])
      await fixture.sweep()
      expect([await locked.read(), await free.read()]).toMatchObject([{ status: 'unshipped' }, { status: 'cancelled' }])
      await other.query('rollback')
    } finally {
      other.release()
    }
    await fixture.sweep()
    expect(await locked.read()).toMatchObject({ status: 'cancelled' })
  })
})

describe('error CHECKOUT_EXPIRED: an operation past checkoutExpiresAt', () => {
  type Order = Awaited<ReturnType<typeof ordered>>
  const operations: Record<string, (order: Order) => Promise<unknown>> = {
    'PATCH, recipient': ({ client, path }) => client.send('PATCH', path, { body: { shipping: { phone: '1' } } }),
    'PATCH, coupon': ({ client, path }) => client.send('PATCH', path, { body: { couponClaimId: {} } }),
    'PATCH, nothing': ({ client, path }) => client.send('PATCH', path, { body: {} }),
    'confirm-cod': ({ client, path }) => client.post(`${path}/confirm-cod`),
    gateway: ({ client, path }) => client.post(`${path}/gateway`),
    cancel: ({ client, path }) => client.post(`${path}/cancel`),
  }
  const expired = { status: 409, code: 'CHECKOUT_EXPIRED' }
  const methodFor = (name: string) => ({ paymentMethod: name === 'confirm-cod' ? 'cod' : 'gateway-credit' })

  test.each(Object.keys(operations))('%s, though nothing has ended the hold yet', async name => {
    const order = await ordered(methodFor(name))
    fixture.clock.advance(hold)
    expect(await operations[name]?.(order)).toMatchObject(expired)
    expect(await order.read()).toEqual(order.session)
  })

  test.each(Object.keys(operations))('%s a millisecond earlier is in time', async name => {
    const order = await ordered(methodFor(name))
    fixture.clock.advance(hold - 1)
    expect(await operations[name]?.(order)).toMatchObject({ status: 200 })
  })

  test.each(Object.keys(operations).filter(name => name !== 'cancel'))('%s after the timeout', async name => {
    const order = await ordered(methodFor(name))
    fixture.clock.advance(hold)
    await fixture.expire(order.orderId)
    expect(await operations[name]?.(order)).toMatchObject(expired)
  })

  test('cancel after the timeout: 200 with the session, as of any cancelled order', async () => {
    const order = await ordered()
    fixture.clock.advance(hold)
    await fixture.expire(order.orderId)
    const data = { ...order.session, status: 'cancelled' }
    expect(await operations.cancel?.(order)).toMatchObject({ status: 200, data })
    expect(await fixture.reservations(order.orderId)).toMatchObject([{ status: 'expired' }, { status: 'expired' }])
  })
})

test('until it is ended, an overdue order still holds its stock and its claim', async () => {
  const { request, orderId } = await ordered()
  fixture.clock.advance(hold)
  const next = await fixture.member()
  expect(await next.client.post(sessionsPath, request)).toMatchObject({ code: 'STOCK_INSUFFICIENT' })
  await fixture.expire(orderId)
  expect(await next.client.post(sessionsPath, request)).toMatchObject({ status: 200 })
})
