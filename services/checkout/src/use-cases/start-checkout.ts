import type { Member } from '@campstore/auth/members'
import type { StartStoreCheckout, StoreCheckoutSession } from '@campstore/contract/checkout/schemas'
import { ApiError, type Mistake } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { sameAmount } from '@campstore/core/money'
import { createEvent } from '@campstore/holds/messages'
import { sentAgain } from '@campstore/holds/seconds-left'
import { replay } from '@campstore/holds/take-hold'
import type { Dependencies } from '../dependencies.ts'
import { couponChanged, requireApplicable } from '../domain/coupons.ts'
import { requestFingerprint } from '../domain/request-fingerprint.ts'
import { requireAmountsInRange, shortLinesRefusal } from '../domain/stock-refusals.ts'
import { orderNames } from '../names.ts'
import { findShortLines, type Hold } from '../persistence/checkout.ts'
import { claimIdOrZero, findOwnClaim } from '../persistence/coupons.ts'
import { orderRecord, type StoreOrder } from '../persistence/orders.ts'
import { presentCheckout, toOrderEvent } from '../presenters.ts'
import { composeOrder } from './compose-order.ts'

/** Maximum attempts to compose an order while prices change between reading them and reserving the stock. */
const maxAttempts = 3

/** Up to this many lines, stock is not checked before the hold, which nearly always succeeds. */
const fewLines = 20

/**
 * Opens an unpaid order and holds its stock (docs/contract/store-checkout.md#start). Everything but stock is read and priced
 * first; the hold is one statement, which compares the prices again under the stock's lock. Throws CONFLICT for a reused key;
 * NOT_FOUND, VARIANT_NOT_SELLABLE, COUPON_NOT_APPLICABLE, CONFLICT for amounts that disagree, STOCK_INSUFFICIENT, CONFLICT
 * beyond a limit of the member, in this order (docs/contract/conventions.md#order-of-checks).
 */
export async function startCheckout(
  deps: Dependencies,
  request: StartStoreCheckout,
  member: Member,
): Promise<StoreCheckoutSession> {
  const { database, readCheckoutInputs, refusedLately, signalOutbox, takeOrderHold } = deps
  // Checkouts that want the same items.
  const refusalKey = JSON.stringify(request.items.map(({ variantId, quantity }) => [variantId, quantity]))
  const fingerprint = requestFingerprint(request)
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const inputs = await readCheckoutInputs({
      customerId: member.customerId,
      idempotencyKey: request.idempotencyKey,
      variantIds: request.items.map(item => item.variantId),
      couponClaimId: request.couponClaimId === null ? null : claimIdOrZero(request.couponClaimId),
    })
    if (inputs.used)
      return sentAgain(await replay(database.requests, orderNames.kind, inputs.used, fingerprint), deps.clock())
    const order = composeOrder(deps, request, inputs, member)
    requireAgreement(request, order)
    requireAmountsInRange(order)
    // Composing and sending a long order and locking its stock costs more than everything before it, and sold-out items
    // are requested repeatedly.
    if (order.items.length > fewLines || refusedLately.has(refusalKey)) {
      const short = await findShortLines(database.requests, order, request.idempotencyKey, 'before a hold')
      if (short.length > 0) throw shortLinesRefusal(order, short)
      refusedLately.delete(refusalKey)
    }
    const hold = prepareHold(deps, request, fingerprint, order)
    const result = await takeOrderHold(hold)
    if (result.outcome === 'replayed') return sentAgain(result.response, deps.clock())
    if (result.outcome === 'held') {
      signalOutbox()
      return hold.response
    }
    if (result.outcome === 'stock_insufficient') {
      refusedLately.set(refusalKey, true)
      throw await stockInsufficient(deps, order, request.idempotencyKey)
    }
    if (result.outcome === 'coupon_not_applicable') await refuseClaim(deps, order)
  }
  throw new ApiError('SERVICE_UNAVAILABLE', text('price.changing'))
}

/** Throws why the claim on an order was refused under its lock: something has changed since it was read. */
async function refuseClaim({ database, clock }: Dependencies, order: StoreOrder): Promise<never> {
  const claim = await findOwnClaim(database.requests, order.couponClaimId ?? 0, order.customerId)
  requireApplicable(claim, null, order.subtotal, clock())
  throw couponChanged()
}

/**
 * The refusal of an order with too little stock, with the remaining pieces of each item. It is read after the refusal,
 * without a lock, and only for the message (docs/contract/store-checkout.md#start, rule 10).
 */
async function stockInsufficient({ database, log }: Dependencies, order: StoreOrder, key: string): Promise<ApiError> {
  try {
    return shortLinesRefusal(order, await findShortLines(database.requests, order, key, 'after a refusal'))
  } catch (error) {
    log.warn({ err: error }, 'Cannot read the remaining stock for a refused checkout')
    return new ApiError('STOCK_INSUFFICIENT', text('item.notEnough'))
  }
}

function prepareHold(
  deps: Dependencies,
  { idempotencyKey }: StartStoreCheckout,
  fingerprint: string,
  order: StoreOrder,
): Hold {
  const { newId } = deps
  const { source } = orderNames
  return {
    order,
    record: orderRecord(order),
    idempotencyKey,
    fingerprint,
    response: presentCheckout(deps, order),
    messages: [createEvent(source, order.id, 'order.created', toOrderEvent(order), { now: order.placedAt, newId })],
  }
}

/** Amounts in the request must equal the computed ones (docs/contract/store-checkout.md#amounts-for-comparison). */
function requireAgreement(request: StartStoreCheckout, order: StoreOrder): void {
  const compared = [
    ...order.items.map(({ unitPrice }, line) => ({
      path: `items.${line}.unitPrice`,
      sent: request.items[line]?.unitPrice,
      computed: unitPrice,
    })),
    { path: 'total', sent: request.total, computed: order.total },
    { path: 'discount', sent: request.discount, computed: order.discount },
  ]
  const details = compared
    .filter(({ sent, computed }) => sent !== undefined && !sameAmount(sent, computed))
    .map(({ path, computed }): Mistake => ({ path, reason: text('price.now', { amount: computed }) }))
  const [first] = details
  if (!first) return
  throw new ApiError('CONFLICT', text('price.changed', first), { details })
}
