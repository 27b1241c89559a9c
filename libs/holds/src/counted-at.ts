/** How far the clock of the payment service may be ahead. */
const toleranceMs = 5 * 60_000

/**
 * The instant at which a payment or refund counts: the payment service's, or its receipt if that is impossible. It cannot be
 * later than its receipt by more than five minutes, nor earlier than the second in which its hold was taken
 * (docs/contract/messages.md#when-it-was-paid).
 *
 * @param takenAt of the hold; undefined for an unknown one
 */
export function countedAt(reported: string | Date, receivedAt: Date, takenAt: Date | undefined): Date {
  const at = new Date(reported).getTime()
  const isLater = at > receivedAt.getTime() + toleranceMs
  const isEarlier = takenAt !== undefined && at < Math.floor(takenAt.getTime() / 1_000) * 1_000
  return isLater || isEarlier ? receivedAt : new Date(at)
}
