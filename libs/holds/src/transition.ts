import type { StatusHistoryEntry } from '@campstore/contract/booking/schemas'
import type { NewId } from '@campstore/core/new-id'

/** What causes a transition of a booking or an order: what happens, who does it, and when. */
export type TransitionCause<Trigger extends string> = {
  trigger: Trigger
  actor: StatusHistoryEntry['actor']
  now: Date
  newId: NewId
  /** When the customer paid. */
  paidAt?: Date
  /** What the status history says instead of the trigger's usual reason. */
  reason?: string
}

const usualReasons: Readonly<Record<string, string>> = {
  'member-cancel': 'cancelled by the member',
  expire: 'the hold ended',
  pay: 'paid',
  'confirm-cod': 'cash on delivery confirmed',
}

/** What the status history says of a transition. */
export const historyReason = ({ trigger, reason }: TransitionCause<string>): string | null =>
  reason ?? usualReasons[trigger] ?? null
