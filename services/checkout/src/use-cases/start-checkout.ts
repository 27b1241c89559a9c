import type { Member } from '@campstore/auth/members'
import type { StartStoreCheckout, StoreCheckoutSession } from '@campstore/contract/checkout/schemas'
import { ApiError } from '@campstore/contract/errors'
import { moneyPattern, sameAmount } from '@campstore/core/money'
import { createEvent, holdTimerMessage } from '@campstore/holds/messages'
import { replay } from '@campstore/holds/take-hold'
import type { Dependencies } from '../dependencies.ts'
import { requestFingerprint } from '../domain/request-fingerprint.ts'
import { orderNames } from '../names.ts'
import { type Hold, readCheckoutInputs, takeOrderHold } from '../persistence/checkout.ts'
import { claimIdOrZero } from '../persistence/coupon-claims.ts'
import type { StoreOrder } from '../persistence/orders.ts'
import { presentCheckout, toOrderEvent } from '../presenters.ts'
import { composeOrder, couponNotApplicable } from './compose-order.ts'

/** How often an order is composed when a price changes between reading it and reserving the stock. */
const maxAttempts = 3

/**
 * Opens an unpaid order and holds its stock (docs/contract/store-checkout.md#start). What does not depend on stock is read and
 * priced first; the hold itself is one statement, which compares the prices again under the stock's lock.
 *
 * @throws {ApiError} CONFLICT for a reused key; NOT_FOUND, VARIANT_NOT_SELLABLE, COUPON_NOT_APPLICABLE, CONFLICT for amounts
 *   that disagree or too many open holds, STOCK_INSUFFICIENT, in this order (docs/contract/conventions.md#order-of-checks)
 */
export async function startCheckout(
  deps: Dependencies,
  request: StartStoreCheckout,
  member: Member,
): Promise<StoreCheckoutSession> {
  const { database, signalOutbox } = deps
  const fingerprint = requestFingerprint(request)
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const inputs = await readCheckoutInputs(database.pool, {
      customerId: member.customerId,
      idempotencyKey: request.idempotencyKey,
      variantIds: request.items.map(item => item.variantId),
      couponClaimId: request.couponClaimId === null ? null : claimIdOrZero(request.couponClaimId),
    })
    if (inputs.used) return replay(orderNames.kind, inputs.used, fingerprint)
    const order = composeOrder(deps, request, inputs, member)
    requireAgreement(request, order)
    requireAmountsInRange(order)
    const hold = prepareHold(deps, request, fingerprint, order)
    const result = await takeOrderHold(database.pool, hold)
    if (result.outcome === 'replayed') return result.response
    if (result.outcome === 'held') {
      signalOutbox()
      return hold.response
    }
    if (result.outcome !== 'variant_changed') throw refusals[result.outcome]()
  }
  throw new ApiError('SERVICE_UNAVAILABLE', 'Prices changed while you were checking out. Please try again.')
}

const stockInsufficient = (): ApiError => new ApiError('STOCK_INSUFFICIENT', 'Not enough of an item is in stock.')
const refusals = {
  stock_insufficient: stockInsufficient,
  stock_not_on_hand: stockInsufficient,
  coupon_not_applicable: couponNotApplicable,
}

function prepareHold(
  { newId, holdSeconds, maxOpenHolds }: Dependencies,
  { idempotencyKey }: StartStoreCheckout,
  fingerprint: string,
  order: StoreOrder,
): Hold {
  const { source, kind } = orderNames
  return {
    order,
    maxOpenHolds,
    idempotencyKey,
    fingerprint,
    response: presentCheckout(order),
    messages: [
      createEvent(source, order.id, 'order.created', toOrderEvent(order), { now: order.placedAt, newId }),
      holdTimerMessage(kind, order.id, holdSeconds, newId),
    ],
  }
}

/** Amounts in the request must equal the computed ones (docs/contract/store-checkout.md#amounts-for-comparison). */
function requireAgreement(request: StartStoreCheckout, order: StoreOrder): void {
  const agrees = (sent: string | number | undefined, computed: string) =>
    sent === undefined || sameAmount(sent, computed)
  const agreed =
    request.items.every((item, line) => agrees(item.unitPrice, order.items[line]?.unitPrice ?? '0')) &&
    agrees(request.total, order.total) &&
    agrees(request.discount, order.discount)
  if (!agreed) throw new ApiError('CONFLICT', 'A price has changed. Check the cart again.')
}

/** Amounts beyond numeric(12,2) need quantities that no store has, so they are refused as such. */
function requireAmountsInRange({ subtotal, total }: StoreOrder): void {
  if (!moneyPattern.test(subtotal) || !moneyPattern.test(total)) throw stockInsufficient()
}
