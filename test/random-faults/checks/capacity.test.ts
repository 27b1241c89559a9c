import type { RequestRecord } from '../history.ts'
import { checkCapacity } from './capacity.ts'
import { type CheckCase, checkout, paidHold, request, seenHold, storedHold, testCheck } from './fixtures.ts'

/** A checkout of the same site by another member. */
const another = (sentAt: number, changes: Partial<RequestRecord> = {}) =>
  checkout({ subject: 'b-2', sentAt, seen: seenHold('b-2', { deadline: sentAt + 20_000 }), ...changes })

const kettle = [{ resource: 'stock:kettle', quantity: 1 }]
const kettles = [checkout({ requested: kettle }), another(3_000, { requested: kettle })]
const movement = (sentAt: number, status: number) =>
  request('movement', sentAt, { kind: undefined, status, delta: { resource: 'stock:kettle', quantity: 1 } })

const orderWithCoupon = (subject: string, sentAt: number) =>
  checkout({ kind: 'order', subject, sentAt, requested: [], seen: seenHold(subject, { coupon: 'ten' }) })
const [firstOrder, secondOrder] = [orderWithCoupon('o-1', 900), orderWithCoupon('o-2', 5_000)]

const cases: CheckCase[] = [
  ['two members who hold the last site at once', { requests: [checkout(), another(20_000)] }, 'b-1 (1), b-2 (1)'],
  ['two members one after the other: valid', { requests: [checkout(), another(21_000)] }],
  ['a refused checkout holds nothing', { requests: [checkout(), another(2_000, { status: 409, seen: undefined })] }],
  ['a site whose cancellation was sent: valid', { requests: [checkout(), request('cancel', 3_000), another(3_050)] }],
  [
    'a site that is booked before its cancellation is sent',
    { requests: [checkout(), request('cancel', 3_300), another(3_050)] },
    'zone:lake:2026-12-01: 2 held',
  ],
  [
    'a paid booking occupies its site after the deadline',
    { requests: [checkout(), another(30_000)], holds: [paidHold()] },
    'there were 1',
  ],
  ['an expired one does not', { requests: [checkout(), another(30_000)], holds: [storedHold()] }],
  [
    'an order that was confirmed for cash on delivery keeps its stock after the deadline',
    {
      requests: [
        checkout({ kind: 'order' }),
        request('confirm-cod', 5_000, { kind: 'order' }),
        another(30_000, { kind: 'order' }),
      ],
    },
    'there were 1',
  ],
  ['a replay holds nothing more', { requests: [checkout(), checkout({ sentAt: 2_000 })] }],
  ['more stock than there is', { requests: kettles }, 'stock:kettle: 2 held'],
  ['stock that staff added: valid', { requests: [...kettles, movement(2_000, 201)] }],
  ['stock that staff may have added: valid', { requests: [...kettles, movement(2_000, 0)] }],
  ['stock whose addition was refused', { requests: [...kettles, movement(2_000, 409)] }, 'stock:kettle: 2 held'],
  ['stock that was added later', { requests: [...kettles, movement(9_000, 201)] }, 'stock:kettle: 2 held'],
  ['a coupon that is applied more often than its limit', { requests: [firstOrder, secondOrder] }, 'coupon:ten: 2 held'],
  ['a coupon in a replay: valid', { requests: [firstOrder, { ...firstOrder, sentAt: 950, respondedAt: 1_050 }] }],
  [
    'a coupon that a change may have removed: valid',
    { requests: [firstOrder, secondOrder, request('change', 3_000, { kind: 'order', subject: 'o-1' })] },
  ],
]
testCheck('never more held than there is', evidence => checkCapacity(evidence, () => 1), cases)
testCheck('a misspelled resource is found', evidence => checkCapacity(evidence, () => undefined), [
  ['unknown', { requests: [checkout()] }, 'unknown resource: zone:lake'],
])
