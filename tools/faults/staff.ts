import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { RecordingClient } from './client.ts'
import { type Dataset, epochMs, inDays } from './dataset.ts'
import type { Random } from './random.ts'

/** What a member of the staff needs to act. */
export type StaffContext = {
  client: RecordingClient
  random: Random
  dataset: Dataset
  began: number
  stopped: () => boolean
}

const withIds = z.array(z.object({ id: z.string().optional(), bookingId: z.string().optional() }))

/** Acts as an operator until the load is stopped: confirms, ships, completes, cancels, closes and changes coupons. */
export async function actAsOperator(context: StaffContext): Promise<void> {
  const { random } = context
  while (!context.stopped()) {
    const choice = random.next()
    if (choice < 0.3) await confirmBookings(context)
    else if (choice < 0.7) await moveOrders(context)
    else if (choice < 0.78) await cancelUnpaid(context)
    else if (choice < 0.9) await closeForAMoment(context)
    else await changeCoupon(context)
    await pause(random.between(400, 1_200))
  }
}

/** Acts as warehouse staff until the load is stopped: mostly adds stock, so that there is something to sell. */
export async function actAsWarehouse({ client, random, dataset, stopped }: StaffContext): Promise<void> {
  while (!stopped()) {
    const variant = random.pick(dataset.variants)
    const quantityDelta = random.chance(0.1) ? -1 : 1 + random.below(4)
    const delta = { resource: `stock:${variant.id}`, quantity: quantityDelta }
    await client.send(
      'POST',
      '/api/admin/inventory-movements',
      { action: 'movement', delta },
      { variantId: variant.id, locationId: random.pick(variant.locationIds), quantityDelta, reason: 'counted' },
    )
    await pause(random.between(500, 1_500))
  }
}

async function confirmBookings({ client, random }: StaffContext): Promise<void> {
  const list = await client.send('GET', '/api/admin/bookings?paymentStatus=paid&status=pending&size=5', {
    action: 'staff-list',
  })
  for (const { bookingId } of idsOf(list.data)) {
    if (bookingId === undefined) continue
    const note = { kind: 'booking', subject: bookingId } as const
    await client.send('POST', `/api/admin/bookings/${bookingId}/confirm`, { ...note, action: 'confirm' })
    // Before the check-out date that is refused.
    if (random.chance(0.1))
      await client.send('POST', `/api/admin/bookings/${bookingId}/complete`, { ...note, action: 'complete' })
  }
}

async function moveOrders({ client, random }: StaffContext): Promise<void> {
  const [filter, step] = random.pick([
    ['status=unshipped&paymentStatus=paid', 'ship'],
    ['status=unshipped&paymentMethod=cod', 'ship'],
    ['status=shipped', 'complete'],
  ] as const)
  const list = await client.send('GET', `/api/admin/orders?${filter}&size=4`, { action: 'staff-list' })
  for (const { id } of idsOf(list.data)) {
    if (id === undefined) continue
    await client.send('POST', `/api/admin/orders/${id}/${step}`, { action: step, kind: 'order', subject: id })
  }
}

async function cancelUnpaid({ client, random }: StaffContext): Promise<void> {
  const kind = random.pick(['booking', 'order'] as const)
  const open = kind === 'booking' ? 'status=pending' : 'status=unshipped'
  const list = await client.send('GET', `/api/admin/${kind}s?paymentStatus=unpaid&${open}&size=1`, {
    action: 'staff-list',
  })
  for (const found of idsOf(list.data)) {
    const id = found.id ?? found.bookingId
    if (id === undefined) continue
    const note = { action: 'staff-cancel', kind, subject: id } as const
    await client.send('POST', `/api/admin/${kind}s/${id}/cancel`, note, { reason: 'the customer called' })
  }
}

async function closeForAMoment({ client, random, dataset, began }: StaffContext): Promise<void> {
  const epoch = Math.min(Math.floor((Date.now() - began) / epochMs), dataset.campgrounds.length - 1)
  const campground = dataset.campgrounds[epoch]
  if (!campground) return
  const night = inDays(5 + random.below(5))
  const made = await client.send(
    'POST',
    '/api/admin/campground-closures',
    { action: 'closure' },
    { campgroundId: campground.id, closureType: 'date_range', startDate: night, endDate: night, reason: 'storm' },
  )
  const closure = z.object({ id: z.number() }).safeParse(made.data)
  if (!closure.success) return
  await pause(random.between(500, 2_000))
  const path = `/api/admin/campground-closures/${closure.data.id}`
  // What stays closed by a fault would end the contention there.
  for (let tries = 0; tries < 10; tries += 1) {
    const { status } = await client.send('DELETE', path, { action: 'closure' })
    if (status === 204 || status === 404) return
    await pause(1_000)
  }
}

async function changeCoupon({ client, random, dataset }: StaffContext): Promise<void> {
  const coupon = random.pick(dataset.coupons)
  const path = `/api/admin/coupons/${coupon.id}`
  await client.send('PATCH', path, { action: 'coupon' }, { status: 'inactive' })
  await pause(random.between(200, 800))
  for (let tries = 0; tries < 10; tries += 1) {
    const { status } = await client.send('PATCH', path, { action: 'coupon' }, { status: 'active' })
    if (status === 200) return
    await pause(1_000)
  }
}

function idsOf(data: unknown) {
  const parsed = withIds.safeParse(data)
  return parsed.success ? parsed.data : []
}
