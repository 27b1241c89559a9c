import { movementSchema } from '@campstore/contract/admin/inventory'
import { storedHold } from '@campstore/testing/stored-holds'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { audit } from '../system/audit.ts'
import { kindOf, type MemberClient, orderOf, tally } from '../system/client.ts'
import { allAtOnce, deadlocks, withLockBarrier } from '../system/lock-barrier.ts'
import { auditEntries, type StaffClient, signInStaff } from '../system/staff.ts'
import { grantCoupon, openStore, orderFor } from '../system/store.ts'
import { type System, startSystem } from '../system/system.ts'

/** Few enough that each concurrent request gets a database connection to wait on. */
const concurrency = 5

let system: System
let members: MemberClient[]
let warehouse: [StaffClient, StaffClient]
beforeAll(async () => {
  system = await startSystem({ services: ['checkout', 'products', 'admin'] })
  members = await system.members(concurrency)
  warehouse = [await signInStaff(system, 'warehouse'), await signInStaff(system, 'warehouse')]
})
afterAll(() => system?.stop())
afterEach(async () => {
  expect(await deadlocks(system.owner)).toBe(0)
  expect(await audit(system.owner)).toEqual([])
})

const ship = (orderId: string) => `/api/admin/orders/${orderId}/ship`
const movements = '/api/admin/inventory-movements'

/** An order of each member, confirmed for cash on delivery. */
const confirmedOrders = (variantIds: readonly string[]): Promise<string[]> =>
  Promise.all(
    members.map(async member => {
      const { orderId } = orderOf(await member.order(orderFor(variantIds, { paymentMethod: 'cod' })))
      orderOf(await member.confirmCod(orderId))
      return orderId
    }),
  )

/** Sends requests while the rows of these orders are locked, until at least `atLeast` of them wait. */
const withLockedOrders = <T>(orderIds: readonly string[], atLeast: number, requests: () => Promise<T>): Promise<T> => {
  const lock = { text: 'select from checkout.store_order where id = any ($1) for update', values: [orderIds] }
  return allAtOnce(system.owner, { lock, atLeast }, requests)
}

/** What is on hand and reserved of a variant, and its movements, oldest first. */
async function stockOf(variantId = '') {
  const values = [variantId]
  const { rows: stock } = await system.owner.query<{ onHand: number; reserved: number }>(
    'select on_hand as "onHand", reserved from inventory.stock where variant_id = $1',
    values,
  )
  const { rows: moved } = await system.owner.query<{ delta: number; after: number; by: string }>(
    `select quantity_delta as delta, on_hand_after as after, created_by as by
     from inventory.movement
     where variant_id = $1
     order by id`,
    values,
  )
  return { ...stock[0], moved }
}

test('two concurrent shipments of one order: one gets 200, the other 409, and the stock leaves once', async () => {
  const { variantIds } = await openStore(system.owner, [100])
  const orderIds = await confirmedOrders(variantIds)
  const responses = await withLockedOrders(orderIds, 2 * concurrency, () =>
    Promise.all(orderIds.map(id => Promise.all(warehouse.map(one => one.post(ship(id)))))),
  )
  for (const [line, pair] of responses.entries()) {
    expect(tally(pair)).toEqual({ '200': 1, '409 CONFLICT': 1 })
    const winner = warehouse[pair[0]?.status === 200 ? 0 : 1].adminId
    const records = await auditEntries(system.owner, orderIds[line] ?? '')
    const shipped = { action: 'shipOrder', outcome: 'succeeded', status: 200, code: null, adminId: winner }
    expect(records).toHaveLength(2)
    expect(records).toContainEqual(expect.objectContaining(shipped))
    expect(records).toContainEqual(expect.objectContaining({ outcome: 'refused', status: 409, code: 'CONFLICT' }))
    expect(await storedHold(system.owner, orderIds[line] ?? '')).toMatchObject({
      steps: ['unshipped by member', 'shipped by admin'],
      reservations: ['released'],
    })
  }
  const { moved, ...stock } = await stockOf(variantIds[0])
  expect(stock).toEqual({ onHand: 100 - concurrency, reserved: 0 })
  expect(moved.map(({ delta, after }) => [delta, after])).toEqual(orderIds.map((_, line) => [-1, 99 - line]))
})

test('a shipment against a cancellation of an order that was confirmed for cash on delivery: shipped stock is not released', async () => {
  const { variantIds } = await openStore(system.owner, [100])
  const orderIds = await confirmedOrders(variantIds)
  const responses = await withLockedOrders(orderIds, 2 * concurrency, () =>
    Promise.all(
      orderIds.map(async (id, line) => {
        const [cancelled, shipped] = await Promise.all([members[line]?.cancelOrder(id), warehouse[0].post(ship(id))])
        return [cancelled && kindOf(cancelled), kindOf(shipped)]
      }),
    ),
  )
  for (const [line, response] of responses.entries()) {
    const { status, reservations } = await storedHold(system.owner, orderIds[line] ?? '')
    expect([...response, status, ...reservations]).toBeOneOf([
      ['200', '409 CONFLICT', 'cancelled', 'released'],
      ['409 CONFLICT', '200', 'shipped', 'released'],
    ])
  }
  const shipped = responses.filter(([, response]) => response === '200').length
  const { moved, ...stock } = await stockOf(variantIds[0])
  expect(stock).toEqual({ onHand: 100 - shipped, reserved: 0 })
  expect(moved).toHaveLength(shipped)
})

