import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { locationIds, nightOf, nights, phaseMs } from '../data-set.ts'
import type { RequestDetails } from '../history.ts'
import type { PersonContext } from './context.ts'

type StaffAction = (context: PersonContext) => Promise<void>

const operatorActions: readonly (readonly [number, StaffAction])[] = [
  [0.3, confirmBookings],
  [0.4, shipOrCompleteOrders],
  [0.08, cancelUnpaid],
  [0.12, closeBriefly],
  [0.1, deactivateCouponBriefly],
]

/** Acts as an operator until the load is stopped: confirms, ships, completes, cancels, closes and changes coupons. */
export async function actAsOperator(context: PersonContext): Promise<void> {
  while (!context.isStopped()) {
    await context.random.weighted(operatorActions)(context)
    await delay(context.random.between(400, 1_200))
  }
}

/** Acts as warehouse staff until the load is stopped: mostly adds stock, so that there is something to sell. */
export async function actAsWarehouse({ client, random, dataSet, isStopped }: PersonContext): Promise<void> {
  while (!isStopped()) {
    const { id: variantId } = random.pick(dataSet.variants)
    const quantityDelta = random.chance(0.1) ? -1 : 1 + random.below(4)
    const delta = { resource: `stock:${variantId}`, quantity: quantityDelta }
    const movement = { variantId, locationId: random.pick(locationIds), quantityDelta, reason: 'counted' }
    await client.send('POST', '/api/admin/inventory-movements', { action: 'movement', delta }, movement)
    await delay(random.between(500, 1_500))
  }
}

async function confirmBookings(context: PersonContext): Promise<void> {
  const { client, random } = context
  for (const id of await listIds(context, 'bookings?paymentStatus=paid&status=pending&size=5')) {
    const details = { kind: 'booking', subject: id } as const
    await client.send('POST', `/api/admin/bookings/${id}/confirm`, { ...details, action: 'confirm' })
    // Refused before the check-out date.
    if (random.chance(0.1))
      await client.send('POST', `/api/admin/bookings/${id}/complete`, { ...details, action: 'complete' })
  }
}

async function shipOrCompleteOrders(context: PersonContext): Promise<void> {
  const [filter, action] = context.random.pick([
    ['status=unshipped&paymentStatus=paid', 'ship'],
    ['status=unshipped&paymentMethod=cod', 'ship'],
    ['status=shipped', 'complete'],
  ] as const)
  for (const id of await listIds(context, `orders?${filter}&size=4`))
    await context.client.send('POST', `/api/admin/orders/${id}/${action}`, { action, kind: 'order', subject: id })
}

async function cancelUnpaid(context: PersonContext): Promise<void> {
  const [kind, status] = context.random.pick([
    ['booking', 'pending'],
    ['order', 'unshipped'],
  ] as const)
  for (const id of await listIds(context, `${kind}s?paymentStatus=unpaid&status=${status}&size=1`)) {
    const details = { action: 'staff-cancel', kind, subject: id } as const
    await context.client.send('POST', `/api/admin/${kind}s/${id}/cancel`, details, { reason: 'the customer called' })
  }
}

async function closeBriefly({ client, random, dataSet, began }: PersonContext): Promise<void> {
  const phase = Math.min(Math.floor((Date.now() - began) / phaseMs), dataSet.campgrounds.length - 1)
  const night = nightOf(random.below(nights - 1))
  const body = { closureType: 'date_range', startDate: night, endDate: night, reason: 'storm' }
  const path = '/api/admin/campground-closures'
  const campgroundId = dataSet.campgrounds[phase]?.id
  const created = await client.send('POST', path, { action: 'closure' }, { ...body, campgroundId })
  const closure = z.object({ id: z.number() }).safeParse(created.data)
  if (!closure.success) return
  await delay(random.between(500, 2_000))
  await retryUntil([204, 404], () => client.send('DELETE', `${path}/${closure.data.id}`, { action: 'closure' }))
}

async function deactivateCouponBriefly({ client, random, dataSet }: PersonContext): Promise<void> {
  const path = `/api/admin/coupons/${random.pick(dataSet.coupons).id}`
  const details: RequestDetails = { action: 'coupon' }
  await client.send('PATCH', path, details, { status: 'inactive' })
  await delay(random.between(200, 800))
  await retryUntil([200], () => client.send('PATCH', path, details, { status: 'active' }))
}

/** What a fault leaves closed or inactive would end the contention for it. */
async function retryUntil(statuses: readonly number[], send: () => Promise<{ status: number }>): Promise<void> {
  for (let tries = 0; tries < 10; tries += 1) {
    if (statuses.includes((await send()).status)) return
    await delay(1_000)
  }
}

const listed = z.array(
  z.union([
    z.object({ bookingId: z.string() }).transform(({ bookingId: id }) => ({ id })),
    z.object({ id: z.string() }),
  ]),
)

/** The ids of a list of bookings or orders; none when the request failed. */
async function listIds({ client }: PersonContext, list: string): Promise<string[]> {
  const { data } = await client.send('GET', `/api/admin/${list}`, { action: 'staff-list' })
  return (listed.safeParse(data).data ?? []).map(({ id }) => id)
}
