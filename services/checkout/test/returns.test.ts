import type { AdminOrder } from '@campstore/contract/orders'
import { useFixture } from '@campstore/testing/use-fixture'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkoutOf, sessionsPath, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'

// docs/contract/admin.md#returns. The shares of the money are in src/domain/returns.test.ts.
const fixture = useFixture(startCheckoutFixture)
beforeAll(() => fixture.scenario.location({ id: 'store-2' }))

type Body = { items?: object[]; locationId?: string; reason?: string; refundAmount?: string }

/** An order of three tents from two stores and one lamp: 2000.00, or 1900.00 with the coupon; the shipping costs 100.00. */
async function ordered({ cod = false, coupon = false } = {}) {
  await fixture.scenario.shipping('100.00', '99999.00')
  const tent = await fixture.scenario.variant({ onHand: { 'store-1': 2, 'store-2': 4 }, variant: { price: '600.00' } })
  const lamp = await fixture.scenario.variant({ onHand: 9, variant: { price: '200.00' } })
  const member = await fixture.member()
  const couponClaimId = coupon
    ? await fixture.scenario.claim(member, await fixture.scenario.coupon({ discount_value: '5.00' }))
    : null
  const items = [
    { variantId: tent.variantId, quantity: 3 },
    { variantId: lamp.variantId, quantity: 1 },
  ]
  const session = await fixture.hold(
    member,
    checkoutOf(tent, { items, couponClaimId, paymentMethod: cod ? 'cod' : 'gateway-credit' }),
  )
  const { orderId } = session
  if (!cod) await fixture.paid(session)
  else await member.client.post(`${sessionsPath}/${orderId}/confirm-cod`)
  const path = `/internal/checkout/orders/${orderId}`
  const act = (action: string, body?: object, permissions = ['orders.edit', 'payments.edit']) =>
    fixture.administrator(permissions).post(`${path}/${action}`, body)
  const [ofTent, ofLamp] = session.items.map(({ orderItemId }) => ({ orderItemId }))
  return {
    orderId,
    session,
    member,
    couponClaimId,
    act,
    tent,
    lamp,
    ofTent,
    ofLamp,
    undo: (returnId: string) => {
      fixture.clock.advance(1000)
      return fixture.administrator().delete(`${path}/returns/${returnId}`, { reason: 'another parcel' })
    },
    giveBack: (body: Body = {}, permissions?: string[]) => {
      fixture.clock.advance(1000)
      return act('returns', { reason: 'too small', ...body }, permissions)
    },
    read: async () => (await fixture.administrator('orders.view').get(path)).data as AdminOrder,
    stock: async () => (await Promise.all([tent, lamp].map(fixture.shelves))).flat().map(({ onHand }) => onHand),
  }
}
type Ordered = Awaited<ReturnType<typeof ordered>>

async function shipped(options: Parameters<typeof ordered>[0] = {}) {
  const order = await ordered(options)
  expect(await order.act('ship')).toMatchObject({ status: 200 })
  return order
}

async function completed(options: Parameters<typeof ordered>[0] = {}) {
  const order = await shipped(options)
  expect(await order.act('complete')).toMatchObject({ status: 200 })
  return order
}

/** Amounts and causes of the refunds of an order, oldest first. */
const refundsOf = async (orderId: string) => {
  const sql =
    'select id, cause, amount, reason, status from checkout.refund where target_id = $1 order by created_at, id'
  return (await fixture.owner.query(sql, [orderId])).rows
}

const movementsOf = async ({ orderId }: Ordered, reason = 'order returned') => {
  const sql = `
    select location_id as "locationId", quantity_delta as delta, shipment, created_by as by
    from inventory.movement
    where order_id = $1 and reason = $2
    order by id`
  return (await fixture.owner.query(sql, [orderId, reason])).rows
}

const claimOf = async (claimId: number | null) =>
  (await fixture.owner.query('select status, order_id from checkout.coupon_claim where id = $1', [claimId])).rows[0]

const told = (orderId: string, type = 'order.returned') => fixture.broker.dataAbout(orderId, type)

