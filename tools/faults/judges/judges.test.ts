import { describe, expect, test } from 'vitest'
import { judgeCapacity } from './capacity.ts'
import { judgeEvents } from './events.ts'
import { judgeAnsweredWrites, judgeKeptHolds } from './holds.ts'
import { judgePaymentsInTime, judgePaymentsOnce } from './payments.ts'
import { judgeLoad, judgeMemory, judgeProcessEnds, judgeQuiet, type Quiet } from './processes.ts'
import { judgeRetries } from './retries.ts'
import { judgeSpending } from './spending.ts'
import {
  checkout,
  created,
  endedBy,
  event,
  evidenceOf,
  paidHold,
  payment,
  request,
  storedHold,
  storedPayment,
} from './testing.ts'

const foundOf = (violations: readonly { found: string }[]) => violations.map(({ found }) => found)

describe('never more held than there is', () => {
  const oneSite = () => 1
  const judge = (
    parts: Parameters<typeof evidenceOf>[0],
    supplyOf: (resource: string) => number | undefined = oneSite,
  ) => foundOf(judgeCapacity(evidenceOf(parts), supplyOf))
  const another = (sentAt: number, changes = {}) => {
    const seen = { id: 'b-2', status: 'pending', paymentStatus: 'unpaid', deadline: sentAt + 20_000, amount: '800.00' }
    return checkout({ subject: 'b-2', sentAt, answeredAt: sentAt + 100, seen, ...changes })
  }

  test('two who hold the last site at once are found, with both of them', () => {
    const [found, ...more] = judge({ requests: [checkout(), another(20_000)] })
    expect(found).toMatch(/zone:lake:2026-12-01: 2 held at .*, there were 1: b-1 \(1\), b-2 \(1\)/)
    expect(more).toEqual([])
  })

  test('two who hold a site one after the other are not', () => {
    expect(judge({ requests: [checkout(), another(21_000)] })).toEqual([])
  })

  test('two nights, or two zones, are two resources', () => {
    const requested = [{ resource: 'zone:lake:2026-12-02', quantity: 1 }]
    expect(judge({ requests: [checkout(), another(2_000, { requested })] })).toEqual([])
  })

  test('a checkout that was refused, or never answered, surely holds nothing', () => {
    const refused = another(2_000, { status: 409, seen: undefined })
    const unanswered = another(2_000, { status: 0, seen: undefined })
    expect(judge({ requests: [checkout(), refused, unanswered] })).toEqual([])
  })

  test('a site that was given back can be held again, from when its cancellation was sent', () => {
    expect(judge({ requests: [checkout(), request('cancel', 3_000), another(3_050)] })).toEqual([])
    expect(judge({ requests: [checkout(), request('cancel', 3_300), another(3_050)] })).toHaveLength(1)
  })

  test('what was paid is held past its deadline', () => {
    const requests = [checkout(), another(30_000)]
    expect(judge({ requests, holds: [paidHold()] })).toHaveLength(1)
    expect(judge({ requests, holds: [storedHold()] })).toEqual([])
  })

  test('what was confirmed for cash on delivery is held past its deadline', () => {
    const kind = 'order'
    const confirmed = request('confirm-cod', 5_000, { kind })
    expect(judge({ requests: [checkout({ kind }), confirmed, another(30_000, { kind })] })).toHaveLength(1)
  })

  test('a replay is no second hold', () => {
    expect(judge({ requests: [checkout(), checkout({ sentAt: 2_000, answeredAt: 2_100 })] })).toEqual([])
  })

  test('stock that staff added counts from when it was sent, also where the answer was lost', () => {
    const requested = [{ resource: 'stock:kettle', quantity: 1 }]
    const requests = [checkout({ requested }), another(3_000, { requested })]
    const movement = (sentAt: number, status: number, quantity = 1) =>
      request('movement', sentAt, { kind: undefined, status, delta: { resource: 'stock:kettle', quantity } })
    expect(judge({ requests })).toHaveLength(1)
    expect(judge({ requests: [...requests, movement(2_000, 201)] })).toEqual([])
    expect(judge({ requests: [...requests, movement(2_000, 0)] })).toEqual([])
    expect(judge({ requests: [...requests, movement(2_000, 409)] })).toHaveLength(1)
    expect(judge({ requests: [...requests, movement(9_000, 201)] })).toHaveLength(1)
  })

  test('a coupon that is applied more often than its limit is found', () => {
    const requested = [{ resource: 'stock:kettle', quantity: 1 }]
    const withCoupon = (subject: string, sentAt: number) => {
      const seen = { id: subject, status: 'unshipped', paymentStatus: 'unpaid', deadline: 21_000, amount: '1.00' }
      const answered = { subject, requested, sentAt, answeredAt: sentAt + 100 }
      return checkout({ kind: 'order', ...answered, seen: { ...seen, coupon: 'ten' } })
    }
    const supplyOf = (resource: string) => (resource === 'coupon:ten' ? 1 : 99)
    const both = [withCoupon('o-1', 900), withCoupon('o-2', 5_000)]
    expect(judge({ requests: both }, supplyOf)).toHaveLength(1)
    const [first = checkout()] = both
    const sameAgain = { ...first, sentAt: 950, answeredAt: 1_050 }
    expect(judge({ requests: [first, sameAgain] }, supplyOf)).toEqual([])
    const cleared = request('change', 3_000, { kind: 'order', subject: 'o-1' })
    expect(judge({ requests: [...both, cleared] }, supplyOf)).toEqual([])
  })

  test('an unknown resource is found, so that a misspelled one does not pass', () => {
    expect(judge({ requests: [checkout()] }, () => undefined)).toHaveLength(1)
  })
})

