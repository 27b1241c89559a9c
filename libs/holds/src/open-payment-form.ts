import type { BookingPaymentForm } from '@campstore/contract/booking/schemas'
import { ApiError, errorAt } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { exact } from '@campstore/core/money'
import { isTaken } from '@campstore/payments/amount-limits'
import type { PaymentProvider, PaymentRequest } from '@campstore/payments/provider'
import type { Dependencies } from '@campstore/service/dependencies'
import type { HoldDefinition, HoldRecord } from './hold-definition.ts'
import { changeOwn, readOwn } from './own-hold.ts'

/**
 * How many payment forms one booking or order may have. A checkout of fifteen minutes needs a few; without a limit a client could
 * store any number of rows.
 */
const maxForms = 20

/** Payment method of a locked record, and the texts on the provider's page. */
type Requested = Pick<PaymentRequest, 'method' | 'items'>

/** Says what to request for a record; throws where it cannot be paid now. */
type RequestOf<T> = (record: T, now: Date) => Requested

/**
 * Admits the owner of a record that could get a form now, so that no earlier form is returned for one that could not. Throws as
 * {@link openPaymentForm}.
 */
export async function admitForm<T extends HoldRecord>(
  deps: Pick<Dependencies, 'database' | 'clock'>,
  hold: HoldDefinition<T>,
  id: string,
  member: { customerId: string },
  requestOf: RequestOf<T>,
): Promise<void> {
  requestOf(await readOwn(deps, hold, id, member), deps.clock())
}

/**
 * Opens a new form for the payment provider's page and records its number. It does not mean that anything is paid
 * (docs/contract/store-checkout.md#payment-form). Throws the refusals of its kind; CONFLICT when nothing is to be paid,
 * its method does not take the amount, or it has its greatest number of forms.
 */
export const openPaymentForm = <T extends HoldRecord>(
  deps: Dependencies & { paymentProvider: PaymentProvider },
  hold: HoldDefinition<T>,
  id: string,
  member: { customerId: string },
  requestOf: RequestOf<T>,
): Promise<Omit<BookingPaymentForm, 'bookingId'>> =>
  changeOwn(deps, hold, { id, member }, async (tx, record, now) => {
    const { paymentProvider } = deps
    const { kind, schema } = hold
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
    const { rowCount } = await tx.query(
      /* sql */ `
      insert into ${schema}.payment_attempt (merchant_trade_no, provider, ${kind}_id, amount, created_at)
      select $1, $2, $3, $4, $5
      where (select count(*) from ${schema}.payment_attempt where ${kind}_id = $3) < $6`,
      [tradeNo, provider, id, total, now, maxForms],
    )
    if (rowCount === 0) throw new ApiError('CONFLICT', text(`${kind}.tooManyForms`, { limit: maxForms }))
    const { checkoutExpiresAt: expiresAt } = record
    const target = { kind, id }
    return {
      provider,
      method: 'POST',
      ...paymentProvider.form({ ...requested, target, tradeNo, total, now, expiresAt }),
      expiresAt: expiresAt.toISOString(),
    }
  })