describe('a whole order comes back', () => {
  test('refused and undelivered: stock where it left, all that was paid, history, event, and the member sees it', async () => {
    const order = await shipped({ coupon: true })
    const { orderId, tent, lamp, ofTent, ofLamp } = order
    expect(await order.stock()).toEqual([0, 3, 8])
    const answer = await order.giveBack()
    const items = [
      { ...ofTent, quantity: 2, to: 'stock', locationId: 'store-1' },
      { ...ofTent, quantity: 1, to: 'stock', locationId: 'store-2' },
      { ...ofLamp, quantity: 1, to: 'stock', locationId: 'store-1' },
    ]
    const [refund] = await refundsOf(orderId)
    expect(refund).toMatchObject({ cause: 'returned', amount: '2000.00', reason: 'too small', status: 'due' })
    expect(answer).toMatchObject({
      status: 200,
      data: { status: 'returned', paymentStatus: 'paid', refundStatus: 'due', refunds: [{ cause: 'returned' }] },
    })
    const { returns, statusHistory } = await order.read()
    expect(returns).toMatchObject([{ by: { id: 'admin-1' }, reason: 'too small', items, refundId: refund.id }])
    expect(statusHistory.at(-1)).toMatchObject({ from: 'shipped', to: 'returned', reason: 'too small' })
    expect(await order.stock()).toEqual([2, 4, 9])
    const booked = { shipment: false, by: 'admin-1' }
    const movements = items.map(({ locationId, quantity }) => ({ locationId, delta: quantity, ...booked }))
    expect(new Set(await movementsOf(order))).toEqual(new Set(movements))
    const pieces = [
      { ...ofTent, quantity: 3 },
      { ...ofLamp, quantity: 1 },
    ]
    const ofMember = 'select status, refund_status, returns from checkout.member_order where id = $1'
    expect((await fixture.owner.query(ofMember, [orderId])).rows).toMatchObject([
      { status: 'returned', refund_status: 'due', returns: [{ id: returns[0]?.id, items: pieces }] },
    ])
    const named = pieces.map((piece, line) => ({ ...piece, to: 'stock', variantId: [tent, lamp][line]?.variantId }))
    await expect.poll(() => told(orderId)).toMatchObject([{ status: 'returned', items: named }])
    expect(await fixture.broker.eventOf(orderId, 'payment.refund-due')).toMatchObject({
      event: { data: { refundId: refund.id, cause: 'returned', amount: '2000.00' } },
    })
    // It was paid: the coupon stays used.
    expect(await claimOf(order.couponClaimId)).toEqual({ status: 'used', order_id: orderId })
  })

  test('cash on delivery that was refused: unpaid, without a refund, and its coupon is free', async () => {
    const order = await shipped({ cod: true, coupon: true })
    const part = await order.giveBack({ items: [{ ...order.ofLamp, quantity: 1 }] })
    expect(part).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(await order.stock()).toEqual([0, 3, 8])
    expect(await order.giveBack({ refundAmount: '1.00' })).toMatchObject({ status: 400 })
    expect(await order.giveBack()).toMatchObject({
      data: { status: 'returned', paymentStatus: 'unpaid', paidAt: null, refunds: [], returns: [{ refundId: null }] },
    })
    expect(await claimOf(order.couponClaimId)).toEqual({ status: 'available', order_id: null })
    const { data } = await order.member.client.get(`${sessionsPath}/${order.orderId}`)
    expect(data).toMatchObject({ couponClaimId: null, checkoutState: 'completed' })
    const { rows } = await fixture.owner.query('select from checkout.paid_order where id = $1', [order.orderId])
    expect(rows).toEqual([])
    // A late payment is given back, like any payment that cannot be applied.
    expect(await fixture.outcomeOf(order.session)).toBe('cod_confirmed')
    expect(await refundsOf(order.orderId)).toMatchObject([{ cause: 'unapplied' }])
  })
})

