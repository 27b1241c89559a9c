import { givesAnyAmount } from '@campstore/contract/admin/fields'
import { startStoreCheckoutSchema } from '@campstore/contract/checkout/schemas'
import { newId } from '@campstore/core/new-id'
import { noHoldLimits } from '@campstore/holds/hold-limits'
import { readRefunds } from '@campstore/holds/refund-reads'
import { requestFingerprint } from '../../../services/checkout/src/domain/request-fingerprint.ts'
import { orderHold } from '../../../services/checkout/src/order-hold.ts'
import { createCheckoutInputsReader, createOrderHolds } from '../../../services/checkout/src/persistence/checkout.ts'
import { orderRecord, type StoreOrder } from '../../../services/checkout/src/persistence/orders.ts'
import { orderNotes } from '../../../services/checkout/src/persistence/picking.ts'
import { findShippedItems } from '../../../services/checkout/src/persistence/returns.ts'
import { presentCheckout } from '../../../services/checkout/src/presenters.ts'
import { shipmentBefore } from '../../../services/checkout/src/use-cases/change-order.ts'
import { composeOrder } from '../../../services/checkout/src/use-cases/compose-order.ts'
import { returnLocked } from '../../../services/checkout/src/use-cases/return-order.ts'
import { Impossible, type Replay, type Step } from './context.ts'
import { auditStep, carryOutShared, change, holdSeconds, stepsOfHold } from './hold-steps.ts'
import type { ActivityOrder, ActivityReturn } from './schema.ts'

/** The steps of orders. */
export const orderSteps = (replay: Replay, orders: readonly ActivityOrder[], made: Set<string>): Step[] =>
  orders.flatMap((planned, n) =>
    stepsOfHold(
      replay,
      planned,
      `orders.${n}`,
      made,
      at => take(replay, planned, at),
      (order: StoreOrder, step, when) => carryOut(replay, order, step, when),
    ),
  )

async function take(replay: Replay, planned: ActivityOrder, at: Date): Promise<StoreOrder> {
  const { tx } = replay
  const { address, ...member } = replay.personOf(planned.customerId)
  if (!address) throw new Impossible(`customer ${JSON.stringify(planned.customerId)} has no shipping address`)
  const request = startStoreCheckoutSchema.parse({
    items: planned.items,
    couponClaimId: planned.couponId === undefined ? null : await claimOf(replay, planned.couponId, member.customerId),
    paymentMethod: planned.paymentMethod,
    shipping: address,
    idempotencyKey: `import-${planned.id}`,
  })
  const inputs = await createCheckoutInputsReader(tx)({
    customerId: member.customerId,
    idempotencyKey: request.idempotencyKey,
    variantIds: request.items.map(({ variantId }) => variantId),
    couponClaimId: request.couponClaimId === null ? null : Number(request.couponClaimId),
  })
  const made = { newId: () => planned.id, holdSeconds, databaseClock: { instantOf: () => at } }
  const order = composeOrder(made, request, inputs, member)
  const { outcome } = await createOrderHolds(tx, { holdLimits: noHoldLimits })({
    order,
    record: orderRecord(order),
    idempotencyKey: request.idempotencyKey,
    fingerprint: requestFingerprint(request),
    response: presentCheckout({ clock: () => at }, order),
    messages: [],
  })
  if (outcome !== 'held') throw new Impossible(`cannot be placed: ${outcome}`)
  return order
}

async function claimOf({ tx }: Replay, couponId: string, customerId: string): Promise<number> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from checkout.coupon_claim where coupon_id = $1 and customer_id = $2',
    [couponId, customerId],
  )
  const [claim] = rows
  if (!claim) throw new Impossible(`customer ${JSON.stringify(customerId)} has no claim of ${JSON.stringify(couponId)}`)
  return Number(claim.id)
}

async function carryOut(
  replay: Replay,
  order: StoreOrder,
  step: ActivityOrder['steps'][number],
  when: { at: Date; number: number },
): Promise<StoreOrder> {
  const { id: targetId, customerId, total: due } = order
  const { at } = when
  if (step.do === 'confirm-cod') {
    const actor = { type: 'member', id: customerId } as const
    return change(replay, orderHold, order, { trigger: 'confirm-cod', actor, now: at })
  }
  if (step.do === 'return') {
    const request = await requestOfReturn(replay, order, step)
    auditStep(replay, step, { at, action: 'returnOrder', targetId, request })
    const administrator = { adminId: step.by, permissions: [givesAnyAmount] }
    const changed = await returnLocked({ newId, withdrawalDays }, replay.tx, order, administrator, {
      ...request,
      now: at,
    })
    return { ...changed, ...(await readRefunds(replay.tx, orderHold, order.id)) }
  }
  if (step.do !== 'ship' && step.do !== 'shipment') {
    const paymentMethod = order.paymentMethod ?? 'gateway-credit'
    return carryOutShared(replay, orderHold, order, step, { ...when, due, paymentMethod, notes: orderNotes })
  }
  auditStep(replay, step, { at, action: step.do === 'ship' ? 'shipOrder' : 'changeShipment', targetId })
  const { carrier = null, trackingNumber = null } = step
  const actor = { type: 'admin', id: step.by } as const
  const cause = { actor, given: { carrier, trackingNumber }, now: at }
  if (step.do === 'ship') return change(replay, orderHold, order, { ...cause, trigger: 'admin-ship' })
  return change(replay, orderHold, order, { ...cause, trigger: 'admin-change-shipment', reason: shipmentBefore(order) })
}

/** How many days after its completion an order that comes back whole gives back the shipping fee too, as by default. */
const withdrawalDays = 7

/** A return with the items of the order that the variants of the file are. */
async function requestOfReturn({ tx }: Replay, { id }: StoreOrder, { reason, items }: ActivityReturn) {
  const shipped = await findShippedItems(tx, id)
  const itemOf = (variantId: string): number => {
    const item = shipped.find(item => item.variantId === variantId)
    if (!item) throw new Impossible(`the order has no item ${JSON.stringify(variantId)}`)
    return item.id
  }
  return { reason, items: items?.map(({ variantId, ...piece }) => ({ orderItemId: itemOf(variantId), ...piece })) }
}
