import type { Operation } from './order-operations.ts'
import {
  after,
  type Change,
  cancelled,
  cancelledPaid,
  codConfirmed,
  completed,
  givenBack,
  type Outcome,
  paid,
  recipientChanged,
  returned,
  returnedCod,
  returnedPart,
  shipped,
  unapplied,
  unshipped,
  updated,
} from './outcomes.ts'

/** What is found when both operations are over, with the result of the first one and the second one. */
export type RaceOutcome = Outcome & { results: [string, string]; claim: 'available' | 'applied' | 'used' }

export type Race = {
  operations: [Operation, Operation]
  /** What the order is before: waiting to be paid online, for cash on delivery to be confirmed, or confirmed. */
  before:
    | 'online'
    | 'online without coupon'
    | 'online paid'
    | 'online shipped'
    | 'cod'
    | 'cod confirmed'
    | 'cod shipped'
  /** When the first operation comes first, and, if that is another race, when the second does. */
  outcomes: [RaceOutcome, RaceOutcome?]
  /** What also may be, whichever comes first. */
  or?: RaceOutcome
}

const outcome = (one: string, other: string, claim: RaceOutcome['claim'], ...changes: Change[]): RaceOutcome => ({
  results: [one, other],
  claim,
  ...after('order', ...changes),
})

const conflict = '409 CONFLICT'
/** More than is left: of the payment, or of the pieces. */
const tooMuch = '400 VALIDATION_ERROR'
const published = 'published'
const paidFirst = outcome(conflict, published, 'used', paid)

/**
 * A cancel or a change of the amount cannot know how a payment ends while the payment is in hand and waits for the lock. On a
 * slow machine, the check for a payment may take too long even when there is none.
 */
const unavailable = '503 SERVICE_UNAVAILABLE'
const notKnown = outcome(unavailable, published, 'used', paid)

/** Both get the order as it is, and only one has cancelled it. */
const cancelledOnce = outcome('200', '200', 'available', paid, cancelledPaid)

/** What has come back once does not come back again, and is not cancelled. */
const returnedOnce = outcome('200', conflict, 'used', paid, shipped, returned)