describe('a part of an order comes back', () => {
  test('the status stays until all is back; the shares and the shipping fee add up to what was paid', async () => {
    const order = await shipped()
    const { ofTent, ofLamp } = order
    const first = await order.giveBack({ items: [{ ...ofTent, quantity: 1, to: 'written-off' }], reason: 'torn' })
    expect(first).toMatchObject({ data: { status: 'shipped', returns: [{ items: [{ locationId: null }] }] } })
    expect([await order.stock(), await movementsOf(order)]).toEqual([[0, 3, 8], []])
    expect(await order.giveBack({ items: [{ ...ofTent, quantity: 2 }], locationId: 'store-2' })).toMatchObject({
      data: { status: 'shipped' },
    })
    expect(await order.stock()).toEqual([0, 5, 8])
    const { data } = await order.giveBack()
    expect(data).toMatchObject({ status: 'returned', returns: [{}, {}, { items: [{ ...ofLamp, quantity: 1 }] }] })
    const error = { message: 'Everything in this order has come back.' }
    expect(await order.giveBack()).toMatchObject({ status: 409, body: { error } })
    expect(await refundsOf(order.orderId)).toMatchObject([
      { amount: '600.00', reason: 'torn' },
      { amount: '1200.00' },
      { amount: '300.00' },
    ])
    await expect
      .poll(() => told(order.orderId))
      .toMatchObject([
        { status: 'shipped', items: [{ to: 'written-off', quantity: 1 }] },
        { status: 'shipped' },
        { status: 'returned' },
      ])
  })

  test('refundAmount is what staff say, up to what is left; 0.00 gives nothing back', async () => {
    const order = await completed()
    const lamp = { items: [{ ...order.ofLamp, quantity: 1 }] }
    expect(await order.giveBack({ ...lamp, refundAmount: '2100.01' })).toMatchObject({
      status: 400,
      details: [{ path: 'refundAmount', message: 'must be at most 2100.00' }],
    })
    expect(await order.giveBack({ ...lamp, refundAmount: '0.00' })).toMatchObject({
      data: { refunds: [], returns: [{ refundId: null }] },
    })
    const staff = fixture.administrator(['payments.edit'])
    const path = `/internal/checkout/orders/${order.orderId}/refunds`
    await staff.post(path, { amount: '1500.00', reason: 'kind' })
    await order.giveBack({ items: [{ ...order.ofTent, quantity: 3 }] })
    // The share would be 1800.00, but no more than that is left.
    expect(await refundsOf(order.orderId)).toMatchObject([{ amount: '1500.00' }, { amount: '600.00' }])
    expect(await staff.post(path, { amount: '1.00', reason: 'kind' })).toMatchObject({ status: 400 })
  })

  test('an amount other than their share needs payments.edit: FORBIDDEN, and nothing changes', async () => {
    const order = await shipped()
    const warehouse = ['orders.edit']
    const torn = { items: [{ ...order.ofLamp, quantity: 1, to: 'written-off' }] }
    for (const refundAmount of ['2100.00', '0.00', '2100.01'])
      expect(await order.giveBack({ ...torn, refundAmount }, warehouse)).toMatchObject({
        code: 'FORBIDDEN',
        message: 'The refund is 200.00. You need payments.edit for another amount.',
        details: [{ path: 'refundAmount', message: 'is 200.00' }],
      })
    expect(await order.act('refunds', { amount: '2100.00', reason: 'kind' }, warehouse)).toMatchObject({ status: 403 })
    expect(await order.read()).toMatchObject({ status: 'shipped', returns: [], refunds: [] })
    const { data } = await order.giveBack({ ...torn, refundAmount: '200' }, warehouse)
    expect(data).toMatchObject({ refunds: [{ amount: '200.00' }] })
    expect(await order.giveBack({}, warehouse)).toMatchObject({ data: { refunds: [{}, { amount: '1900.00' }] } })
  })

  test('a location or an item that does not exist changes nothing; one that never had the variant takes pieces', async () => {
    const order = await shipped()
    expect(await order.giveBack({ locationId: 'nowhere' })).toMatchObject({
      status: 404,
      details: [{ path: 'locationId' }],
    })
    expect(await order.giveBack({ items: [{ orderItemId: 1, quantity: 1 }] })).toMatchObject({ status: 400 })
    expect(await order.read()).toMatchObject({ status: 'shipped', returns: [], refunds: [] })
    await order.giveBack({ locationId: 'store-2' })
    expect(await order.stock()).toEqual([0, 6, 8, 1])
  })
})

const quoteOf = async (order: Ordered, body: Body = {}) => {
  const answer = await order.act('returns/quotes', body)
  return answer.status === 200 ? answer.data : answer.status
}

test('within the right of withdrawal of a completed order, 7 days, the shipping fee comes back with the last piece', async () => {
  fixture.clock.set('2026-11-20T15:00:00.000Z')
  const order = await shipped()
  await order.giveBack({ items: [{ ...order.ofLamp, quantity: 1 }] })
  // 21 November in Taipei.
  fixture.clock.set('2026-11-20T16:00:00.000Z')
  expect(await order.act('complete')).toMatchObject({ status: 200 })
  const piece = { items: [{ ...order.ofTent, quantity: 1 }] }
  await order.giveBack(piece)
  for (const [now, refundAmount] of [
    ['2026-11-28T16:00:00.000Z', '1200.00'],
    ['2026-11-28T15:59:58.000Z', '1300.00'],
  ]) {
    fixture.clock.set(now ?? '')
    expect(await quoteOf(order, piece)).toMatchObject({ refundAmount: '600.00' })
    expect(await quoteOf(order)).toEqual({ refundAmount, refundable: '1300.00' })
  }
  const refunds = [{ amount: '200.00' }, { amount: '600.00' }, { amount: '1300.00' }]
  expect(await order.giveBack({}, ['orders.edit'])).toMatchObject({ data: { status: 'returned', refunds } })
})

