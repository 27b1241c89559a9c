import { adminProductSchema } from '@campstore/contract/admin/products'
import { availabilitySchema, closureSchema } from '@campstore/contract/booking/schemas'
import { inDays, openCampground } from '@campstore/testing/campground'
import { testServers } from '@campstore/testing/servers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { stayAt } from '../system/campground.ts'
import { kindOf, type MemberClient, orderOf, sessionOf } from '../system/client.ts'
import { auditEntries, type StaffClient, signInStaff } from '../system/staff.ts'
import { openStore, orderFor } from '../system/store.ts'
import { type System, startSystem } from '../system/system.ts'

let system: System
let operator: StaffClient
let warehouse: StaffClient
beforeAll(async () => {
  const services = ['booking', 'checkout', 'products', 'me', 'admin'] as const
  system = await startSystem({ services, processes: 1, redisUrl: testServers().redisUrl })
  operator = await signInStaff(system, 'operator')
  warehouse = await signInStaff(system, 'warehouse')
})
afterAll(() => system?.stop())

const admin = '/api/admin'

async function member(): Promise<MemberClient> {
  const someone = await system.member()
  return someone
}

/** What the audit log says of an action that succeeded, whichever it was. */
const done = ({ adminId }: StaffClient, action: string, targetId: string | number) => ({
  adminId,
  action,
  targetId: String(targetId),
  outcome: 'succeeded',
  code: null,
  clientAddress: expect.stringMatching(/127\.0\.0\.1$/),
})

const listSchema = z.array(z.looseObject({}))

async function paid(kind: 'booking' | 'order', id: string, amount: string): Promise<void> {
  await system.payments.pay({ kind, id }, amount)
  const path = `${admin}/${kind}s/${id}`
  await expect
    .poll(() => operator.get(path), { interval: 20 })
    .toMatchObject({
      data: { paymentStatus: 'paid' },
    })
}

test('staff release everything that a customer holds and has not paid, with one request', async () => {
  const [hoarder, guest] = [await member(), await member()]
  const campground = await openCampground(system.owner, { zones: [3] })
  const paidBooking = sessionOf(await hoarder.checkout(stayAt(campground)))
  await paid('booking', paidBooking.bookingId, paidBooking.pricing.finalAmount)
  const { bookingId } = sessionOf(await hoarder.checkout(stayAt(campground)))
  const kept = sessionOf(await guest.checkout(stayAt(campground)))
  const { variantIds } = await openStore(system.owner, [4])
  const open = orderOf(await hoarder.order(orderFor(variantIds)))
  const confirmed = orderOf(await hoarder.order(orderFor(variantIds, { paymentMethod: 'cod' })))
  orderOf(await hoarder.confirmCod(confirmed.orderId))

  const path = `${admin}/customers/${hoarder.customerId}/release-holds`
  const reason = { reason: 'holds everything and pays nothing' }
  expect(await warehouse.post(path, reason), 'the warehouse may not').toMatchObject({ code: 'FORBIDDEN' })
  expect(await operator.post(`${admin}/customers/none/release-holds`, reason)).toMatchObject({ code: 'NOT_FOUND' })
  const chief = await signInStaff(system, 'admin')
  const released = { bookingIds: [bookingId], orderIds: [open.orderId, confirmed.orderId], failed: [], hasMore: false }
  expect((await chief.post(path, reason)).data).toEqual(released)
  expect((await chief.post(path, reason)).data).toEqual({ ...released, bookingIds: [], orderIds: [] })

  const statusOf = async (kind: string, id: string) => (await chief.get(`${admin}/${kind}s/${id}`)).data
  expect(await statusOf('booking', bookingId)).toMatchObject({ status: 'cancelled', statusHistory: [{}, reason] })
  expect(await statusOf('order', confirmed.orderId)).toMatchObject({ status: 'cancelled' })
  expect(await statusOf('booking', paidBooking.bookingId)).toMatchObject({ status: 'pending', paymentStatus: 'paid' })
  expect(await statusOf('booking', kept.bookingId)).toMatchObject({ status: 'pending' })
  const entries = await auditEntries(system.owner, hoarder.customerId)
  expect(entries.slice(0, 2)).toMatchObject([
    { ...done(chief, 'releaseBookings', hoarder.customerId), after: { released: [bookingId] } },
    { ...done(chief, 'releaseOrders', hoarder.customerId), after: { released: [open.orderId, confirmed.orderId] } },
  ])
})