export const races: readonly Race[] = [
  {
    operations: ['cancel', 'pay'],
    before: 'online',
    outcomes: [outcome('200', published, 'available', cancelled('member'), unapplied('cancelled')), paidFirst],
    or: notKnown,
  },
  {
    operations: ['cancel', 'confirm-cod'],
    before: 'cod',
    outcomes: [
      outcome('200', conflict, 'available', cancelled('member')),
      outcome('200', '200', 'available', codConfirmed, cancelled('member')),
    ],
    or: outcome(unavailable, '200', 'used', codConfirmed),
  },
  {
    operations: ['confirm-cod', 'pay'],
    before: 'cod',
    outcomes: [outcome('200', published, 'used', codConfirmed, unapplied('cod_confirmed')), paidFirst],
  },
  {
    operations: ['ship', 'cancel'],
    before: 'cod confirmed',
    outcomes: [
      outcome('200', conflict, 'used', codConfirmed, shipped),
      outcome(conflict, '200', 'available', codConfirmed, cancelled('member')),
    ],
    or: outcome('200', unavailable, 'used', codConfirmed, shipped),
  },
  {
    operations: ['cancel paid', 'ship'],
    before: 'online paid',
    outcomes: [
      outcome('200', conflict, 'available', paid, cancelledPaid),
      outcome(conflict, '200', 'used', paid, shipped),
    ],
  },
  { operations: ['cancel paid', 'cancel paid'], before: 'online paid', outcomes: [cancelledOnce] },
  {
    operations: ['cancel paid', 'pay'],
    before: 'online paid',
    outcomes: [
      outcome('200', published, 'available', paid, cancelledPaid, unapplied('cancelled')),
      outcome('200', published, 'available', paid, unapplied('already_paid'), cancelledPaid),
    ],
  },
  {
    operations: ['return', 'complete'],
    before: 'online shipped',
    outcomes: [
      outcome('200', conflict, 'used', paid, shipped, returned),
      outcome('200', '200', 'used', paid, shipped, completed, returned),
    ],
  },
  {
    operations: ['return', 'ship'],
    before: 'online paid',
    outcomes: [outcome(conflict, '200', 'used', paid, shipped), outcome('200', '200', 'used', paid, shipped, returned)],
  },
  {
    operations: ['return', 'give all back'],
    before: 'online shipped',
    outcomes: [
      outcome('200', tooMuch, 'used', paid, shipped, returned),
      outcome('200', '200', 'used', paid, shipped, givenBack, returnedCod),
    ],
  },
  {
    operations: ['return a piece', 'return a piece'],
    before: 'online shipped',
    outcomes: [outcome('200', tooMuch, 'used', paid, shipped, returnedPart)],
  },
  {
    operations: ['return a piece', 'return'],
    before: 'online shipped',
    outcomes: [
      outcome('200', '200', 'used', paid, shipped, returnedPart, returned),
      outcome(conflict, '200', 'used', paid, shipped, returned),
    ],
  },
  {
    operations: ['correct recipient', 'ship'],
    before: 'online paid',
    outcomes: [
      outcome('200', '200', 'used', paid, recipientChanged, shipped),
      outcome(conflict, '200', 'used', paid, shipped),
    ],
  },
  {
    operations: ['correct recipient', 'correct recipient'],
    before: 'online paid',
    outcomes: [outcome('200', '200', 'used', paid, recipientChanged)],
  },
  {
    operations: ['correct recipient', 'cancel paid'],
    before: 'online paid',
    outcomes: [
      outcome('200', '200', 'available', paid, recipientChanged, cancelledPaid),
      outcome(conflict, '200', 'available', paid, cancelledPaid),
    ],
  },
  {
    operations: ['unship', 'ship'],
    before: 'online shipped',
    outcomes: [
      outcome('200', '200', 'used', paid, shipped, unshipped, shipped),
      outcome('200', conflict, 'used', paid, shipped, unshipped),
    ],
  },
  {
    operations: ['unship', 'return'],
    before: 'online shipped',
    outcomes: [
      outcome('200', conflict, 'used', paid, shipped, unshipped),
      outcome(conflict, '200', 'used', paid, shipped, returned),
    ],
  },
  {
    operations: ['unship', 'return a piece'],
    before: 'online shipped',
    outcomes: [
      outcome('200', conflict, 'used', paid, shipped, unshipped),
      outcome(conflict, '200', 'used', paid, shipped, returnedPart),
    ],
  },
  {
    operations: ['unship', 'complete'],
    before: 'cod shipped',
    outcomes: [
      outcome('200', conflict, 'used', codConfirmed, shipped, unshipped),
      outcome(conflict, '200', 'used', codConfirmed, shipped, completed),
    ],
  },
  {
    operations: ['unship', 'reallocate'],
    before: 'online shipped',
    outcomes: [
      outcome('200', '200', 'used', paid, shipped, unshipped),
      outcome('200', conflict, 'used', paid, shipped, unshipped),
    ],
  },
  { operations: ['return', 'return'], before: 'online shipped', outcomes: [returnedOnce] },
  { operations: ['return', 'cancel paid'], before: 'online shipped', outcomes: [returnedOnce, returnedOnce] },
  {
    operations: ['return', 'pay'],
    before: 'online shipped',
    outcomes: [
      outcome('200', published, 'used', paid, shipped, returned, unapplied('already_paid')),
      outcome('200', published, 'used', paid, shipped, unapplied('already_paid'), returned),
    ],
  },
  {
    operations: ['return', 'complete'],
    before: 'cod shipped',
    outcomes: [
      outcome('200', conflict, 'available', codConfirmed, shipped, returnedCod),
      outcome('200', '200', 'used', codConfirmed, shipped, completed, returnedCod),
    ],
  },
  {
    operations: ['return', 'pay'],
    before: 'cod shipped',
    outcomes: [
      outcome('200', published, 'available', codConfirmed, shipped, returnedCod, unapplied('cod_confirmed')),
      outcome('200', published, 'available', codConfirmed, shipped, unapplied('cod_confirmed'), returnedCod),
    ],
  },
  {
    operations: ['use a coupon', 'pay'],
    before: 'online without coupon',
    outcomes: [
      outcome('200', published, 'applied', updated, unapplied('amount_mismatch')),
      { ...paidFirst, claim: 'available' },
    ],
    or: { ...notKnown, claim: 'available' },
  },
]
