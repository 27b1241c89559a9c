import type { EventData } from '@campstore/contract/messages/events'
import type { PaymentNotification, UnappliedReason } from '@campstore/contract/messages/payments'
import type { Queryable } from '@campstore/database/database'
import { transaction } from '@campstore/database/database'
import { firstDelivery } from '@campstore/messaging/inbox'
import { addToOutbox } from '@campstore/messaging/outbox'
import { sameAmount } from '@campstore/money/money'
import type { Dependencies } from '../dependencies.ts'
import { transition } from '../domain/lifecycle.ts'
import { eventAbout } from '../messages.ts'
import { type Booking, lockBooking, noteInHistory } from '../persistence/bookings.ts'
import { type PaymentOutcome, recordPayment } from '../persistence/payments.ts'
import { changeBooking } from './change-booking.ts'

/** Name under which deliveries are remembered. */
export const paymentsConsumer = 'booking-payments'

const currency = 'TWD'

/**
 * Applies what the payment service tells of a booking, once per event and under the booking's lock (decisions.md, 10). What
 * cannot be applied is recorded and told as `payment.unapplied`, so that it can be refunded; nothing is lost.
 */
export const applyPayment =
  (dependencies: Dependencies) =>
  async (notification: PaymentNotification): Promise<PaymentOutcome | 'repeated'> => {
    const outcome = await transaction(dependencies.database.pool, async tx => {
      const isFirst = await firstDelivery(tx, 'booking', paymentsConsumer, notification.eventId)
      if (!isFirst) return 'repeated'
      const booking = await lockBooking(tx, notification.target.id)
      const decided =
        notification.type === 'payment.failed'
          ? await noteFailure(tx, booking, dependencies)
          : await settle(tx, booking, notification, dependencies)
      await recordPayment(tx, notification, decided, dependencies.clock())
      return decided
    })
    dependencies.signalOutbox()
    return outcome
  }

async function noteFailure(
  tx: Queryable,
  booking: Booking | undefined,
  { clock }: Dependencies,
): Promise<PaymentOutcome> {
  if (!booking) return { outcome: 'unapplied', reason: 'unknown_target' }
  await noteInHistory(tx, {
    bookingId: booking.id,
    status: booking.status,
    at: clock(),
    actor: { type: 'payment', id: null },
    reason: 'payment failed',
  })
  return { outcome: 'noted', reason: null }
}

async function settle(
  tx: Queryable,
  booking: Booking | undefined,
  notification: PaymentNotification,
  { clock, newId }: Dependencies,
): Promise<PaymentOutcome> {
  const now = clock()
  const reason = reasonAgainst(booking, notification)
  const next = booking && reason === undefined ? transition(booking, 'pay', { now }) : undefined
  if (booking && next) {
    await changeBooking(tx, booking, next, {
      trigger: 'pay',
      actor: { type: 'payment', id: notification.eventId },
      now,
      newId,
      paidAt: new Date(notification.paidAt),
    })
    return { outcome: 'applied', reason: null }
  }
  const unapplied = reason ?? 'already_paid'
  const event = unappliedEvent(notification, unapplied)
  await addToOutbox(tx, 'booking', [eventAbout(notification.target.id, 'payment.unapplied', event, { now, newId })])
  return { outcome: 'unapplied', reason: unapplied }
}

/** Why a payment must not be applied: whether it is cancelled is judged before the amount (decisions.md, 12). */
function reasonAgainst(booking: Booking | undefined, notification: PaymentNotification): UnappliedReason | undefined {
  if (!booking) return 'unknown_target'
  if (booking.status === 'cancelled') return 'cancelled'
  if (booking.paymentStatus === 'paid') return 'already_paid'
  if (notification.currency !== currency) return 'amount_mismatch'
  if (!sameAmount(notification.amount, booking.finalAmount)) return 'amount_mismatch'
  return undefined
}

const unappliedEvent = (
  { eventId, target, amount, currency, providerTradeNo }: PaymentNotification,
  reason: UnappliedReason,
): EventData<'payment.unapplied'> => ({ eventId, target, amount, currency, providerTradeNo, reason })
