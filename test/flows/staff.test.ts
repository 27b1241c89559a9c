import { inDays, openCampground } from '@campstore/testing/campground'
import type { ApiResponse } from '@campstore/testing/send'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { untilProcessed } from '../races/outcomes.ts'
import { stayAt } from '../system/campground.ts'
import { type MemberClient, orderOf, sessionOf } from '../system/client.ts'
import { type StaffClient, signInStaff } from '../system/staff.ts'
import { openStore, orderFor } from '../system/store.ts'
import { type System, startSystem } from '../system/system.ts'

// A day's work of the staff through the gateway, each story in as few calls as its list says (docs/guides/administration.md#daily-work).
let system: System
let member: MemberClient
let staff: StaffClient
let calls = 0
beforeAll(async () => {
  system = await startSystem({ services: ['booking', 'checkout', 'products', 'me', 'admin'], processes: 1 })
  member = await system.member()
  staff = await signInStaff(system, 'admin')
})
afterAll(() => system.stop())

type Rows = Record<string, unknown>[]
/** One call of an administrator. It has to succeed. */
async function call(
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
): Promise<ApiResponse> {
  calls += 1
  const response = await staff.send(method, `/api/admin/${path}`, { body, headers })
  expect([200, 201], `${path}: ${response.status} ${response.text}`).toContain(response.status)
  return response
}
const read = async (path: string): Promise<Rows> => (await call('GET', path)).data as Rows
const act = async (path: string, body: object): Promise<Rows> => (await call('POST', path, body)).data as Rows
const doneOf = (results: Rows) => results.filter(({ outcome }) => outcome === 'done').length

/** Plays a story, and how many calls it took. */
async function callsOf(story: () => Promise<void>): Promise<number> {
  calls = 0
  await story()
  return calls
}

async function pay(kind: 'booking' | 'order', paid: readonly { id: string; amount: string }[]): Promise<void> {
  for (const { id, amount } of paid) await system.payments.pay({ kind, id }, amount)
  await untilProcessed(
    system.owner,
    paid.map(({ id }) => id),
  )
}

/** Paid stays at their own campground, from the given day on. */
async function paidStays(count: number, from = 10): Promise<{ campgroundId: string; ids: string[] }> {
  const campground = await openCampground(system.owner, { zones: [count], rentals: [count] })
  const rentals = campground.rentals.map(rental => ({ ...rental, quantity: 1 }))
  const dates = { checkIn: inDays(from), checkOut: inDays(from + 2) }
  const held: { id: string; amount: string }[] = []
  for (let stay = 0; stay < count; stay += 1) {
    const { bookingId, pricing } = sessionOf(await member.checkout(stayAt(campground, { rentals, ...dates })))
    held.push({ id: bookingId, amount: pricing.finalAmount })
  }
  await pay('booking', held)
  return { campgroundId: campground.id, ids: held.map(({ id }) => id) }
}

async function paidOrders(variantIds: readonly string[], count: number): Promise<string[]> {
  const held: { id: string; amount: string }[] = []
  for (let order = 0; order < count; order += 1) {
    const { orderId, pricing } = orderOf(await member.order(orderFor(variantIds)))
    held.push({ id: orderId, amount: pricing.total })
  }
  await pay('order', held)
  return held.map(({ id }) => id)
}

test("tomorrow's arrivals with phone, zones and rentals: 1 call", async () => {
  const { campgroundId, ids } = await paidStays(3, 1)
  await system.owner.query('update member.customer set phone = $1 where id = $2', ['0912-000-101', member.customerId])
  const count = await callsOf(async () => {
    const stays = await read(`stays?kind=arriving&day=${inDays(1)}&campgroundId=${campgroundId}`)
    expect(stays.map(({ bookingId }) => bookingId).toSorted()).toEqual(ids.toSorted())
    for (const stay of stays)
      expect(stay).toMatchObject({
        customer: { id: member.customerId, phone: '0912-000-101' },
        zones: [{ quantity: 1 }],
        rentals: [{ quantity: 1, locationId: campgroundId }],
      })
  })
  expect(count).toBe(1)
})

test('all paid bookings of a campground are confirmed: 2 calls, and again without harm', async () => {
  const { campgroundId, ids } = await paidStays(12)
  const count = await callsOf(async () => {
    const waiting = await read(`bookings?status=pending&paymentStatus=paid&campgroundId=${campgroundId}&size=50`)
    expect(doneOf(await act('bookings/confirm', { ids: waiting.map(({ bookingId }) => bookingId) }))).toBe(ids.length)
  })
  expect(count).toBe(2)
  const again = await act('bookings/confirm', { ids })
  expect(again.map(({ outcome, code }) => `${outcome} ${code}`)).toEqual(ids.map(() => 'refused CONFLICT'))
})

