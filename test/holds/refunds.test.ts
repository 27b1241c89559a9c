import { randomUUID } from 'node:crypto'
import { money } from '@campstore/core/money'
import { transaction } from '@campstore/database/database'
import { moveMoney } from '@campstore/holds/money/move-money'
import { refundFor } from '@campstore/testing/payments'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bookings } from './bookings.ts'
import { historyOf, openHold, recordedPayment, start, stateOf } from './driver.ts'
import { orders } from './orders.ts'
import { reason, refundDriver } from './refunds.ts'

// What has to be given back (docs/contract/admin.md#refunds).
describe.each([bookings, orders])('$kind', suite => {
  const holds = useFixture(() => suite.start())
  const { service, kind } = suite
  const { openRefundable, giveBack, refundsOf, refundOf, outcomeOf } = refundDriver(suite, holds)

  test('an unapplied payment opens a refund, of an unknown target without a customer; none for a failed payment or one of 0.00', async () => {
    const hold = await openHold(suite, holds)
    const ids = [randomUUID(), randomUUID(), randomUUID()] as const
    const paid = ids.map((id, index) =>
      hold.pay({
        target: { kind, id },
        ...(index === 1 && { type: 'payment.failed' }),
        ...(index === 2 && { amount: money('0.00') }),
      }),
    )
    for (const payment of await Promise.all(paid)) await recordedPayment(suite, holds, payment)
    expect(await refundOf(ids[0])).toMatchObject({ reason: 'unknown_target', customer_id: null })
    expect([await refundsOf(ids[1]), await refundsOf(ids[2])]).toEqual([[], []])
  })

  describe('refunds of a part of what was paid', () => {
    const readAsStaff = ({ id }: { id: string }) =>
      holds.administrator(suite.permissions.view).get(`${suite.internalPath}/${id}`)

    test('several, up to what was paid; the hold stays as it is', async () => {
      const { hold, payment } = await openRefundable('1000.00')
      const before = await stateOf(suite, holds, hold.id)
      expect(await giveBack(hold, '300.00')).toMatchObject({ status: 200, data: { paymentStatus: 'paid' } })
      expect(await giveBack(hold, '700.01')).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: [{ path: 'amount', message: 'must be at most 700.00' }],
      })
      expect(await giveBack(hold, '0.50')).toMatchObject({
        status: 400,
        details: [{ path: 'amount', message: 'must be in whole TWD, as the payment, or all that is left' }],
      })
      expect(await giveBack(hold, '700.00')).toMatchObject({ status: 200 })
      expect(await stateOf(suite, holds, hold.id)).toEqual(before)
      const refunds = (await refundsOf(hold.id)).sort((one, other) => Number(one.amount) - Number(other.amount))
      const opened = { cause: 'goodwill', reason, status: 'due', event_id: payment.eventId }
      expect(refunds).toMatchObject([
        { ...opened, amount: '300.00' },
        { ...opened, amount: '700.00' },
      ])
      const entry = { actor_type: 'admin', actor_id: 'admin-7', reason }
      expect((await historyOf(suite, holds, hold.id)).slice(-2)).toMatchObject([entry, entry])
      await holds.broker.eventOf(hold.id, `${kind}.refund-opened`)
      const shown = {
        currency: 'TWD',
        cause: 'goodwill',
        status: 'due',
        createdAt: start,
        doneAt: null,
        failedAt: null,
      }
      const own = refunds.map(({ amount }) => ({ amount, ...shown }))
      const seen = [await hold.member.client.get(hold.path), await readAsStaff(hold)].map(({ data }) => data)
      for (const { refunds } of z.array(z.object({ refunds: z.array(z.unknown()) })).parse(seen))
        expect(refunds).toEqual(expect.arrayContaining(own))
      const { event } = await holds.broker.eventOf(hold.id, 'payment.refund-due')
      expect(event.data).toMatchObject({ refundId: refunds[0]?.id, amount: '300.00', cause: 'goodwill', ...payment })
    })

    test('the database refuses more than the payment; a cancellation by 1.0.0 gives back what is left of it', async () => {
      const { hold } = await openRefundable('1000.00')
      await giveBack(hold, '300.00')
      const open = async (cause: string, amount: string) => {
        const { rows } = await holds.owner.query(
          `insert into ${service}.refund (event_id, provider_trade_no, cause, reason, amount, currency, target_id, created_at)
          select event_id, provider_trade_no, $3, 'x', $2, currency, target_id, now()
          from ${service}.payment_notification
          where target_id = $1
          returning amount::text`,
          [hold.id, amount, cause],
        )
        return rows.map(row => row.amount)
      }
      await expect(open('goodwill', '700.01')).rejects.toThrow('exceed what was paid')
      expect(await open('cancelled', '1000.00')).toEqual(['700.00'])
      expect(await open('cancelled', '1000.00')).toEqual([])
    })

    test('what was withdrawn can be given back again; a report that it was made after all closes it', async () => {
      const { hold, payment } = await openRefundable('1000.00')
      await giveBack(hold, '1000.00')
      const { id } = await refundOf(hold.id)
      const source = `/campstore/${service}`
      const at = { kind, schema: service, targetId: hold.id, actsFor: { schema: service, source } }
      const by = { type: 'admin', id: 'admin-7' } as const
      const withdrawal = { type: 'refund withdrawn', id: String(id), reason: 'typed wrong', by } as const
      const context = { now: holds.clock.now(), newId: randomUUID }
      await transaction(holds.owner, tx => moveMoney(tx, at, withdrawal, context))
      expect((await readAsStaff(hold)).data).toMatchObject({ refundStatus: 'none' })
      expect((await hold.member.client.get(hold.path)).data).toMatchObject({ refunds: [{ status: 'withdrawn' }] })
      expect(await giveBack(hold, '100.00')).toMatchObject({ status: 200, data: { refundStatus: 'due' } })
      const report = { ...refundFor(payment, holds.clock.now()), refundId: String(id) }
      expect(await outcomeOf(report)).toBe('applied')
      const made = { status: 'done', reference: report.reference, withdrawal_reason: 'typed wrong' }
      expect((await refundsOf(hold.id)).find(refund => refund.id === id)).toMatchObject(made)
      // More than the payment is given back now, and the order is refunded.
      expect(await giveBack(hold, '1.00')).toMatchObject({ status: kind === 'order' ? 409 : 400 })
    })
  })
})
