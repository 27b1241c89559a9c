import { newId } from '@campstore/core/new-id'
import type { Queryable } from '@campstore/database/database'
import type { HoldKind } from '@campstore/holds/hold-definition'
import { moveMoney } from '@campstore/holds/money/move-money'
import { delayRequests } from '@campstore/testing/delayed-transaction'
import { paymentFor, refundFor } from '@campstore/testing/payments'
import { storedHold } from '@campstore/testing/stored-holds'
import { eventually } from '@campstore/testing/waiting'
import { describe, expect, test } from 'vitest'
import { kindOf, orderOf } from '../system/client.ts'
import { actByStaff } from '../system/staff.ts'
import { openStore, orderFor } from '../system/store.ts'
import { cancelPaid, paidBooking } from './booking-races.ts'
import { inTurn, testEach, untilProcessed } from './outcomes.ts'
import { chief, memberOf, system } from './system.ts'

// Refunds, the reports that they were made, and decisions about payments, against each other (docs/contract/admin.md#refunds).

/** A paid order of one piece of a store of its own, which has shipped if that is asked for. */
async function paidOrder({ isShipped = false } = {}) {
  const { variantIds } = await openStore(system.owner, [5])
  const { orderId: id, pricing } = orderOf(await memberOf(0).order(orderFor(variantIds)))
  const target = { kind: 'order', id } as const
  const eventId = await system.payments.pay(target, pricing.total)
  await untilProcessed(system.owner, [id])
  if (isShipped) await actByStaff(system, 'order', id, 'ship')
  return { id, target, eventId, amount: pricing.total }
}

const refundsOf = async (schema: string, id: string) => {
  const sql = `select cause, status, amount::text from ${schema}.refund where target_id = $1 order by created_at`
  return (await system.owner.query<{ cause: string; status: string; amount: string }>(sql, [id])).rows
}
const untilReported = (schema: string, eventId: string) =>
  eventually(async () => {
    const sql = `select outcome from ${schema}.refund_notification where event_id = $1`
    const [row] = (await system.owner.query<{ outcome: string }>(sql, [eventId])).rows
    return row?.outcome ?? Promise.reject(new Error('the notification has not been handled'))
  })

/** A payment with the trade number of another one, for an open order or something unknown. No path can name its eventId. */
async function usedNumberOf(target: { kind: 'booking' | 'order'; id: string }, amount: string) {
  const { eventId } = await paidOrder()
  const sql = 'select provider_trade_no as number from checkout.payment_notification where event_id = $1'
  const { number: providerTradeNo = '' } = (await system.owner.query(sql, [eventId])).rows[0] ?? {}
  const used = { ...paymentFor(target, amount, new Date()), eventId: `../${target.id}?a=%2F\\.`, providerTradeNo }
  await system.payments.publish(used)
  await untilProcessed(system.owner, [target.id])
  return used
}
async function usedNumberOfOrder() {
  const { variantIds } = await openStore(system.owner, [5])
  const { orderId: id, pricing } = orderOf(await memberOf(0).order(orderFor(variantIds)))
  return usedNumberOf({ kind: 'order', id }, pricing.total)
}
type Used = Awaited<ReturnType<typeof usedNumberOf>>
const decide = ({ eventId, target }: Used, decision: string) =>
  chief.post('/api/admin/payments/decisions', { eventId, targetKind: target.kind, decision }).then(kindOf)
const decisionOf = async ({ eventId }: Used) =>
  (await chief.get(`/api/admin/payments?${new URLSearchParams({ q: eventId })}`)).data

/** The payment service reports a payment or a refund. */
const reporting = (notification: Parameters<typeof system.payments.publish>[0]) => () =>
  system.payments.publish(notification).then(() => 'published')

const schemaOf = (kind: HoldKind) => (kind === 'order' ? 'checkout' : 'booking')

/** payment.refunded of something unknown waits for a decision about its used trade number. */
async function raceUnknown(
  kind: HoldKind,
  decision: 'same-payment' | 'another-payment',
  outcome: string,
  refund: object | null,
): Promise<void> {
  const schema = schemaOf(kind)
  const { id } = await paidOrder()
  const used = await usedNumberOf({ kind, id: `unknown-${id}` }, '100.00')
  const account = { kind, schema, targetId: used.target.id, actsFor: { schema, source: '/campstore/checkout' } }
  const by = { type: 'admin', id: chief.adminId } as const
  const { eventId } = used
  const decided = { type: 'payment decided', eventId, decision, note: null, by, refundId: newId() } as const
  const report = refundFor(used, new Date())
  const lock = (tx: Queryable) =>
    moveMoney({ isTransaction: true, query: tx.query.bind(tx) }, account, decided, { now: new Date(), newId })
  await delayRequests(system.owner, { lock }, () => system.payments.publish(report))
  expect(await untilReported(schema, report.eventId)).toBe(outcome)
  expect(await decisionOf(used)).toMatchObject([{ decision: refund && decision, refund }])
}