test('orders are picked and shipped: 2 calls; what is on hand where: 1 call', async () => {
  const { variantIds } = await openStore(system.owner, [[2, 10]])
  const [variantId = ''] = variantIds
  const ids = await paidOrders(variantIds, 5)
  const stock = await callsOf(async () => {
    expect(await read(`stock?variantId=${variantId}`)).toMatchObject([
      { onHand: 12, reserved: 5, available: 7, locations: [{ onHand: 2 }, { onHand: 10 }] },
    ])
  })
  expect(stock).toBe(1)
  const count = await callsOf(async () => {
    const ready = (await read('picking-list?shippable=true&size=50')).filter(({ id }) => ids.includes(String(id)))
    expect(ready.map(({ id }) => id)).toEqual(ids)
    expect(doneOf(await act('orders/ship', { ids }))).toBe(ids.length)
  })
  expect(count).toBe(2)
})

test('a paid order whose shop has too few is reallocated and shipped: 2 calls', async () => {
  const { variantIds } = await openStore(system.owner, [[1, 1]])
  const [orderId = ''] = await paidOrders(variantIds, 1)
  const [{ locationId } = { locationId: '' }] = (
    await system.owner.query('select location_id as "locationId" from checkout.stock_reservation where order_id = $1', [
      orderId,
    ])
  ).rows
  await act('inventory-movements', { variantId: variantIds[0], locationId, quantityDelta: -1, reason: 'broken' })
  const short = await read('picking-list?shippable=false&size=50')
  expect(short.map(({ id }) => id)).toEqual([orderId])
  const count = await callsOf(async () => {
    await act(`orders/${orderId}/reallocate`, {})
    await act(`orders/${orderId}/ship`, { carrier: 'Post', trackingNumber: 'P-1' })
  })
  expect(count).toBe(2)
  expect((await member.get(`/api/me/orders/${orderId}`)).data).toMatchObject({ carrier: 'Post', trackingNumber: 'P-1' })
})

test('a refund is found, made, and no longer due: 2 calls', async () => {
  const { variantIds } = await openStore(system.owner, [3])
  const [id = ''] = await paidOrders(variantIds, 1)
  await system.payments.pay({ kind: 'order', id }, '600.00')
  await untilProcessed(system.owner, [id], 2)
  const count = await callsOf(async () => {
    const [refund] = (await read('refunds?status=due&targetKind=order&size=50')).filter(
      ({ target }) => (target as { id: string }).id === id,
    )
    expect(refund).toMatchObject({ cause: 'unapplied', reason: 'already_paid', amount: '600.00' })
    expect(await act(`refunds/${refund?.id}/done`, { reference: 'R-1' })).toMatchObject({ status: 'done' })
  })
  expect(count).toBe(2)
  expect(await read('refunds?status=due&targetKind=order')).toEqual([])
})

test('a closure with 4 bookings: whom it affects, the closure, cancelled with a refund: 3 calls', async () => {
  const { campgroundId, ids } = await paidStays(4, 20)
  const closure = { campgroundId, closureType: 'date_range', startDate: inDays(21), endDate: inDays(21) }
  const count = await callsOf(async () => {
    const affected = await read(`campground-closures/affected?${new URLSearchParams(closure)}&size=50`)
    expect(affected.map(({ bookingId }) => bookingId).toSorted()).toEqual(ids.toSorted())
    const { id } = (await call('POST', 'campground-closures', { ...closure, reason: 'Landslide' })).data as {
      id: number
    }
    expect(doneOf(await act(`campground-closures/${id}/cancel-bookings`, { ids, reason: 'Landslide' }))).toBe(4)
  })
  expect(count).toBe(3)
  const due = await read('refunds?status=due&targetKind=booking&size=50')
  expect(due.map(({ cause, reason }) => `${cause}: ${reason}`)).toEqual(ids.map(() => 'cancelled: Landslide'))
  const [customer] = await read(`customers?q=${member.customerId}`)
  expect(customer?.id).toBe(member.customerId)
})

test("the bookkeeper's month as CSV: 3 calls; what one administrator did: 1 call", async () => {
  const csv = { accept: 'text/csv' }
  const month = `from=${inDays(-30)}&to=${inDays(0)}`
  const count = await callsOf(async () => {
    const takings = await call('GET', `reports/takings?${month}`, undefined, csv)
    expect(takings.text.split('\r\n')[0]).toMatch(/^\uFEFF?date,bookings\.count,bookings\.amount,/)
    expect(takings.text.split('\r\n')).toHaveLength(33)
    expect((await call('GET', `reports/coupons?${month}`, undefined, csv)).headers.get('content-type')).toContain(
      'text/csv',
    )
    const refunds = await call('GET', 'refunds?status=done', undefined, csv)
    expect(refunds.headers.get('content-disposition')).toMatch(/^attachment; filename="refunds-.*\.csv"$/)
  })
  expect(count).toBe(3)
  const deeds = await callsOf(async () => {
    const entries = await read(`audit-entries?adminId=${staff.adminId}&from=${inDays(-7)}&size=100`)
    const actions = new Set(entries.map(({ action }) => action))
    for (const action of ['confirmBooking', 'shipOrder', 'refundDone', 'createClosure', 'exportCsv'])
      expect([...actions]).toContain(action)
  })
  expect(deeds).toBe(1)
})