test('a closure closes in the very next response, leaves bookings as they are, and opens again when it is removed', async () => {
  const guest = await member()
  const campground = await openCampground(system.owner, { zones: [2] })
  const { bookingId } = sessionOf(await guest.checkout(stayAt(campground)))
  const ask = async () =>
    availabilitySchema.parse((await system.visitor.post('/api/booking/check-availability', stayAt(campground))).data)
  const free = { available: true, reasons: [], zones: [{ availableQuantity: 1 }] }
  const shut = { ...free, available: false, reasons: ['CAMPGROUND_CLOSED'] }
  expect(await ask()).toMatchObject(free)

  const dates = { startDate: inDays(11), endDate: inDays(20) }
  const request = { campgroundId: campground.id, closureType: 'date_range', ...dates, reason: 'Typhoon' }
  const created = await operator.post(`${admin}/campground-closures`, request)
  const closure = closureSchema.parse(created.data)
  expect(created).toMatchObject({ status: 201, data: request })
  const path = `${admin}/campground-closures/${closure.id}`
  expect(await ask()).toMatchObject(shut)
  expect(kindOf(await guest.checkout(stayAt(campground)))).toBe('409 ZONE_UNAVAILABLE')
  expect(await operator.get(`${path}/bookings`)).toMatchObject({ data: [{ bookingId, status: 'pending' }] })

  const moved = await operator.patch(path, { startDate: inDays(12) })
  expect(moved.data).toEqual({ ...closure, startDate: inDays(12) })
  expect(await ask(), 'the night before is open again').toMatchObject(free)
  expect(await operator.get(`${path}/bookings`)).toMatchObject({ data: [] })
  await operator.patch(path, { startDate: inDays(11) })
  expect(await ask()).toMatchObject(shut)

  expect(await operator.delete(path)).toMatchObject({ status: 204, text: '' })
  expect(await ask()).toMatchObject(free)
  expect(await operator.get(path)).toMatchObject({ code: 'NOT_FOUND' })
  expect(kindOf(await guest.checkout(stayAt(campground)))).toBe('200')
  expect(await auditEntries(system.owner, closure.id)).toMatchObject([
    { ...done(operator, 'createClosure', closure.id), before: null, after: closure },
    { ...done(operator, 'changeClosure', closure.id), before: closure, after: moved.data },
    { ...done(operator, 'changeClosure', closure.id), before: moved.data, after: closure },
    { ...done(operator, 'removeClosure', closure.id), before: closure, after: null },
  ])
})

test('a product is created, stocked, changed, sold and no longer offered, as the public sees it in the very next response', async () => {
  const buyer = await member()
  const { variantIds } = await openStore(system.owner, [1])
  const locationId = `${variantIds[0]?.replace(/-\d+$/, '')}-shop-0`
  const variant = { sku: `LAMP-${locationId}`, specification: 'green', price: '1200.00' }
  const description = '<p>Warm <b>light</b></p><script>alert(1)</script>'
  const category = `lamps of ${locationId}`
  const created = await operator.post(`${admin}/products`, { name: 'Lamp', category, description, variants: [variant] })
  expect(created).toMatchObject({ status: 201, data: { description: '<p>Warm <b>light</b></p>', status: 'active' } })
  const { id, variants } = adminProductSchema.parse(created.data)
  const variantId = variants[0]?.id ?? ''
  const seen = () => system.visitor.get(`/api/products/${id}`)
  const listed = async () => listSchema.parse((await system.visitor.get(`/api/products?category=${category}`)).data)
  expect(await seen()).toMatchObject({ data: { name: 'Lamp', variants: [{ availableQuantity: 0, inStock: false }] } })
  expect(await listed()).toMatchObject([{ id }])

  const delivered = { variantId, locationId, quantityDelta: 3, reason: 'delivered' }
  const movement = await warehouse.post(`${admin}/inventory-movements`, delivered)
  expect(movement).toMatchObject({ status: 201, data: { ...delivered, onHandAfter: 3, createdBy: warehouse.adminId } })
  expect(await seen()).toMatchObject({ data: { variants: [{ availableQuantity: 3, inStock: true }] } })
  const { orderId } = orderOf(await buyer.order(orderFor([variantId])))
  expect(await seen()).toMatchObject({ data: { variants: [{ availableQuantity: 2 }] } })

  const renamed = await operator.patch(`${admin}/products/${id}`, { name: 'Lantern' })
  const dearer = await operator.patch(`${admin}/products/${id}/variants`, {
    variants: [{ id: variantId, price: '1300.00' }],
  })
  expect(await seen()).toMatchObject({ data: { name: 'Lantern', price: '1300.00' } })
  expect(await listed()).toMatchObject([{ name: 'Lantern', price: '1300.00' }])
  const items = [{ productName: 'Lamp', unitPrice: '1200.00' }]
  expect(orderOf(await buyer.get(`/api/checkout/sessions/${orderId}`)), 'what was sold stays').toMatchObject({ items })

  const withdrawn = await operator.put(`${admin}/products/${id}`, { status: 'inactive' })
  expect(await seen()).toMatchObject({ code: 'NOT_FOUND' })
  expect(await listed()).toEqual([])
  expect(await buyer.order(orderFor([variantId]))).toMatchObject({ code: 'VARIANT_NOT_SELLABLE' })
  expect(await operator.get(`${admin}/products?q=${variant.sku}&status=inactive`)).toMatchObject({ data: [{ id }] })
  expect(await auditEntries(system.owner, id)).toMatchObject([
    { ...done(operator, 'createProduct', id), status: 201, before: null, after: { name: 'Lamp' } },
    { ...done(operator, 'changeProduct', id), before: { name: 'Lamp' }, after: renamed.data },
    { ...done(operator, 'changeVariants', id), before: { price: '1200.00' }, after: dearer.data },
    { ...done(operator, 'setProductStatus', id), before: { status: 'active' }, after: withdrawn.data },
  ])
})