describe('holds last until their deadline', () => {
  const judge = (parts: Parameters<typeof evidenceOf>[0]) => foundOf(judgeKeptHolds(evidenceOf(parts)))
  const requests = [checkout()]

  test('one that ended by itself after its deadline is kept', () => {
    expect(judge({ requests, holds: [storedHold()] })).toEqual([])
  })

  test('one that the system ended before its deadline is found', () => {
    const holds = [storedHold({ steps: [created, endedBy('system', 20_900)] })]
    expect(judge({ requests, holds })).toEqual([expect.stringContaining('it was ended 100 ms before its deadline')])
  })

  test('one that is not stored is found', () => {
    expect(judge({ requests })).toEqual(['it was answered as held and is not stored'])
  })

  test('one whose stored deadline is another is found', () => {
    const holds = [storedHold({ deadline: 20_000 })]
    expect(judge({ requests, holds })).toEqual([expect.stringContaining('its deadline was answered as')])
  })

  test.each([
    ['member', 'cancel'],
    ['admin', 'staff-cancel'],
  ] as const)('one that was cancelled by %s is valid only after a %s was sent', (actor, action) => {
    const holds = [storedHold({ steps: [created, endedBy(actor, 5_000)] })]
    expect(judge({ requests: [...requests, request(action, 4_900)], holds })).toEqual([])
    expect(judge({ requests: [...requests, request(action, 5_100)], holds })).toHaveLength(1)
    expect(judge({ requests, holds })).toHaveLength(1)
  })

  test('one that was confirmed for cash on delivery and expired is found', () => {
    const confirmed = request('confirm-cod', 5_000)
    expect(judge({ requests: [...requests, confirmed], holds: [storedHold()] })).toHaveLength(1)
  })

  test('a read that says cancelled before the deadline is found', () => {
    const seen = { id: 'b-1', status: 'cancelled', paymentStatus: 'unpaid', deadline: 21_000, amount: '800.00' }
    const read = (sentAt: number) => request('read', sentAt, { seen })
    expect(judge({ requests: [...requests, read(8_000)], holds: [storedHold()] })).toHaveLength(1)
    expect(judge({ requests: [...requests, read(21_100)], holds: [storedHold()] })).toEqual([])
  })
})

describe('what was answered is what the database has', () => {
  const judge = (parts: Parameters<typeof evidenceOf>[0]) => foundOf(judgeAnsweredWrites(evidenceOf(parts)))

  test.each([
    ['cancel', storedHold(), paidHold()],
    ['staff-cancel', storedHold(), paidHold()],
    ['confirm', paidHold({ status: 'confirmed' }), paidHold()],
    ['ship', paidHold({ status: 'shipped' }), paidHold({ status: 'unshipped' })],
    ['complete', paidHold({ status: 'completed' }), paidHold({ status: 'shipped' })],
    ['confirm-cod', paidHold({ codConfirmed: true }), paidHold()],
  ] as const)('%s', (action, done, undone) => {
    const requests = [request(action, 5_000)]
    expect(judge({ requests, holds: [done] })).toEqual([])
    expect(judge({ requests, holds: [undone] })).toHaveLength(1)
    expect(judge({ requests, holds: [] })).toHaveLength(1)
    expect(judge({ requests: [request(action, 5_000, { status: 409 })], holds: [undone] })).toEqual([])
  })

  test('a movement that was answered and is not stored, or is stored twice, is found', () => {
    const delta = { resource: 'stock:kettle', quantity: 2 }
    const requests = [request('movement', 5_000, { kind: undefined, status: 201, delta })]
    const movement = { variantId: 'kettle', delta: 2, reason: 'counted' }
    expect(judge({ requests, movements: [movement] })).toEqual([])
    expect(judge({ requests, movements: [] })).toHaveLength(1)
    expect(judge({ requests, movements: [movement, movement] })).toHaveLength(1)
  })
})

