import { expect, test } from 'vitest'
import { actionsOf } from './order.ts'

const whole = [{ picks: [{ missing: 0 }] }]
const short = [{ picks: [{ missing: 0 }, { missing: 2 }] }]
const at = '2026-11-20T09:30:00.000Z'

test.each([
  ['an open order', 'unshipped', 'unpaid', null, whole, ['cancel']],
  ['a paid order', 'unshipped', 'paid', null, whole, ['ship', 'cancelPaid']],
  ['an order confirmed for cash on delivery', 'unshipped', 'unpaid', at, whole, ['ship', 'cancel']],
  ['a paid order that lacks pieces', 'unshipped', 'paid', null, short, ['reallocate', 'cancelPaid']],
  ['a shipped order', 'shipped', 'paid', null, [{ picks: [] }], ['complete', 'return', 'unship']],
  ['a completed order', 'completed', 'paid', null, [{ picks: [] }], ['return']],
  ['an order that came back', 'returned', 'paid', null, [{ picks: [] }], []],
  ['a cancelled order', 'cancelled', 'paid', null, [{ picks: [] }], []],
] as const)('what staff can do with %s', (_, status, paymentStatus, codConfirmedAt, items, actions) => {
  const order = { status, paymentStatus, codConfirmedAt, items }
  expect(actionsOf({ ...order, refundStatus: 'none', returns: [] })).toEqual(actions)
  const withoutUnship = actions.filter(action => action !== 'unship')
  expect(actionsOf({ ...order, refundStatus: 'none', returns: [{}] })).toEqual(withoutUnship)
  expect(actionsOf({ ...order, refundStatus: 'due', returns: [] })).toEqual(withoutUnship)
})
