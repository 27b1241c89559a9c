import type { AdminOrder } from '@campstore/contract/orders'
import { insertRow, unique } from '@campstore/testing/rows'
import { useFixture } from '@campstore/testing/use-fixture'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkoutOf, recipient, sessionsPath, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'

// What staff need to pack orders and to follow them (docs/contract/admin.md#picking-list, #ship).
const start = '2026-11-20T08:00:00.000Z'
const fixture = useFixture(startCheckoutFixture)
beforeAll(() => fixture.scenario.location({ id: 'store-2', name: 'Kaohsiung' }))

const orders = '/internal/checkout/orders'
const ship = (orderId: string, body?: object) => fixture.administrator().post(`${orders}/${orderId}/ship`, body)
const read = async (orderId: string) => (await fixture.administrator('orders.view').get(`${orders}/${orderId}`)).data
const pickingList = async (query = '') =>
  (await fixture.administrator('orders.view').get(`/internal/checkout/picking-list?size=100${query}`)).data as Pick<
    AdminOrder,
    'id' | 'notes'
  >[]
const waiting = async (query = '') => (await pickingList(query)).map(({ id }) => id)
const findOrders = async (query: string) => {
  const { data } = await fixture.administrator('orders.view').get(`${orders}?size=100&${query}`)
  return (data as { id: string }[]).map(({ id }) => id)
}

const ofCustomer = (customerId: string, isReady: boolean) =>
  findOrders(`customerId=${customerId}&readyToShip=${isReady}`)

/** An order of two tents at `store-1` and one at `store-2`, on hold. */
async function held(changes: object = {}) {
  const tent = await fixture.scenario.variant({ onHand: { 'store-1': 2, 'store-2': 4 } })
  const member = await fixture.member()
  const items = [{ variantId: tent.variantId, quantity: 3 }]
  const session = await fixture.hold(member, checkoutOf(tent, { items, ...changes }))
  const { orderId } = session
  const confirmCod = () => member.client.post(`${sessionsPath}/${orderId}/confirm-cod`)
  return { tent, member, session, orderId, confirmCod }
}
async function paid(changes?: object) {
  const order = await held(changes)
  await fixture.paid(order.session)
  return order
}
const picksOf = (onHand: [number, number], missing: [number, number]) => [
  { locationId: 'store-1', locationName: expect.any(String), quantity: 2, onHand: onHand[0], missing: missing[0] },
  { locationId: 'store-2', locationName: 'Kaohsiung', quantity: 1, onHand: onHand[1], missing: missing[1] },
]

describe('the picking list', () => {
  test('shows a paid order with where its pieces lie', async () => {
    const { orderId, session } = await paid()
    const { total } = session.pricing
    const [item] = session.items.map(({ orderItemId: id, ...fields }) => ({ id, ...fields }))
    const { recipientName, phone: shippingPhone, address: shippingAddress } = recipient
    const order = { id: orderId, placedAt: start, readyAt: start, paymentMethod: 'gateway-credit', total }
    const items = [{ ...item, picks: picksOf([2, 4], [0, 0]) }]
    const waiting = { toCollect: '0.00', items, shippable: true, notes: [] }
    const shown = { ...order, recipientName, shippingPhone, shippingAddress, ...waiting }
    expect((await pickingList()).find(({ id }) => id === orderId)).toEqual(shown)
  })

  test('collects the total of cash on delivery in whole TWD, which waits since its confirmation', async () => {
    const { orderId, confirmCod } = await held({ paymentMethod: 'cod' })
    await fixture.owner.query(`update checkout.store_order set total = 653.5 where id = $1`, [orderId])
    fixture.clock.set('2026-11-20T08:10:00.000Z')
    await confirmCod()
    const readyAt = '2026-11-20T08:10:00.000Z'
    const shown = { readyAt, paymentMethod: 'cod', toCollect: '654.00' }
    expect((await pickingList()).find(({ id }) => id === orderId)).toMatchObject(shown)
  })

  test('has exactly the orders that ship accepts by their state, and so has readyToShip', async () => {
    const customerId = unique('customer')
    const states = [
      ['unshipped', 'unpaid', false],
      ['unshipped', 'unpaid', true],
      ['unshipped', 'paid', false],
      ['unshipped', 'refunded', false],
      ['shipped', 'paid', false],
      ['shipped', 'unpaid', true],
      ['completed', 'paid', true],
      ['returned', 'paid', false],
      ['cancelled', 'paid', false],
      ['cancelled', 'unpaid', true],
    ] as const
    const all: string[] = []
    for (const [status, payment_status, isConfirmed] of states) {
      const confirmed = isConfirmed && { payment_method: 'cod', cod_confirmed_at: start }
      const paid = payment_status === 'paid' && { paid_at: start }
      const cancelled = status === 'cancelled' && { cancelled_because: 'staff' }
      const state = { status, payment_status, ...confirmed, ...paid, ...cancelled }
      all.push(await fixture.scenario.order({ customer_id: customerId, ...state }))
    }
    const listed = (await waiting()).filter(id => all.includes(id))
    const [ready, others] = [await ofCustomer(customerId, true), await ofCustomer(customerId, false)]
    const answers = await Promise.all(all.map(async id => ({ id, status: (await ship(id)).status })))
    const accepted = answers.filter(({ status }) => status === 200).map(({ id }) => id)
    expect(accepted).toHaveLength(2)
    expect(new Set(listed)).toEqual(new Set(accepted))
    expect(new Set(ready)).toEqual(new Set(accepted))
    expect(new Set([...ready, ...others])).toEqual(new Set(all))
    expect(ready.length + others.length).toBe(all.length)
  })

  test('is not shippable while a pick misses pieces; reallocated, it is', async () => {
    const { tent, orderId } = await paid()
    const whole = await paid()
    await fixture.scenario.changeStock(tent, 0)
    expect(await waiting('&shippable=false')).toEqual([orderId])
    expect(await waiting('&shippable=true')).toContain(whole.orderId)
    expect(await waiting('&shippable=true')).not.toContain(orderId)
    const short = { id: orderId, shippable: false, items: [{ picks: picksOf([0, 4], [2, 0]) }] }
    expect(await pickingList('&shippable=false')).toMatchObject([short])
    const answer = await fixture.administrator().post(`${orders}/${orderId}/reallocate`)
    expect(answer.data).toMatchObject({ items: [{ picks: [{ locationId: 'store-2', quantity: 3, missing: 0 }] }] })
    expect(await waiting('&shippable=false')).toEqual([])
    expect(await waiting('&locationId=store-1')).not.toContain(orderId)
    expect(await waiting('&locationId=store-2')).toContain(orderId)
  })
})