describe('requests with one idempotency key are one checkout', () => {
  const judge = (parts: Parameters<typeof evidenceOf>[0]) => foundOf(judgeRetries(evidenceOf(parts)))
  const keys = [{ kind: 'booking' as const, customerId: 'ann', key: 'k', id: 'b-1' }]
  const first = checkout({ key: 'k' })

  test('a replay with the same answer is sound', () => {
    expect(judge({ requests: [first, first], keys })).toEqual([])
  })

  test('a second booking is found', () => {
    const second = checkout({ key: 'k', subject: 'b-2', text: first.text })
    expect(judge({ requests: [first, second], keys })).toContain('one key, several checkouts: b-1, b-2')
  })

  test('another answer is found', () => {
    expect(judge({ requests: [first, { ...first, text: 'other' }], keys })).toEqual(['one key, different answers'])
  })

  test('another payload that succeeds is found, one that is refused is sound', () => {
    const other = { ...first, payload: '{"guestCount":3}' }
    expect(judge({ requests: [first, other], keys })).toEqual(['one key succeeded with two payloads'])
    const refused = { ...other, status: 409, code: 'IDEMPOTENCY_CONFLICT', seen: undefined, subject: undefined }
    expect(judge({ requests: [first, refused], keys })).toEqual([])
  })

  test('the same payload that is refused as another one is found', () => {
    const refused = { ...first, status: 409, code: 'IDEMPOTENCY_CONFLICT' }
    expect(judge({ requests: [first, refused], keys })).toEqual(['the same payload was refused as another one'])
  })

  test('a key that is not stored, or names another booking, is found', () => {
    expect(judge({ requests: [first] })).toHaveLength(1)
    expect(judge({ requests: [first], keys: keys.map(key => ({ ...key, id: 'b-9' })) })).toHaveLength(1)
  })
})

describe('a payment that the broker confirmed before the deadline is applied', () => {
  const judge = (parts: Parameters<typeof evidenceOf>[0]) => foundOf(judgePaymentsInTime(evidenceOf(parts)))
  const sent = [payment()]
  const unapplied = (reason: string) => [storedPayment({ outcome: 'unapplied', reason })]

  test('one that was applied is sound, one that came after the deadline is not judged', () => {
    expect(judge({ sent, payments: [storedPayment()], holds: [paidHold()] })).toEqual([])
    expect(judge({ sent: [payment({ confirmedAt: 21_000 })], payments: unapplied('cancelled') })).toEqual([])
    expect(judge({ sent: [payment({ confirmedAt: undefined })] })).toEqual([])
  })

  test('one that was not recorded is found', () => {
    expect(judge({ sent })).toEqual([expect.stringContaining('16000 ms before the deadline, and not recorded')])
  })

  test('one whose hold was ended by the system is found', () => {
    const parts = { sent, payments: unapplied('cancelled'), holds: [storedHold()] }
    expect(judge(parts)).toEqual([expect.stringContaining('and unapplied: cancelled')])
  })

  test.each(['member', 'admin'])('one whose hold was cancelled by %s is sound', actor => {
    const holds = [storedHold({ steps: [created, endedBy(actor, 4_000)] })]
    expect(judge({ sent, payments: unapplied('cancelled'), holds })).toEqual([])
  })

  test('already paid is a reason only where another one was applied', () => {
    const payments = unapplied('already_paid')
    const other = storedPayment({ eventId: 'p-0' })
    expect(judge({ sent, payments, holds: [storedHold()] })).toHaveLength(1)
    expect(judge({ sent, payments: [...payments, other], holds: [paidHold()] })).toEqual([])
  })

  test('cash on delivery is a reason only where it was confirmed', () => {
    const payments = unapplied('cod_confirmed')
    expect(judge({ sent, payments, holds: [storedHold()] })).toHaveLength(1)
    expect(judge({ sent, payments, holds: [storedHold({ codConfirmed: true })] })).toEqual([])
  })

  test('another amount is a reason only where the order was changed', () => {
    const payments = unapplied('amount_mismatch')
    const changed = request('change', 3_000, { changesAmount: true })
    expect(judge({ sent, payments, holds: [storedHold()] })).toHaveLength(1)
    expect(judge({ sent, payments, holds: [storedHold()], requests: [changed] })).toEqual([])
  })

  test('an unknown target is never a reason for what was held', () => {
    expect(judge({ sent, payments: unapplied('unknown_target'), holds: [storedHold()] })).toHaveLength(1)
  })
})

