import { unverifiedExpiryReason } from '@campstore/holds/expire-hold'
import type { Action } from '../history.ts'
import {
  type CheckCase,
  checkout,
  created,
  endedBy,
  event,
  paidHold,
  request,
  seenHold,
  storedHold,
  testCheck,
} from './fixtures.ts'
import { checkHolds, checkToldDeadlines, checkWrites } from './holds.ts'
import { checkIdempotency } from './idempotency.ts'

const requests = [checkout()]
const endedEarly = (actor: string) => [storedHold({ transitions: [created, endedBy(actor, 5_000)] })]
const unverified = { ...endedBy('system', 21_030), from: 'cancelled', reason: unverifiedExpiryReason }
const read = (sentAt: number) => request('read', sentAt, { seen: seenHold('b-1', { status: 'cancelled' }) })

testCheck('a hold lasts until its deadline', checkHolds, [
  ['one that expired after its deadline: valid', { requests, holds: [storedHold()] }],
  [
    'one that the system ended before its deadline',
    { requests, holds: [storedHold({ transitions: [created, endedBy('system', 20_900)] })] },
    'it was ended 100 ms before its deadline',
  ],
  ['one that is not stored', { requests }, 'its checkout succeeded, and it is not stored'],
  [
    'one with another deadline',
    { requests, holds: [storedHold({ deadline: 20_000 })] },
    'the response has the deadline',
  ],
  ...(
    [
      ['member', 'cancel', 'by its member without a request'],
      ['admin', 'staff-cancel', 'by staff without a request'],
    ] as const
  ).flatMap(([actor, action, message]): CheckCase[] => [
    [`${action} before the end: valid`, { requests: [...requests, request(action, 4_900)], holds: endedEarly(actor) }],
    [`${action} after the end`, { requests: [...requests, request(action, 5_100)], holds: endedEarly(actor) }, message],
    [`no ${action}`, { requests, holds: endedEarly(actor) }, message],
  ]),
  [
    'one that was confirmed for cash on delivery and expired',
    { requests: [...requests, request('confirm-cod', 5_000)], holds: [storedHold()] },
    'it was confirmed for cash on delivery',
  ],
  [
    'a read that returns "cancelled" before the deadline',
    { requests: [...requests, read(8_000)], holds: [storedHold()] },
    'returned "cancelled", before its deadline',
  ],
  [
    'one that ended without anybody knowing whether it was paid',
    {
      requests,
      holds: [storedHold({ transitions: [created, endedBy('system', 21_030), unverified] })],
    },
    'it was not known whether it was paid',
  ],
  [
    'the event of its expiry before the deadline, though the instants in the database are after it',
    { requests, holds: [storedHold()], events: [event('booking.cancelled', { reason: 'expired' }, 5_000)] },
    'the event of its expiry came 15950 ms before its deadline',
  ],
  ['a read after the deadline: valid', { requests: [...requests, read(21_100)], holds: [storedHold()] }],
])

testCheck('a deadline is told by the true time', ({ history }) => checkToldDeadlines(history, 20_000), [
  ['of the request that made the hold: valid', { requests: [checkout({ sentAt: 990 })] }],
  [
    'of a request without a response, which was sent again: valid',
    { requests: [checkout({ sentAt: 990, status: 0, seen: undefined }), checkout({ sentAt: 5_000 })] },
  ],
  ['by a clock that is behind', { requests: [checkout({ sentAt: 4_000 })] }, 'was told, instead of'],
  ['by a clock that is ahead', { requests: [checkout({ sentAt: 500 })] }, 'was told, instead of'],
])

const writes: [Action, done: ReturnType<typeof storedHold>, undone: ReturnType<typeof storedHold>][] = [
  ['cancel', storedHold(), paidHold()],
  ['staff-cancel', storedHold(), paidHold()],
  ['confirm', paidHold({ status: 'confirmed' }), paidHold()],
  ['ship', paidHold({ status: 'shipped' }), paidHold({ status: 'unshipped' })],
  ['complete', paidHold({ status: 'completed' }), paidHold({ status: 'shipped' })],
  ['confirm-cod', paidHold({ codConfirmed: true }), paidHold()],
]
const delta = { resource: 'stock:kettle', quantity: 2 }
const moved = [request('movement', 5_000, { kind: undefined, status: 201, delta })]
const movement = { variantId: 'kettle', delta: 2, reason: 'counted' }

testCheck('responses agree with the database', checkWrites, [
  ...writes.flatMap(([action, done, undone]): CheckCase[] => [
    [`${action} that is stored: valid`, { requests: [request(action, 5_000)], holds: [done] }],
    [`${action} that is lost`, { requests: [request(action, 5_000)], holds: [undone] }, `${action} succeeded at`],
  ]),
  ['a write of nothing that is stored', { requests: [request('cancel', 5_000)] }, 'stored as nothing'],
  ['a write that was refused: valid', { requests: [request('cancel', 5_000, { status: 409 })], holds: [paidHold()] }],
  ['a movement: valid', { requests: moved, movements: [movement] }],
  ['a lost movement', { requests: moved }, '1 succeeded, 1 possible, 0 stored'],
  ['a movement that is stored twice', { requests: moved, movements: [movement, movement] }, '1 possible, 2 stored'],
])

const first = checkout({ key: 'k' })
const keys = [{ kind: 'booking' as const, customerId: 'ann', key: 'k', id: 'b-1' }]
const conflict = { status: 409, code: 'IDEMPOTENCY_CONFLICT' }
const otherPayload = { ...first, payload: '{"guestCount":3}' }

testCheck('one idempotency key is one checkout', checkIdempotency, [
  ['a replay with the same response: valid', { requests: [first, first], keys }],
  [
    'a second booking',
    { requests: [first, checkout({ key: 'k', subject: 'b-2', text: first.text })], keys },
    'one key, several checkouts: b-1, b-2',
    'the response names b-1, b-2, the stored key b-1',
  ],
  ['another response', { requests: [first, { ...first, text: 'other' }], keys }, 'one key, different responses'],
  ['another payload that succeeds', { requests: [first, otherPayload], keys }, 'one key, two successful payloads'],
  ['another payload that is refused: valid', { requests: [first, { ...otherPayload, ...conflict }], keys }],
  [
    'the same payload that is refused',
    { requests: [first, { ...first, ...conflict }], keys },
    'the same payload was refused as another one',
  ],
  ['a key that is not stored', { requests: [first] }, 'the stored key nothing'],
  [
    'a key of another booking',
    { requests: [first], keys: keys.map(key => ({ ...key, id: 'b-9' })) },
    'the response names b-1, the stored key b-9',
  ],
])