describe('the detail of an order', () => {
  test('has picks until it is shipped, and who shipped it afterwards', async () => {
    const times = { created_at: start, updated_at: start }
    const account = { id: 'packer', email: 'packer@campstore.test', name: 'Hsu Wei', role: 'warehouse', ...times }
    await insertRow(fixture.owner, 'admin.account', account)
    const { orderId } = await paid()
    expect(await read(orderId)).toMatchObject({ items: [{ picks: picksOf([2, 4], [0, 0]) }], shipment: null })
    const at = '2026-11-20T09:00:00.000Z'
    fixture.clock.set(at)
    await fixture.administrator('orders.edit', 'packer').post(`${orders}/${orderId}/ship`)
    const shipment = { carrier: null, trackingNumber: null, at, by: { id: 'packer', name: 'Hsu Wei' } }
    expect(await read(orderId)).toMatchObject({ items: [{ picks: [] }], shipment })
  })

  test('has the coupon as it was when it was applied, also of a cancelled order, and when it was confirmed', async () => {
    const member = await fixture.member()
    const tent = await fixture.scenario.variant()
    const couponId = await fixture.scenario.coupon({ code: 'AUTUMN', name: 'Autumn' })
    const couponClaimId = await fixture.scenario.claim(member, couponId)
    const { orderId } = await fixture.hold(member, checkoutOf(tent, { couponClaimId, paymentMethod: 'cod' }))
    await fixture.owner.query(`update checkout.coupon set name = 'Winter' where id = $1`, [couponId])
    const coupon = { id: couponId, code: 'AUTUMN', name: 'Autumn' }
    expect(await read(orderId)).toMatchObject({ coupon, codConfirmedAt: null })
    expect(await findOrders(`couponId=${couponId}`)).toEqual([orderId])
    await member.client.post(`${sessionsPath}/${orderId}/confirm-cod`)
    expect(await read(orderId)).toMatchObject({ coupon, codConfirmedAt: start })
    await member.client.post(`${sessionsPath}/${orderId}/cancel`)
    expect(await read(orderId)).toMatchObject({ coupon, items: [{ picks: [] }] })
    expect(await findOrders(`couponId=${couponId}`)).toEqual([orderId])
  })
})