test('a change of variants against a rental hold: both lock all stock of the item in the same order', async () => {
  const operator = await signInStaff(system, 'operator')
  const { variantIds, productIds } = await openStore(system.owner, [5])
  const [sold = ''] = variantIds
  // A variant that is only rented out, of an inactive SKU, whose id sorts before the one that is sold.
  const rented = `a-${sold}`
  const values = [sold, rented]
  await system.owner.query(
    `insert into catalog.sku (id, item_id, code, active)
     select $2, item_id, $2, false from catalog.sku join catalog.variant on variant.sku_id = sku.id where variant.id = $1`,
    values,
  )
  await system.owner.query(`insert into catalog.variant (id, sku_id, specification) values ($1, $1, 'for rent')`, [
    rented,
  ])
  await system.owner.query(
    `insert into inventory.stock (variant_id, location_id, on_hand)
     select $2, location_id, 5 from inventory.stock where variant_id = $1`,
    values,
  )
  const lockSku = { text: 'select from catalog.sku where id = $1 for update', values: [rented] }
  const [changed, locked] = await withLockBarrier(system.owner, lockSku, async barrier => {
    const body = { variants: [{ id: sold, price: '600' }] }
    const change = operator.patch(`/api/admin/products/${productIds[0]}/variants`, body)
    await barrier.untilWaiting(1)
    const hold = system.owner.query(
      `select lock_stock.variant_id
       from inventory.stock, inventory.lock_stock($1, location_id)
       where stock.variant_id = $2`,
      [[sold, rented], sold],
    )
    await barrier.untilWaiting(2)
    await barrier.release()
    return Promise.all([change, hold])
  })
  expect(kindOf(changed)).toBe('200')
  expect(locked.rowCount).toBe(2)
})

test('two movements that together exceed the stock on hand: one gets 201, the other STOCK_INSUFFICIENT', async () => {
  const { variantIds } = await openStore(system.owner, [5, 5, 5])
  const bodies = await Promise.all(variantIds.map(async variantId => movementOut(variantId, 3)))
  const responses = await allAtOnce(system.owner, { table: 'inventory.stock', atLeast: bodies.length }, () =>
    Promise.all(bodies.map(body => Promise.all(warehouse.map(one => one.post(movements, body))))),
  )
  for (const [line, pair] of responses.entries()) {
    expect(tally(pair)).toEqual({ '201': 1, '409 STOCK_INSUFFICIENT': 1 })
    const by = warehouse[pair[0]?.status === 201 ? 0 : 1].adminId
    const expected = { onHand: 2, reserved: 0, moved: [{ delta: -3, after: 2, by }] }
    expect(await stockOf(variantIds[line])).toEqual(expected)
  }
})

test('a movement that is sent again with its key: booked once, and an audit entry of each request names that movement', async () => {
  const { variantIds } = await openStore(system.owner, [10])
  const body = { ...movementOut(variantIds[0] ?? '', 4), idempotencyKey: `again-${variantIds[0]}` }
  const [one] = warehouse
  const first = await one.post(movements, body)
  const again = await Promise.all(Array.from({ length: concurrency }, () => one.post(movements, body)))
  const refused = await one.post(movements, { ...body, quantityDelta: -5 })
  expect(again.map(({ status, data }) => ({ status, data }))).toEqual(
    Array(concurrency).fill({ status: 201, data: first.data }),
  )
  expect(kindOf(refused)).toBe('409 CONFLICT')
  const expected = { onHand: 6, reserved: 0, moved: [{ delta: -4, after: 6, by: one.adminId }] }
  expect(await stockOf(variantIds[0])).toEqual(expected)

  const { id } = movementSchema.parse(first.data)
  const booked = {
    adminId: one.adminId,
    action: 'createMovement',
    outcome: 'succeeded',
    status: 201,
    after: first.data,
  }
  expect(await auditEntries(system.owner, id)).toEqual(Array(concurrency + 1).fill(expect.objectContaining(booked)))
})

