import { startStoreCheckoutSchema } from '@campstore/contract/checkout/schemas'
import { noHoldLimits } from '@campstore/holds/hold-limits'
import { requestFingerprint } from '../../../services/checkout/src/domain/request-fingerprint.ts'
import { orderHold } from '../../../services/checkout/src/order-hold.ts'
import { createCheckoutInputsReader, takeOrderHold } from '../../../services/checkout/src/persistence/checkout.ts'
import type { StoreOrder } from '../../../services/checkout/src/persistence/orders.ts'
import { presentCheckout } from '../../../services/checkout/src/presenters.ts'
import { composeOrder } from '../../../services/checkout/src/use-cases/compose-order.ts'
import { Impossible, type Replay, type Step } from './context.ts'
import { causeOf, change, holdSeconds, pay, refund, unheard } from './hold-steps.ts'
import type { ActivityOrder } from './schema.ts'

const hold = unheard(orderHold)

export const orderSteps = (replay: Replay, orders: readonly ActivityOrder[], made: Set<string>): Step[] =>
  orders.flatMap((planned, n) => stepsOf(replay, planned, `orders.${n}`, made))

function stepsOf(replay: Replay, planned: ActivityOrder, path: string, made: Set<string>): Step[] {
  const placedAt = replay.momentOf(planned.at)
  let order: StoreOrder | undefined
  const start = async () => {
    order = await take(replay, planned, placedAt)
    made.add(order.id)
  }
  const later = planned.steps.map((step, number): Step => {
    const at = step.do === 'expire' ? new Date(placedAt.getTime() + holdSeconds * 1_000) : replay.momentOf(step.at)
    const run = async () => {
      if (order) order = await carryOut(replay, order, step, { at, number })
    }
    return { at, path: `${path}.steps.${number}`, run }
  })
  return [{ at: placedAt, path, run: start }, ...later]
}

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
  const { outcome } = await takeOrderHold(tx, {
    order,
    limits: noHoldLimits,
    idempotencyKey: request.idempotencyKey,
    fingerprint: requestFingerprint(request),
    response: presentCheckout({}, order),
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

const actions = { ship: 'shipOrder', complete: 'completeOrder', cancel: 'cancelOrder' } as const

async function carryOut(
  replay: Replay,
  order: StoreOrder,
  step: ActivityOrder['steps'][number],
  { at, number }: { at: Date; number: number },
): Promise<StoreOrder> {
  const { id, customerId, total, paymentMethod } = order
  if (step.do === 'pay') {
    const method = paymentMethod ?? 'gateway-credit'
    return pay(replay, hold, order, { number, at, amount: step.amount ?? total, paymentMethod: method })
  }
  if (step.do === 'refund') {
    await refund(replay, hold, id, { ...step, at })
    return order
  }
  if (step.do === 'confirm-cod') {
    const actor = { type: 'member', id: customerId } as const
    return change(replay, hold, order, { trigger: 'confirm-cod', actor, now: at })
  }
  const cause =
    step.do === 'ship'
      ? ({ trigger: 'admin-ship', actor: { type: 'admin', id: step.by } } as const)
      : causeOf(step, customerId)
  const changed = await change(replay, hold, order, { ...cause, now: at })
  if (step.do !== 'expire') {
    const request = 'reason' in step ? { reason: step.reason } : {}
    await replay.audit({ by: step.by, at, action: actions[step.do], targetId: id, request })
  }
  return changed
}