test('a quote says what the return then gives back, after the coupon, and is refused where the return is', async () => {
  const order = await shipped({ coupon: true })
  const lamp = { items: [{ ...order.ofLamp, quantity: 1 }] }
  expect(await quoteOf(order, lamp)).toEqual({ refundAmount: '190.00', refundable: '2000.00' })
  expect(await order.read()).toMatchObject({ status: 'shipped', returns: [], refunds: [] })
  await order.giveBack(lamp)
  expect(await refundsOf(order.orderId)).toMatchObject([{ amount: '190.00' }])
  expect(await quoteOf(await ordered())).toBe(409)
  expect(await quoteOf(order, { items: [{ orderItemId: 1, quantity: 1 }] })).toBe(400)
})

describe('a return that was recorded by mistake is undone', () => {
  const returnOf = async (order: Ordered, body?: Body): Promise<string> => {
    const { data } = await order.giveBack(body)
    return (data as AdminOrder).returns.at(-1)?.id ?? expect.fail('nothing came back')
  }
  const refusal = (message: string | RegExp) => ({ code: 'CONFLICT', message: expect.stringMatching(message) })

  test.each([
    ['a shipped order', shipped, false, undefined],
    ['cash on delivery that was collected', completed, true, undefined],
    ['a part', completed, false, [{ quantity: 2 }]],
    ['a part that was written off', shipped, false, [{ quantity: 2, to: 'written-off' }]],
  ] as const)('%s: stock, status and refund are as before', async (_, begin, cod, part) => {
    const order = await begin({ cod })
    const { orderId, ofTent } = order
    const [before, stock] = [await order.read(), await order.stock()]
    const items = part?.map(line => ({ ...ofTent, ...line }))
    const returnId = await returnOf(order, { items })
    expect(await order.undo(returnId)).toMatchObject({ status: 204 })
    expect([await order.read(), await order.stock()]).toEqual([
      { ...before, refunds: [expect.objectContaining({ status: 'withdrawn' })], statusHistory: expect.anything() },
      stock,
    ])
    expect(await movementsOf(order, 'return undone')).toEqual(
      (await movementsOf(order)).map(({ delta, ...movement }) => ({ delta: -delta, ...movement })),
    )
    const { status, statusHistory } = await order.read()
    expect(statusHistory.slice(-2)).toMatchObject([
      { to: status, actor: { id: 'admin-1' }, reason: 'return undone: another parcel' },
      { from: status, to: status, reason: 'refund withdrawn: another parcel' },
    ])
    const piecesTold = (type: string) => told(orderId, type).map(data => Object(data).items)
    await expect.poll(() => piecesTold('order.return-undone')).toEqual(piecesTold('order.returned'))
    await fixture.broker.eventOf(orderId, 'payment.refund-withdrawn')
    expect(await order.undo(returnId)).toMatchObject({ status: 404, message: 'There is no such return.' })
    expect(await order.giveBack({ items })).toMatchObject({ status: 200, data: { refundStatus: 'due' } })
  })

  test('one of two: the order has its status before the last one, and can be unshipped once both are undone', async () => {
    const order = await shipped()
    const part = await returnOf(order, { items: [{ ...order.ofLamp, quantity: 1 }], refundAmount: '0.00' })
    const rest = await returnOf(order)
    expect(await order.undo(part)).toMatchObject({ status: 204 })
    expect(await order.read()).toMatchObject({ status: 'shipped', returns: [{ id: rest }], refundStatus: 'due' })
    expect(await order.act('unship', { reason: 'x' })).toMatchObject({ status: 409 })
    expect(await order.undo(rest)).toMatchObject({ status: 204 })
    expect(await order.act('unship', { reason: 'x' })).toMatchObject({ data: { status: 'unshipped' } })
  })

  test('the shipping fee comes back once, whichever return is undone and recorded again', async () => {
    const order = await shipped()
    const items = [{ ...order.ofTent, quantity: 1 }]
    await order.giveBack({ items: [{ ...order.ofLamp, quantity: 1 }], refundAmount: '0.00' })
    const first = await returnOf(order, { items })
    await returnOf(order)
    await order.undo(first)
    const { refunds } = (await order.giveBack({ items })).data as AdminOrder
    expect(refunds.map(({ status }) => status)).toEqual(['withdrawn', 'due', 'due'])
    expect(refunds[2]?.amount).toBe(refunds[0]?.amount)
  })

  test('cash on delivery that was not collected: its coupon is used again, unless that was used since', async () => {
    const refused = async (coupon = true) => {
      const order = await shipped({ cod: true, coupon })
      return { ...order, returnId: await returnOf(order) }
    }
    const order = await refused()
    expect(await order.undo(order.returnId)).toMatchObject({ status: 204 })
    expect(await claimOf(order.couponClaimId)).toEqual({ status: 'used', order_id: order.orderId })
    expect(await order.read()).toMatchObject({ status: 'shipped', paymentStatus: 'unpaid' })
    const bare = await refused(false)
    expect(await bare.undo(bare.returnId)).toMatchObject({ status: 204 })

    const { member, couponClaimId, lamp, ...reused } = await refused()
    await fixture.hold(member, checkoutOf(lamp, { couponClaimId }))
    const limited = await refused()
    await fixture.owner.query(
      `update checkout.coupon set usage_limit = 1, used_count = 1
       where id = (select coupon_id from checkout.coupon_claim where id = $1)`,
      [limited.couponClaimId],
    )
    for (const { undo, returnId } of [reused, limited])
      expect(await undo(returnId)).toMatchObject(refusal('^The coupon of this order was used again'))
  })

  test('not once its refund or all that was paid was given back; one that staff have withdrawn is not in the way', async () => {
    const staff = fixture.administrator(['payments.edit'])
    const change = async ({ orderId }: Ordered, action: string, body: object) => {
      const [refund] = await refundsOf(orderId)
      expect(await staff.post(`/internal/checkout/refunds/${refund.id}/${action}`, body)).toMatchObject({ status: 200 })
    }
    const made = await shipped()
    const returnId = await returnOf(made, { items: [{ ...made.ofLamp, quantity: 1 }] })
    await change(made, 'done', { reference: `R-${made.orderId}` })
    const stock = await made.stock()
    expect(await made.undo(returnId)).toMatchObject(refusal('^The refund of this return was made'))
    expect([await made.stock(), await made.read()]).toMatchObject([stock, { returns: [{ id: returnId }] }])

    const refunded = await shipped()
    const notRefunded = await returnOf(refunded, { refundAmount: '0.00' })
    await fixture.owner.query("update checkout.store_order set payment_status = 'refunded' where id = $1", [
      refunded.orderId,
    ])
    expect(await refunded.undo(notRefunded)).toMatchObject(refusal('^All that was paid for this order'))

    const withdrawn = await shipped()
    const kept = await returnOf(withdrawn)
    await change(withdrawn, 'withdraw', { reason: 'kind' })
    expect(await withdrawn.undo(kept)).toMatchObject({ status: 204 })
    expect(await refundsOf(withdrawn.orderId)).toMatchObject([{ status: 'withdrawn' }])
  })

  test('not while its pieces are not available where they came back: the refusal names them', async () => {
    const order = await shipped()
    const returnId = await returnOf(order)
    await fixture.hold(await fixture.member(), checkoutOf(order.tent, { paymentMethod: 'cod' }))
    expect(await order.undo(returnId)).toMatchObject({
      ...refusal(/has only 1 available at “store-1”\. The others were sold, reserved or moved since/),
      details: [{ path: 'items.0.variantId', message: 'has only 1 available at “store-1”' }],
    })
    expect(await order.read()).toMatchObject({ status: 'returned', returns: [{ id: returnId }], refundStatus: 'due' })
  })

  test('not another order, and at most 500 times', async () => {
    const [order, other] = [await shipped(), await shipped()]
    const returnId = await returnOf(order)
    expect(await other.undo(returnId)).toMatchObject({ status: 404 })
    await fixture.owner.query(
      `insert into checkout.status_history (order_id, from_status, to_status, at, actor_type, actor_id, reason)
       select $1, 'shipped', 'shipped', now(), 'admin', 'admin-1', 'return undone: x' from generate_series(1, 500)`,
      [order.orderId],
    )
    expect(await order.undo(returnId)).toMatchObject(refusal('500'))
  })
})

test('an order that has not shipped is cancelled instead, and a cancelled one never left', async () => {
  const order = await ordered()
  expect(await order.giveBack()).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('cancel it') })
  await order.act('cancel-paid', { reason: 'x' })
  expect(await order.giveBack()).toMatchObject({ message: expect.stringContaining('is cancelled') })
})
