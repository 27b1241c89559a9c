import type { BookingPaymentForm } from '@campstore/contract/booking/schemas'
import { ApiError, errorAt } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { exact } from '@campstore/core/money'
import { transaction } from '@campstore/database/database'
import { isTaken } from '@campstore/payments/amount-limits'
import type { PaymentProvider, PaymentRequest } from '@campstore/payments/provider'
import type { Dependencies } from '@campstore/service/dependencies'
import type { HoldDefinition, HoldRecord } from './hold-definition.ts'
import { lockOwnToChange } from './own-hold.ts'
import { maxAttempts, recordAttempt } from './payment-attempts.ts'

/** Payment method of a locked record, and the texts on the provider's page. */
type Requested = Pick<PaymentRequest, 'method' | 'items'>

/**
 * Opens a new form for the payment provider's page and records its number. It does not mean that anything is paid
 * (docs/contract/store-checkout.md#payment-form).
 *
 * @param requestOf says what to request for a locked record; throws where it cannot be paid now
 * @throws {ApiError} the refusals of its kind; CONFLICT when nothing is to be paid, its method does not take the amount, or it has its greatest number of forms
 */
export const openPaymentForm = <T extends HoldRecord>(
  deps: Dependencies & { paymentProvider: PaymentProvider },
  hold: HoldDefinition<T>,
  id: string,
  member: { customerId: string },
  requestOf: (record: T, now: Date) => Requested,
): Promise<Omit<BookingPaymentForm, 'bookingId'>> =>
  transaction(deps.database.requests, async tx => {
    const { paymentProvider } = deps
    const { record, now } = await lockOwnToChange(deps, tx, hold, id, member)
    const requested = requestOf(record, now)
    const total = hold.costOf(record)
    if (exact(total).lessThan(0.5)) throw new ApiError('CONFLICT', text('payment.nothing'))
    const limits = paymentProvider.limitsOf(requested.method)
    if (!isTaken(limits, total)) {
      const reason = text('payment.takes', { least: limits.least, most: limits.most })
      throw errorAt('CONFLICT', 'paymentMethod', reason, text('payment.notTaken', { total }))
    }
    const tradeNo = paymentProvider.newTradeNo()
    const provider = paymentProvider.name
    const attempt = { merchantTradeNo: tradeNo, provider, id, amount: total, createdAt: now }
    if (!(await recordAttempt(tx, hold, attempt)))
      throw new ApiError('CONFLICT', text(`${hold.kind}.tooManyForms`, { limit: maxAttempts }))
    const { checkoutExpiresAt: expiresAt } = record
    const target = { kind: hold.kind, id }
    return {
      provider,
      method: 'POST',
      ...paymentProvider.form({ ...requested, target, tradeNo, total, now, expiresAt }),
      expiresAt: expiresAt.toISOString(),
    }
  })