describe('a payment is applied at most once, or reported', () => {
  const judge = (parts: Parameters<typeof evidenceOf>[0], rejected: { eventId: string; reason: string }[] = []) =>
    foundOf(judgePaymentsOnce(evidenceOf(parts), rejected))
  const reported = [event('payment.unapplied', { eventId: 'p-1' })]
  const rejected = [{ eventId: 'p-1', reason: 'signature mismatch' }]
  const unapplied = (reason: string) => [storedPayment({ outcome: 'unapplied', reason })]

  test('applied once is sound', () => {
    expect(judge({ sent: [payment()], payments: [storedPayment()] })).toEqual([])
  })

  test('two payments applied to one booking are found', () => {
    const payments = [storedPayment(), storedPayment({ eventId: 'p-2' })]
    expect(judge({ sent: [payment()], payments })).toEqual(['2 payments were applied'])
  })

  test('one that was confirmed and lost is found, one that was never confirmed is not', () => {
    expect(judge({ sent: [payment()] })).toEqual(['right: the broker confirmed it, and nothing recorded it'])
    expect(judge({ sent: [payment({ confirmedAt: undefined })] })).toEqual([])
  })

  test('one that was not applied has an event that says so', () => {
    const parts = { sent: [payment()], payments: unapplied('cancelled') }
    expect(judge(parts)).toEqual(['right: it was not applied, and no event says so'])
    expect(judge({ ...parts, events: reported })).toEqual([])
  })

  test('a right one that was rejected is found', () => {
    expect(judge({ sent: [payment()] }, rejected)).toEqual(['right: it was rejected'])
  })

  test.each(['wrong-signature', 'malformed'] as const)('%s is rejected and nothing else', flavor => {
    const sent = [payment({ flavor })]
    expect(judge({ sent }, rejected)).toEqual([])
    expect(judge({ sent })).toHaveLength(1)
    expect(judge({ sent, payments: [storedPayment()] })).toHaveLength(1)
    expect(judge({ sent, payments: [storedPayment()] }, rejected)).toHaveLength(1)
  })

  test.each(['wrong-amount', 'wrong-currency', 'failed', 'unknown-target'] as const)('%s is never applied', flavor => {
    expect(judge({ sent: [payment({ flavor })], payments: [storedPayment()] })).toEqual([`${flavor}: it was applied`])
  })

  test('an unknown target is recorded as that', () => {
    const sent = [payment({ flavor: 'unknown-target' })]
    expect(judge({ sent, payments: unapplied('unknown_target'), events: reported })).toEqual([])
    expect(judge({ sent, payments: unapplied('cancelled'), events: reported })).toHaveLength(1)
  })
})

