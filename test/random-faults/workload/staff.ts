import { setTimeout as delay } from 'node:timers/promises'
import { locationIds } from '../data-set.ts'
import { actAfterPurchase } from './after-purchase.ts'
import { listIds, type PersonContext } from './context.ts'

type StaffAction = (context: PersonContext) => Promise<void>

const operatorActions: readonly (readonly [number, StaffAction])[] = [
  [0.2, confirmBookings],
  [0.25, shipOrCompleteOrders],
  [0.05, returnOrders],
  [0.1, cancelUnpaid],
  [0.4, actAfterPurchase],
]

/** Acts as an operator until the load is stopped: confirms, ships, completes, takes back, cancels and corrects. */
export async function actAsOperator(context: PersonContext): Promise<void> {
  while (!context.isStopped()) {
    await context.random.weighted(operatorActions)(context)
    await delay(context.random.between(400, 1_200))
  }
}

/** Acts as warehouse staff until the load is stopped: adds stock, so that there is something to sell. */
export async function actAsWarehouse({ client, random, dataSet, isStopped }: PersonContext): Promise<void> {
  while (!isStopped()) {
    const variantId = random.pick(dataSet.variantIds)
    const quantityDelta = 1 + random.below(4)
    const movement = { variantId, locationId: random.pick(locationIds), quantityDelta, reason: 'counted' }
    await client.send('POST', '/api/admin/inventory-movements', { action: 'movement' }, movement)
    await delay(random.between(500, 1_500))
  }
}

async function confirmBookings(context: PersonContext): Promise<void> {
  for (const id of await listIds(context, 'bookings?paymentStatus=paid&status=pending&size=5')) {
    const details = { action: 'confirm', kind: 'booking', subject: id } as const
    await context.client.send('POST', `/api/admin/bookings/${id}/confirm`, details)
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

async function returnOrders(context: PersonContext): Promise<void> {
  const status = context.random.pick(['shipped', 'completed'])
  for (const id of await listIds(context, `orders?status=${status}&size=2`)) {
    const details = { action: 'return', kind: 'order', subject: id } as const
    await context.client.send('POST', `/api/admin/orders/${id}/returns`, details, { reason: 'refused' })
  }
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
