import { useFixture } from '@campstore/testing/use-fixture'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkoutOf, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'

// docs/contract/admin.md#reallocate. Races are in test/races/contention.ts.
const fixture = useFixture(startCheckoutFixture)
beforeAll(async () => {
  for (const id of ['store-2', 'store-3']) await fixture.scenario.location({ id })
  await fixture.scenario.location({ id: 'closed', active: false })
})

const act = (orderId: string, action: string, body?: object) =>
  fixture.administrator().post(`/internal/checkout/orders/${orderId}/${action}`, body)

/** An order of two tents, reserved at `store-1`; by default paid. */
async function ordered({ isPaid = true } = {}) {
  const tent = await fixture.scenario.variant({
    onHand: { 'store-1': 2, 'store-2': 0, 'store-3': 0, closed: 9 },
    item: { name: 'Ridgeline tent' },
    variant: { specification: '2 persons' },
  })
  const member = await fixture.member()
  const { variantId } = tent
  const session = await fixture.hold(member, checkoutOf(tent, { items: [{ variantId, quantity: 2 }] }))
  const { orderId } = session
  if (isPaid) await fixture.paid(session)
  const stock = (pieces: Record<string, number>) =>
    Promise.all(Object.entries(pieces).map(([shop, onHand]) => fixture.scenario.changeStock(tent, onHand, shop)))
  const picks = async () =>
    (await fixture.reservations(orderId)).map(({ locationId, quantity }) => [locationId, quantity])
  const reserved = async () =>
    Object.fromEntries((await fixture.shelves(tent)).map(({ locationId, reserved }) => [locationId, reserved]))
  return { tent, orderId, session, stock, picks, reserved }
}

test('the story of a shop that ran short: ship and cancel say what to do, reallocate does it, the order ships', async () => {
  const { orderId, stock, picks, reserved } = await ordered()
  await stock({ 'store-1': 0, 'store-2': 5 })
  const short = '“Ridgeline tent, 2 persons” has only 0 on hand at “store-1”.'
  const details = [{ path: 'items.0.variantId', message: 'has only 0 on hand at “store-1”' }]
  expect(await act(orderId, 'ship')).toMatchObject({
    code: 'STOCK_INSUFFICIENT',
    details,
    message: expect.stringMatching(`^${short} .*reallocate the order`),
  })
  expect(await act(orderId, 'cancel', { reason: 'no stock' })).toMatchObject({
    code: 'CONFLICT',
    details,
    message: expect.stringContaining(`${short} Reallocate the order`),
  })
  const answer = await act(orderId, 'reallocate')
  expect(answer).toMatchObject({ status: 200, data: { id: orderId, status: 'unshipped', paymentStatus: 'paid' } })
  const entry = { from: 'unshipped', to: 'unshipped', reason: 'reallocated', actor: { type: 'admin', id: 'admin-1' } }
  expect(answer.data).toMatchObject({ statusHistory: [{}, {}, entry] })
  expect(await picks()).toEqual([['store-2', 2]])
  expect(await reserved()).toEqual({ closed: 0, 'store-1': 0, 'store-2': 2, 'store-3': 0 })
  expect(await act(orderId, 'ship')).toMatchObject({ status: 200, data: { status: 'shipped' } })
})

test('the fixed order of the stores, also what is left at the short one; never an inactive store', async () => {
  const { orderId, stock, picks } = await ordered()
  await stock({ 'store-1': 1, 'store-3': 4 })
  await act(orderId, 'reallocate')
  expect(await picks()).toEqual([
    ['store-1', 1],
    ['store-3', 1],
  ])
})

test('an order that lacks nothing, and one that was reallocated, stay as they are: nothing is written', async () => {
  const { orderId, stock } = await ordered()
  const read = () => fixture.administrator('orders.view').get(`/internal/checkout/orders/${orderId}`)
  const before = await read()
  expect((await act(orderId, 'reallocate')).data).toEqual(before.data)
  await stock({ 'store-1': 0, 'store-3': 2 })
  const first = await act(orderId, 'reallocate')
  expect((await act(orderId, 'reallocate')).data).toEqual(first.data)
})

test('an unpaid order keeps its deadline, and its expiry releases the new places', async () => {
  const { orderId, session, stock, reserved } = await ordered({ isPaid: false })
  await stock({ 'store-1': 0, 'store-2': 2 })
  expect(await act(orderId, 'reallocate')).toMatchObject({
    status: 200,
    data: { checkoutExpiresAt: session.checkoutExpiresAt },
  })
  expect(await fixture.reservations(orderId)).toMatchObject([{ expiresAt: new Date(session.checkoutExpiresAt) }])
  expect(await act(orderId, 'cancel', { reason: 'asked for' })).toMatchObject({ status: 200 })
  expect(await reserved()).toEqual({ closed: 0, 'store-1': 0, 'store-2': 0, 'store-3': 0 })
})

describe('is refused', () => {
  test('STOCK_INSUFFICIENT with each item, when all stores together have too few: nothing changes', async () => {
    const { orderId, stock, picks, reserved } = await ordered()
    await stock({ 'store-1': 0, 'store-2': 1 })
    const message = 'needs 2 from other stores, but all stores together have only 1 available'
    expect(await act(orderId, 'reallocate')).toMatchObject({
      code: 'STOCK_INSUFFICIENT',
      details: [{ path: 'items.0.variantId', message }],
    })
    expect(await picks()).toEqual([['store-1', 2]])
    expect(await reserved()).toMatchObject({ 'store-1': 2, 'store-2': 0 })
  })

  test('CONFLICT once the order has shipped or is cancelled', async () => {
    const { orderId } = await ordered()
    await act(orderId, 'ship')
    const cancelled = await ordered({ isPaid: false })
    await act(cancelled.orderId, 'cancel', { reason: 'asked for' })
    for (const id of [orderId, cancelled.orderId])
      expect(await act(id, 'reallocate')).toMatchObject({ status: 409, code: 'CONFLICT' })
  })
})