test('a movement of the whole stock against checkouts: later checkouts are refused, and the stock never goes below zero', async () => {
  const { variantIds } = await openStore(system.owner, [concurrency])
  const [variantId = ''] = variantIds
  const [moved, ...orders] = await allAtOnce(system.owner, { table: 'inventory.stock', atLeast: concurrency + 1 }, () =>
    Promise.all([
      warehouse[0].post(movements, movementOut(variantId, concurrency)),
      ...members.map(member => member.order(orderFor(variantIds))),
    ]),
  )
  expect(moved && kindOf(moved), 'a movement may go below what is reserved').toBe('201')
  expect(orders.map(kindOf).filter(kind => kind !== '200' && kind !== '409 STOCK_INSUFFICIENT')).toEqual([])
  const held = orders.filter(({ status }) => status === 200).length
  expect(await stockOf(variantId)).toMatchObject({ onHand: 0, reserved: held })

  expect(await members[0]?.order(orderFor(variantIds))).toMatchObject({ code: 'STOCK_INSUFFICIENT' })
  const back = await warehouse[0].post(movements, { ...movementOut(variantId, -concurrency), reason: 'found again' })
  expect(kindOf(back)).toBe('201')
  expect(await members[0]?.order(orderFor(variantIds))).toMatchObject(
    held === concurrency ? { code: 'STOCK_INSUFFICIENT' } : { status: 200 },
  )
})

const movementOut = (variantId: string, quantity: number) => ({
  variantId,
  locationId: `${variantId.slice(0, variantId.lastIndexOf('-'))}-shop-0`,
  quantityDelta: -quantity,
  reason: 'damaged by water',
})

test('a deactivation of a coupon against checkouts: those that wait for it are refused, whatever they read before', async () => {
  const operator = await signInStaff(system, 'operator')
  const { variantIds } = await openStore(system.owner, [100])
  const claims = await grantCoupon(system.owner, members)
  const { rows } = await system.owner.query<{ id: string }>(
    'select coupon_id as id from checkout.coupon_claim where id = $1',
    [claims[0]],
  )
  const couponId = rows[0]?.id ?? ''
  const order = (couponClaimId: number, line: number) => members[line]?.order(orderFor(variantIds, { couponClaimId }))

  const early = await Promise.all(claims.slice(0, 2).map(order))
  const lock = { text: 'select from checkout.coupon where id = $1 for update', values: [couponId] }
  const [changed, ...late] = await withLockBarrier(system.owner, lock, async barrier => {
    const change = operator.patch(`/api/admin/coupons/${couponId}`, { status: 'inactive' })
    await barrier.untilWaiting(1)
    const orders = claims.slice(2).map((claim, line) => order(claim, line + 2))
    await barrier.untilWaiting(claims.length - 1)
    await barrier.release()
    return Promise.all([change, ...orders])
  })
  expect(changed).toMatchObject({ status: 200, data: { status: 'inactive' } })
  expect(early.map(response => response?.status)).toEqual([200, 200])
  for (const response of late)
    expect(response, 'read while it was active').toMatchObject({ code: 'COUPON_NOT_APPLICABLE' })
  const { rows: applied } = await system.owner.query(
    `select from checkout.coupon_claim where coupon_id = $1 and status = 'applied'`,
    [couponId],
  )
  expect(applied).toHaveLength(2)

  const lastClaim = claims.length - 1
  expect(await order(claims[lastClaim] ?? 0, lastClaim)).toMatchObject({ code: 'COUPON_NOT_APPLICABLE' })
  await operator.patch(`/api/admin/coupons/${couponId}`, { status: 'active' })
  expect(await order(claims[lastClaim] ?? 0, lastClaim)).toMatchObject({ status: 200 })
})

test('reallocations of an order against its shipment and checkouts for what else is left: each piece is promised once', async () => {
  const { variantIds } = await openStore(system.owner, [[concurrency, concurrency + 1]])
  const [variantId = ''] = variantIds
  const orderIds = await confirmedOrders(variantIds)
  await warehouse[0].post(movements, movementOut(variantId, concurrency))
  const staff = (action: string) =>
    Promise.all(orderIds.map(id => warehouse[0].post(`/api/admin/orders/${id}/${action}`)))
  const requests = () =>
    Promise.all([
      staff('reallocate'),
      staff('reallocate'),
      staff('ship'),
      Promise.all(members.map(member => member.order(orderFor(variantIds)))),
    ])
  const atOnce = { table: 'inventory.stock', atLeast: 2 * concurrency }
  const [first, second, shipped, ordered] = await allAtOnce(system.owner, atOnce, requests)
  expect(tally(ordered)).toEqual({ '200': 1, '409 STOCK_INSUFFICIENT': concurrency - 1 })
  for (const [line, id] of orderIds.entries()) {
    const kinds = [first, second].map(responses => responses[line] && kindOf(responses[line]))
    expect(kinds, 'CONFLICT only after the shipment').toBeOneOf([
      ['200', '200'],
      ['200', '409 CONFLICT'],
      ['409 CONFLICT', '200'],
    ])
    const again = await warehouse[0].post(ship(id))
    expect(kindOf(again)).toBe(shipped[line]?.status === 200 ? '409 CONFLICT' : '200')
  }
  const { rows } = await system.owner.query(
    'select on_hand as "onHand", reserved from inventory.stock where variant_id = $1 order by location_id',
    [variantId],
  )
  expect(rows).toEqual([
    { onHand: 0, reserved: 0 },
    { onHand: 1, reserved: 1 },
  ])
})