test('ship with a carrier, PATCH …/shipment: history, events and the member have what is right; the time of the shipment stays', async () => {
  const { orderId } = await paid()
  const change = (body: object) =>
    fixture.administrator('orders.edit', 'packer-2').patch(`${orders}/${orderId}/shipment`, body)
  const [wrong, right] = ['1', '2'].map(trackingNumber => ({ carrier: 'Black Cat', trackingNumber }))
  expect((await change({ carrier: 'Post' })).code).toBe('CONFLICT')
  expect(await ship(orderId, { ...wrong, carrier: ' Black Cat ' })).toMatchObject({
    status: 200,
    data: { status: 'shipped', ...wrong, shipment: wrong },
  })
  expect(await fixture.broker.eventOf(orderId, 'order.shipped')).toMatchObject({ event: { data: wrong } })
  const { data } = await change({ trackingNumber: '2' })
  const shipment = { ...right, at: start, by: { id: 'admin-1' } }
  expect(data).toMatchObject({ status: 'shipped', ...right, shipment })
  await change({ trackingNumber: '2' })
  const completed = await fixture.administrator().post(`${orders}/${orderId}/complete`)
  expect(completed.data).toMatchObject({ status: 'completed', shipment: right })
  const { rows } = await fixture.owner.query(
    'select carrier, tracking_number as "trackingNumber" from checkout.member_order where id = $1',
    [orderId],
  )
  expect(rows).toEqual([right])
  expect(await change({ carrier: null })).toMatchObject({
    data: {
      ...right,
      carrier: null,
      statusHistory: [
        {},
        {},
        { to: 'shipped' },
        { from: 'shipped', to: 'shipped', actor: { id: 'packer-2' }, reason: 'shipment changed, before: Black Cat 1' },
        { to: 'completed' },
        { from: 'completed', to: 'completed', reason: 'shipment changed, before: Black Cat 2' },
      ],
    },
  })
  const told = () => fixture.broker.dataAbout(orderId, 'order.shipment-changed')
  await expect.poll(told).toMatchObject([right, { ...right, carrier: null }])
})

describe('PATCH …/recipient', () => {
  const right = { recipientName: '王大明', phone: '(02)2219-7525 分機 5', address: '高雄市前金區 1 號' }
  const shown = { recipientName: '王大明', shippingPhone: right.phone, shippingAddress: right.address }
  const reason = `recipient changed, before: ${Object.values(recipient).join(', ')}`
  const byStaff = (orderId: string, body: object) =>
    fixture.administrator('orders.edit', 'packer-3').patch(`${orders}/${orderId}/recipient`, body)
  const byMember = ({ member, orderId }: Awaited<ReturnType<typeof paid>>, body: object) =>
    member.client.patch(`/api/me/orders/${orderId}/recipient`, body)

  test('by staff: picking list, history and event have it; buyer and amounts stay; the same again changes nothing', async () => {
    const { orderId, session } = await paid()
    const before = (await read(orderId)) as AdminOrder
    const { data } = await byStaff(orderId, { ...right, recipientName: ' 王大明 ' })
    const entry = { from: 'unshipped', to: 'unshipped', actor: { type: 'admin', id: 'packer-3' }, reason }
    expect(data).toMatchObject({ ...shown, buyerName: before.buyerName, total: session.pricing.total })
    expect(await byStaff(orderId, right)).toMatchObject({ status: 200, data: { statusHistory: [{}, {}, entry] } })
    expect((await byStaff(orderId, {})).data).toMatchObject({ statusHistory: [{}, {}, entry] })
    expect((await pickingList()).find(({ id }) => id === orderId)).toMatchObject(shown)
    await expect.poll(() => fixture.broker.dataAbout(orderId, 'order.recipient-changed')).toHaveLength(1)
  })

  test('by its member, of a part; only its member finds it', async () => {
    const order = await paid()
    const { address } = right
    expect(await byMember(order, { address })).toMatchObject({
      status: 200,
      data: { id: order.orderId, recipientName: recipient.recipientName, shippingAddress: address, returns: [] },
    })
    const again = await byMember(order, { address })
    expect([again.status, again.headers.get('x-changed')]).toEqual([200, 'no'])
    const actor = { type: 'member', id: order.member.customerId }
    expect(await read(order.orderId)).toMatchObject({ statusHistory: [{}, {}, { actor, reason }] })
    expect((await byMember({ ...order, member: await fixture.member() }, { address })).code).toBe('NOT_FOUND')
  })
})

