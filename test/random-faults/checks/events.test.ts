import { checkEvents } from './events.ts'
import { created, event, paidHold, storedHold, testCheck } from './fixtures.ts'

const creation = event('booking.created', { status: 'pending', finalAmount: '800.00' }, 950)
const expired = event('booking.cancelled', { status: 'cancelled', reason: 'expired', finalAmount: '800.00' }, 21_030)
const paid = event('booking.paid', { paymentStatus: 'paid', finalAmount: '800.00' }, 5_000)
const holds = [storedHold()]

const step = (from: string, to: string, at: number) => ({ from, to, at, actor: 'admin', reason: null })
const codOrder = paidHold({
  kind: 'order',
  status: 'completed',
  codConfirmed: true,
  transitions: [
    { ...created, to: 'unshipped' },
    { ...step('unshipped', 'unshipped', 2_000), actor: 'member' },
    step('unshipped', 'shipped', 3_000),
    step('shipped', 'completed', 4_000),
  ],
})
const codEvents = [
  event('order.created', {}, 950),
  event('order.updated', {}, 1_500),
  event('order.cod-confirmed', {}, 2_000),
  event('order.shipped', { status: 'shipped' }, 3_000),
  event('order.completed', { status: 'completed' }, 4_000),
]

testCheck('events are complete and agree with the database', checkEvents, [
  ['a creation and an expiry, in any order and repeated: valid', { holds, events: [expired, creation, expired] }],
  ['no event', { holds }, 'received nothing'],
  [
    'an event that was created twice',
    { holds, events: [creation, expired, { ...expired, id: 'another' }] },
    'received',
  ],
  ['an event of what did not happen', { holds, events: [creation, paid, expired] }, 'booking.paid; expected'],
  ['a paid booking: valid', { holds: [paidHold()], events: [creation, paid] }],
  [
    'another amount than in the database',
    { holds, events: [{ ...creation, data: { finalAmount: '1.00' } }, expired] },
    'booking.created has the amount 1.00, the database 800.00',
  ],
  [
    'another status than the event says',
    { holds, events: [creation, { ...expired, data: { ...expired.data, status: 'pending' } }] },
    'booking.cancelled has status pending',
  ],
  [
    'an event before the creation',
    { holds, events: [creation, { ...expired, time: 900 }] },
    'booking.cancelled has an earlier time than the creation',
  ],
  ['an event of something that is not stored', { events: [creation] }, 'there are events, and nothing is stored'],
  ['cash on delivery has no event of a payment: valid', { holds: [codOrder], events: codEvents }],
  ['cash on delivery without its completion', { holds: [codOrder], events: codEvents.slice(0, -1) }, 'order.completed'],
])
