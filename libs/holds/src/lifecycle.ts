import type { StatusHistoryEntry } from '@campstore/contract/booking/schemas'
import type { RefundedReason } from '@campstore/contract/messages/payments'
import type { PlainTextKey } from '@campstore/contract/texts/text'

/** Who has changed a record, as its history keeps it: the name of an administrator is read with the entry. */
export type Actor = Omit<StatusHistoryEntry['actor'], 'name'>

/** The triggers of every hold. A service adds its own triggers. */
export type CommonTrigger = 'member-cancel' | 'expire' | 'pay' | 'admin-cancel' | 'admin-cancel-paid' | 'admin-refund'

/**
 * When a transition happens: the instant and, where a date decides, the business date (`YYYY-MM-DD`) of the policy's time zone.
 */
export type Moment = { now: Date; today?: string | undefined }

/** The fields of a record that every state machine decides by. */
export type HoldState = { status: string; paymentStatus: string }

type OneOrMore<T> = T | readonly T[]

/** A row of a state machine: the effect of a trigger in some states. A transition without a row is refused. */
export type Transition<State extends HoldState, Trigger extends string, Effects> = {
  trigger: Trigger
  from: readonly [OneOrMore<State['status']>, OneOrMore<State['paymentStatus']>]
  /** A condition besides the state; absent means none. */
  when?: (record: State, moment: Moment) => boolean
  /** The state afterwards, where it changes. */
  to?: Partial<Pick<State, 'status' | 'paymentStatus'>>
  /** Fields of the record that change besides its state. */
  sets?: (now: Date) => Partial<State>
  effects: Effects
}

export type NextState<State, Effects> = { changes: Partial<State>; effects: Effects }

/** The effect of a trigger on a record at a moment; undefined when the state machine has no such transition. */
export function nextState<State extends HoldState, Trigger extends string, Effects>(
  lifecycle: readonly Transition<State, Trigger, Effects>[],
  record: State,
  trigger: Trigger,
  moment: Moment,
): NextState<State, Effects> | undefined {
  const row = lifecycle.find(
    ({ from: [status, paymentStatus], when, ...candidate }) =>
      candidate.trigger === trigger &&
      [status].flat().includes(record.status) &&
      [paymentStatus].flat().includes(record.paymentStatus) &&
      (when?.(record, moment) ?? true),
  )
  if (!row) return undefined
  const { status, paymentStatus } = { ...record, ...row.to }
  return { changes: { ...row.sets?.(moment.now), status, paymentStatus } as Partial<State>, effects: row.effects }
}

type StateMachine<State, Trigger extends CommonTrigger> = {
  transition(record: State, trigger: Trigger, moment: Moment): unknown
}

/** Whether a hold is past its deadline and not ended yet: operations on it are refused. */
export const isOverdue = <State>({ transition }: StateMachine<State, 'expire'>, record: State, now: Date): boolean =>
  transition(record, 'expire', { now }) !== undefined

/** Why a payment cannot be applied in a state; undefined where it can (docs/contract/messages.md#how-a-payment-is-applied). */
export function refusesPayment<State extends HoldState>(
  { transition }: StateMachine<State, 'pay'>,
  record: State,
  now: Date,
): RefundedReason | undefined {
  if (transition(record, 'pay', { now })) return undefined
  if (record.status === 'cancelled') return 'cancelled'
  return record.paymentStatus === 'unpaid' ? 'cod_confirmed' : 'already_paid'
}

/** The actions of staff on a record; `refusal` is the message of CONFLICT where the state machine refuses it. */
export type StaffAction<Trigger extends string> = { trigger: Trigger; refusal: PlainTextKey }