test('an order takes at most 500 changes each of recipient and shipment, and is unshipped at most 500 times', async () => {
  const { orderId } = await paid()
  for (const [from, to, reason] of [
    ['unshipped', 'unshipped', 'recipient changed, before: none'],
    ['shipped', 'shipped', 'shipment changed, before: none'],
    ['shipped', 'unshipped', 'wrong box'],
  ])
    await fixture.owner.query(
      `insert into checkout.status_history (order_id, from_status, to_status, at, actor_type, actor_id, reason)
       select $1, $2, $3, now(), 'admin', 'admin-1', $4 from generate_series(1, 499)`,
      [orderId, from, to, reason],
    )
  const path = `${orders}/${orderId}`
  const changed = (of: string, body: object) => fixture.administrator().patch(`${path}/${of}`, body)
  const unshipped = () => fixture.administrator().post(`${path}/unship`, { reason: 'wrong box' })
  const lastAndMore = [await changed('recipient', { address: 'A 1' }), await changed('recipient', { address: 'A 2' })]
  await ship(orderId)
  lastAndMore.push(await changed('shipment', { carrier: 'Post' }), await changed('shipment', { carrier: 'Black Cat' }))
  lastAndMore.push(await unshipped())
  await ship(orderId)
  lastAndMore.push(await unshipped())
  expect(lastAndMore.map(({ status }) => status)).toEqual([200, 409, 200, 409, 200, 409])
  expect(await fixture.administrator().post(`${path}/complete`)).toMatchObject({ status: 200 })
})

describe('unship', () => {
  const unship = (orderId: string) =>
    fixture.administrator().post(`${orders}/${orderId}/unship`, { reason: 'wrong box' })
  const stockOf = async ({ variantId }: { variantId: string }) => {
    const sql = `select on_hand, reserved from inventory.stock where variant_id = $1 order by location_id`
    return (await fixture.owner.query(sql, [variantId])).rows
  }

  test('reserves the pieces where they left, to be packed and shipped again', async () => {
    const { tent, orderId } = await paid()
    const before = await stockOf(tent)
    await ship(orderId, { carrier: 'Black Cat' })
    expect(await unship(orderId)).toMatchObject({
      status: 200,
      data: {
        status: 'unshipped',
        carrier: null,
        shipment: null,
        items: [{ picks: picksOf([2, 4], [0, 0]) }],
        statusHistory: [{}, {}, {}, { from: 'shipped', to: 'unshipped', reason: 'wrong box' }],
      },
    })
    expect(await stockOf(tent)).toEqual(before)
    expect(await waiting()).toContain(orderId)
    expect(await fixture.broker.eventOf(orderId, 'order.unshipped')).toMatchObject({
      event: { data: { status: 'unshipped', paymentStatus: 'paid' } },
    })
    expect((await unship(orderId)).code).toBe('CONFLICT')
    fixture.clock.set('2026-11-20T10:00:00.000Z')
    expect(await ship(orderId)).toMatchObject({ data: { shipment: { at: '2026-11-20T10:00:00.000Z' } } })
    expect(await stockOf(tent)).toEqual([
      { on_hand: 0, reserved: 0 },
      { on_hand: 3, reserved: 0 },
    ])
  })

  // The lifecycle has an order that was completed.
  test.each([
    ['refunds', { amount: '1.00' }],
    ['returns', { items: [{ orderItemId: 0, quantity: 1 }], refundAmount: '0.00' }],
  ])('is refused once something came back, without a refund too: %s', async (kind, body) => {
    const { orderId } = await paid()
    await ship(orderId)
    const { items } = (await read(orderId)) as AdminOrder
    const given = 'items' in body ? { ...body, items: [{ orderItemId: items[0]?.id, quantity: 1 }] } : body
    const came = await fixture
      .administrator(['orders.edit', 'payments.edit'])
      .post(`${orders}/${orderId}/${kind}`, { ...given, reason: 'late' })
    expect(came.status).toBe(200)
    const before = await read(orderId)
    expect((await unship(orderId)).code).toBe('CONFLICT')
    expect(await read(orderId)).toEqual(before)
  })
})

test('notes of an order are in the detail; the picking list has the three newest, each cut at 200 characters', async () => {
  const { orderId } = await paid()
  const note = { text: 'Call before delivery', at: start, by: { id: 'admin-1', name: null } }
  const added = await fixture.administrator().post(`${orders}/${orderId}/notes`, { text: note.text })
  expect(added).toMatchObject({ status: 200, data: { notes: [note] } })
  expect((await pickingList()).find(({ id }) => id === orderId)).toMatchObject({ notes: [note] })
  const [{ id } = expect.fail('no note')] = (added.data as AdminOrder).notes
  const remove = () => fixture.administrator().delete(`${orders}/${orderId}/notes/${id}`)
  expect([(await remove()).status, (await remove()).code]).toEqual([204, 'NOT_FOUND'])
  const texts = ['first', '山'.repeat(200), '𠮷'.repeat(201), 'last']
  for (const text of texts) await fixture.administrator().post(`${orders}/${orderId}/notes`, { text })
  expect(await read(orderId)).toMatchObject({ notes: texts.toReversed().map(text => ({ text })) })
  const listed = (await pickingList()).find(order => order.id === orderId)
  expect(listed?.notes.map(({ text }) => text)).toEqual(['last', `${'𠮷'.repeat(199)}…`, '山'.repeat(200)])
})
