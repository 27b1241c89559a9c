import {
  type CheckCase,
  created,
  endedBy,
  event,
  paidHold,
  payment,
  request,
  storedHold,
  storedPayment,
  testCheck,
} from './fixtures.ts'
import { checkPaymentsInTime, checkPaymentsOnce } from './payments.ts'

const sent = [payment()]
const unapplied = (reason: string) => [storedPayment({ outcome: 'unapplied', reason })]
const cancelledBy = (actor: string) => [storedHold({ transitions: [created, endedBy(actor, 4_000)] })]
const codConfirmed = [storedHold({ codConfirmed: true })]

testCheck('a payment that the broker confirmed before the deadline is applied', checkPaymentsInTime, [
  ['an applied one: valid', { sent, payments: [storedPayment()], holds: [paidHold()] }],
  ['one after the deadline: valid', { sent: [payment({ confirmedAt: 21_000 })], payments: unapplied('cancelled') }],
  ['one without a confirm: valid', { sent: [payment({ confirmedAt: undefined })] }],
  ['one that was not recorded', { sent }, '16000 ms before the deadline, and not recorded'],
  [
    'one whose hold was ended by the system',
    { sent, payments: unapplied('cancelled'), holds: [storedHold()] },
    'and unapplied: cancelled',
  ],
  ...['member', 'admin'].map(
    (actor): CheckCase => [
      `one whose hold was cancelled by ${actor}: valid`,
      { sent, payments: unapplied('cancelled'), holds: cancelledBy(actor) },
    ],
  ),
  [
    'already paid, without another payment',
    { sent, payments: unapplied('already_paid'), holds: [storedHold()] },
    'unapplied: already_paid',
  ],
  [
    'already paid, with another payment: valid',
    { sent, payments: [...unapplied('already_paid'), storedPayment({ eventId: 'p-0' })], holds: [paidHold()] },
  ],
  [
    'cash on delivery that was not confirmed',
    { sent, payments: unapplied('cod_confirmed'), holds: [storedHold()] },
    'unapplied: cod_confirmed',
  ],
  ['cash on delivery: valid', { sent, payments: unapplied('cod_confirmed'), holds: codConfirmed }],
  [
    'another amount without a change of the order',
    { sent, payments: unapplied('amount_mismatch'), holds: [storedHold()] },
    'unapplied: amount_mismatch',
  ],
  [
    'another amount after a change of the order: valid',
    {
      sent,
      payments: unapplied('amount_mismatch'),
      holds: [storedHold()],
      requests: [request('change', 3_000, { changesAmount: true })],
    },
  ],
])

const onceRule = 'a payment is applied at most once, or reported'
const events = [event('payment.unapplied', { eventId: 'p-1' })]

testCheck(onceRule, evidence => checkPaymentsOnce(evidence, []), [
  ['one that is applied once: valid', { sent, payments: [storedPayment()] }],
  [
    'one that is recorded twice',
    { sent, payments: [storedPayment(), storedPayment({ outcome: 'unapplied' })] },
    'it was recorded more than once',
  ],
  ['one that is lost', { sent }, 'defect none: the broker confirmed it, and nothing recorded it'],
  ['one without a confirm: valid', { sent: [payment({ confirmedAt: undefined })] }],
  ['an unapplied one without an event', { sent, payments: unapplied('cancelled') }, 'no event reports it'],
  ['an unapplied one with its event: valid', { sent, payments: unapplied('cancelled'), events }],
  ...(['wrong-signature', 'malformed'] as const).map(
    (defect): CheckCase => [`${defect} that is lost`, { sent: [payment({ defect })] }, 'it was not rejected but lost'],
  ),
  [
    'a wrong amount that is applied',
    { sent: [payment({ defect: 'wrong-amount' })], payments: [storedPayment()] },
    'defect wrong-amount: it was applied',
  ],
  [
    'a failed one that is unapplied',
    { sent: [payment({ defect: 'failed' })], payments: unapplied('cancelled'), events },
    'it was unapplied',
  ],
  [
    'an unknown target: valid',
    { sent: [payment({ defect: 'unknown-target' })], payments: unapplied('unknown_target'), events },
  ],
  [
    'an unknown target with another reason',
    { sent: [payment({ defect: 'unknown-target' })], payments: unapplied('cancelled'), events },
    'it was unapplied as cancelled',
  ],
])

testCheck(`${onceRule}: rejected ones`, evidence => checkPaymentsOnce(evidence, [{ eventId: 'p-1' }]), [
  ['one without defect', { sent }, 'defect none: it was rejected'],
  ...(['wrong-signature', 'malformed'] as const).flatMap((defect): CheckCase[] => [
    [`${defect}: valid`, { sent: [payment({ defect })] }],
    [
      `${defect} that is recorded too`,
      { sent: [payment({ defect })], payments: [storedPayment()] },
      'it was recorded and rejected',
    ],
  ]),
])