const races = {
  'a refund that staff and the payment service close at the same time is closed by one of them, and all agree on it':
    async () => {
      for (const isFirst of [true, false]) {
        const booking = await paidBooking()
        await cancelPaid(booking)
        const stored = async () => {
          const sql = 'select id, reference from booking.refund where target_id = $1'
          const { rows } = await system.owner.query<{ id: string; reference: string | null }>(sql, [booking.id])
          return rows[0] ?? expect.fail('no refund')
        }
        const { id } = await stored()
        const report = refundFor(booking, new Date())
        const byStaff = () => chief.post(`/api/admin/refunds/${id}/done`, { reference: 'R-staff' }).then(kindOf)
        const results = await inTurn([byStaff, reporting(report)], isFirst)
        const outcome = await untilReported('booking', report.eventId)
        const { reference } = await stored()
        if (reference !== 'R-staff') expect(reference).toBe(report.reference)
        expect([results.find(one => one !== 'published'), outcome]).toEqual(
          reference === 'R-staff' ? ['200', 'contradictory'] : ['409 CONFLICT', 'applied'],
        )
      }
    },

  'a decision about a used trade number, against another one, payment.refunded and a repetition: one refund':
    async () => {
      for (const isFirst of [true, false]) {
        const used = await usedNumberOfOrder()
        const { id } = used.target
        const decideOnce = () => decide(used, 'another-payment')
        const report = refundFor(used, new Date())
        const told = [report, { ...used, eventId: `${used.eventId}-2` }]
        const acts = [decideOnce, decideOnce, ...told.map(reporting)]
        const results = await inTurn(acts, isFirst)
        expect(results.toSorted()).toEqual(['200', '409 CONFLICT', 'published', 'published'])
        expect(['applied', 'not_due']).toContain(await untilReported('checkout', report.eventId))
        await untilProcessed(system.owner, [id], 2)
        expect(await refundsOf('checkout', id)).toEqual([{ cause: 'unapplied', status: 'done', amount: used.amount }])
      }
    },

  'complete against payment.refunded of all that was paid: the order is completed, and refunded': async () => {
    for (const isFirst of [true, false]) {
      const paid = await paidOrder({ isShipped: true })
      await chief.post(`/api/admin/orders/${paid.id}/refunds`, { amount: paid.amount, reason: 'lost on the way' })
      const report = refundFor(paid, new Date())
      const acts = [() => actByStaff(system, 'order', paid.id, 'complete').then(kindOf), reporting(report)]
      const results = await inTurn(acts, isFirst)
      expect(results).toContain('200')
      expect(await untilReported('checkout', report.eventId)).toBe('applied')
      expect(await storedHold(system.owner, paid.id)).toMatchObject({ status: 'completed', paymentStatus: 'refunded' })
    }
  },

  'a return that is undone, against payment.refunded of its refund: one of them wins, and the other changes nothing':
    async () => {
      for (const isFirst of [true, false]) {
        const paid = await paidOrder({ isShipped: true })
        await actByStaff(system, 'order', paid.id, 'returns', { reason: 'refused' })
        const { rows } = await system.owner.query<{ id: string; onHand: number }>(
          `select order_return.id, on_hand as "onHand"
           from checkout.order_return
           join checkout.order_item using (order_id)
           join inventory.stock using (variant_id)
           where order_id = $1`,
          [paid.id],
        )
        const [back] = rows
        const undo = () => actByStaff(system, 'order', paid.id, `returns/${back?.id}`, { reason: 'other' }, 'DELETE')
        const report = refundFor(paid, new Date())
        const [result] = (await inTurn([() => undo().then(kindOf), reporting(report)], isFirst)).filter(
          one => one !== 'published',
        )
        expect(await untilReported('checkout', report.eventId)).toBe('applied')
        // What was withdrawn, and made all the same, is given back.
        expect(await refundsOf('checkout', paid.id)).toEqual([
          { cause: 'returned', status: 'done', amount: paid.amount },
        ])
        expect(result).toMatch(/^(204|409 CONFLICT)$/)
        expect(await storedHold(system.owner, paid.id)).toMatchObject({
          status: result === '204' ? 'shipped' : 'returned',
          paymentStatus: 'refunded',
        })
        const sql = `
          select on_hand as "onHand" from inventory.stock join checkout.order_item using (variant_id) where order_id = $1`
        expect((await system.owner.query(sql, [paid.id])).rows).toEqual([
          { onHand: (back?.onHand ?? Number.NaN) - (result === '204' ? 1 : 0) },
        ])
      }
    },
}

/** Registers the tests of refunds. */
export function refundRaces(): void {
  testEach(races)
  describe.each(['booking', 'order'] as const)('payment.refunded of %s', kind => {
    test.each([
      ['another-payment', 'applied', { status: 'done' }],
      ['same-payment', 'not_due', null],
    ] as const)('of an unknown one waits for a decision about its used trade number: %s', (decision, outcome, refund) =>
      raceUnknown(kind, decision, outcome, refund),
    )
  })
}
