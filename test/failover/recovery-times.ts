import { textTable } from '../../tools/text-table.ts'
import { isFailure } from '../random-faults/client.ts'
import type { FaultRecord, History } from '../random-faults/history.ts'
import type { Stored } from '../random-faults/stored.ts'

/** How long something took that began after a kill, in milliseconds; undefined when it never happened. */
type RecoveryTimes = {
  /** From the kill to the first response of a checkout that was sent after it, other than a failure. */
  firstCheckout: number | undefined
  /** From the kill to the last failed checkout of those sent before everything ran again; 0 when none failed. */
  lastFailedCheckout: number
  /** From the kill to the first payment that was sent after it and recorded. */
  firstPayment: number | undefined
  /** The longest time from sending to recording of a payment that was sent, or waited, while this process or node was away. */
  slowestPayment: number | undefined
  /** How much of that passed before the broker had confirmed it. */
  confirmOfSlowest: number | undefined
}

/** The times of one kill. Checkouts that are refused for lack of sites count as successes. */
export function recoveryTimes(
  { beganAt, healedAt }: Pick<FaultRecord, 'beganAt' | 'healedAt'>,
  history: Pick<History, 'requests' | 'payments'>,
  stored: Pick<Stored, 'payments'>,
): RecoveryTimes {
  const checkouts = history.requests.filter(
    ({ action, sentAt }) => action === 'checkout' && sentAt >= beganAt && sentAt <= healedAt,
  )
  const recordedAt = new Map(stored.payments.map(({ eventId, receivedAt }) => [eventId, receivedAt]))
  const payments = history.payments.flatMap(({ eventId, sentAt, confirmedAt = Infinity }) => {
    const at = recordedAt.get(eventId)
    if (at === undefined || at < beganAt || sentAt > healedAt) return []
    // A payment can be recorded before its confirm arrives.
    return [{ sentAt, at, took: at - sentAt, confirm: Math.min(confirmedAt, at) - sentAt }]
  })
  const slowest = payments.toSorted((one, other) => other.took - one.took)[0]
  const since = (instants: readonly number[]) => instants.map(instant => instant - beganAt)
  return {
    firstCheckout: least(since(checkouts.filter(one => !isFailure(one)).map(({ respondedAt }) => respondedAt))),
    lastFailedCheckout: Math.max(0, ...since(checkouts.filter(isFailure).map(({ respondedAt }) => respondedAt))),
    firstPayment: least(since(payments.filter(({ sentAt }) => sentAt >= beganAt).map(({ at }) => at))),
    slowestPayment: slowest?.took,
    confirmOfSlowest: slowest?.confirm,
  }
}

const least = (values: readonly number[]): number | undefined => (values.length === 0 ? undefined : Math.min(...values))

const seconds = (milliseconds: number | undefined): string =>
  milliseconds === undefined ? 'none' : (milliseconds / 1000).toFixed(1)

/** A table of the times of each kill, in their order. */
export function recoveryLines(history: History, stored: Stored): string[] {
  const rows = history.faults.map(fault => {
    const times = recoveryTimes(fault, history, stored)
    const { firstCheckout, lastFailedCheckout, firstPayment, slowestPayment, confirmOfSlowest } = times
    const healed = fault.healedAt - fault.beganAt
    const cells = [firstCheckout, lastFailedCheckout, firstPayment, slowestPayment, confirmOfSlowest, healed]
    return [fault.kind, ...cells.map(seconds)]
  })
  const head = [
    'killed',
    'first checkout',
    'last failed',
    'first payment',
    'slowest payment',
    'its confirm',
    'all runs again',
  ]
  return [
    '',
    `Kills: ${rows.length}. Seconds from the kill; of the slowest payment, from sending to recording`,
    ...textTable([head, ...rows]),
  ]
}