describe('events are complete and agree with the database', () => {
  const judge = (parts: Parameters<typeof evidenceOf>[0]) => foundOf(judgeEvents(evidenceOf(parts)))
  const expired = event('booking.cancelled', { status: 'cancelled', reason: 'expired', finalAmount: '800.00' }, 21_030)
  const creation = event('booking.created', { status: 'pending', finalAmount: '800.00' }, 950)

  test('a creation and an expiry are complete, in any order of arrival and however often they are delivered', () => {
    expect(judge({ holds: [storedHold()], events: [expired, creation, expired] })).toEqual([])
  })

  test('a missing event is found', () => {
    expect(judge({ holds: [storedHold()], events: [creation] })).toEqual([
      'received booking.created; expected booking.cancelled: expired, booking.created',
    ])
    expect(judge({ holds: [storedHold()] })).toHaveLength(1)
  })

  test('an event that was made twice is found', () => {
    const again = { ...expired, id: 'another id' }
    expect(judge({ holds: [storedHold()], events: [creation, expired, again] })).toHaveLength(1)
  })

  test('an event of what did not happen is found', () => {
    const paid = event('booking.paid', { paymentStatus: 'paid', finalAmount: '800.00' }, 5_000)
    expect(judge({ holds: [storedHold()], events: [creation, paid, expired] })).toHaveLength(1)
    expect(judge({ holds: [paidHold()], events: [creation, paid] })).toEqual([])
  })

  test('another reason than the stored one is found', () => {
    const byMember = event('booking.cancelled', { ...expired.data, reason: 'member' }, 21_030)
    expect(judge({ holds: [storedHold()], events: [creation, byMember] })).toHaveLength(1)
  })

  test('another amount or state than the stored one is found', () => {
    const cheap = event('booking.created', { status: 'pending', finalAmount: '1.00' }, 950)
    const pending = event('booking.cancelled', { ...expired.data, status: 'pending' }, 21_030)
    expect(judge({ holds: [storedHold()], events: [cheap, expired] })).toHaveLength(1)
    expect(judge({ holds: [storedHold()], events: [creation, pending] })).toHaveLength(1)
  })

  test('an event from before the creation is found', () => {
    const early = { ...expired, time: 900 }
    expect(judge({ holds: [storedHold()], events: [creation, early] })).toHaveLength(1)
  })

  test('an event of something that is not stored is found', () => {
    expect(judge({ events: [creation] })).toEqual(['there are events, and nothing is stored'])
  })

  test('cash on delivery is confirmed, shipped and completed, and has no event of a payment', () => {
    const step = (from: string, to: string, at: number) => ({ from, to, at, actor: 'admin', reason: null })
    const order = paidHold({
      kind: 'order',
      status: 'completed',
      codConfirmed: true,
      steps: [
        { ...created, to: 'unshipped' },
        { ...step('unshipped', 'unshipped', 2_000), actor: 'member' },
        step('unshipped', 'shipped', 3_000),
        step('shipped', 'completed', 4_000),
      ],
    })
    const events = [
      event('order.created', {}, 950),
      event('order.updated', {}, 1_500),
      event('order.cod-confirmed', {}, 2_000),
      event('order.shipped', { status: 'shipped' }, 3_000),
      event('order.completed', { status: 'completed' }, 4_000),
    ]
    expect(judge({ holds: [order], events })).toEqual([])
    expect(judge({ holds: [order], events: events.slice(0, -1) })).toHaveLength(1)
  })
})

test('what a customer has spent is what was paid', () => {
  const judge = (totalSpent: string) =>
    judgeSpending(
      evidenceOf({
        holds: [paidHold(), paidHold({ id: 'b-2' }), storedHold()],
        customers: [{ id: 'ann', totalSpent }],
      }),
    )
  expect(judge('1600.00')).toEqual([])
  expect(foundOf(judge('800.00'))).toEqual(['ann has paid 1600.00, and 800.00 is counted'])
})

describe('all is quiet and sound in the end', () => {
  const quiet: Quiet = { queues: new Map(), openHolds: 0, outbox: 0, deadlocks: 0, audit: [] }

  test('nothing is left', () => {
    const queues = new Map(Object.entries({ 'booking.payments': 0, 'payments.rejected': 7, 'payments.unapplied': 3 }))
    expect(judgeQuiet({ ...quiet, queues })).toEqual([])
  })

  test.each([
    [{ queues: new Map([['booking.payments.parked', 1]]) }, '1 messages are left in booking.payments.parked'],
    [{ openHolds: 2 }, '2 holds are still open'],
    [{ outbox: 3 }, '3 messages have not left the outboxes'],
    [{ deadlocks: 1 }, 'PostgreSQL broke 1 deadlocks'],
    [{ audit: ['audit: no zone has more sites held for a night than it has: {}'] }, /more sites held/],
  ])('%j is found', (left, found) => {
    expect(foundOf(judgeQuiet({ ...quiet, ...left }))).toEqual([expect.stringMatching(found)])
  })
})

test('a process that ends by itself, or in disorder on SIGTERM, is found', () => {
  const end = { process: 'booking 0', asked: 'kill' as const, how: 'signal SIGKILL', lastLine: '', at: 0 }
  expect(judgeProcessEnds([end, { ...end, asked: 'terminate', how: 'exit code 0' }])).toEqual([])
  expect(judgeProcessEnds([{ ...end, asked: 'nothing', how: 'exit code 1' }])).toHaveLength(1)
  expect(judgeProcessEnds([{ ...end, asked: 'terminate' }])).toHaveLength(1)
})

test('a run in which nothing was ever held is found', () => {
  const order = checkout({ kind: 'order', subject: 'o-1' })
  expect(judgeLoad({ requests: [checkout(), order] })).toEqual([])
  expect(foundOf(judgeLoad({ requests: [checkout(), { ...order, status: 401 }] }))).toEqual(['no order was ever held'])
})

test('a process whose memory doubles is found', () => {
  const use = { process: 'booking 0', pid: 1, start: 120, peak: 300, end: 130, seconds: 600 }
  expect(judgeMemory([use])).toEqual([])
  expect(judgeMemory([{ ...use, end: 290 }])).toHaveLength(1)
  expect(judgeMemory([{ ...use, end: 290, seconds: 20 }])).toEqual([])
})
