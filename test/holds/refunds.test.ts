import { randomUUID } from 'node:crypto'
import type { RefundNotification } from '@campstore/contract/messages/payments'
import { money } from '@campstore/core/money'
import { transaction } from '@campstore/database/database'
import { moveMoney } from '@campstore/holds/money/move-money'
import { refundFor } from '@campstore/testing/payments'
import type { Fields } from '@campstore/testing/rows'
import { useFixture } from '@campstore/testing/use-fixture'
import { eventually } from '@campstore/testing/waiting'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bookings } from './bookings.ts'
import {
  eventTypesOf,
  historyOf,
  type OpenHold,
  openHold,
  payAndWait,
  recordedPayment,
  start,
  stateOf,
} from './driver.ts'
import { orders } from './orders.ts'

const reason = '道路坍方'

// What has to be given back (docs/contract/admin.md#refunds, #cancel-with-a-refund; docs/contract/messages.md#refunds).
describe.each([bookings, orders])('$kind', suite => {
  const holds = useFixture(() => suite.start())
  const { service, kind } = suite

  const openPaid = async (due?: string) => {
    const hold = await openHold(suite, holds, { due })
    await payAndWait(suite, hold)
    const sql = `select event_id from ${service}.payment_notification where target_id = $1`
    const [payment] = (await holds.owner.query<{ event_id: string }>(sql, [hold.id])).rows
    return { hold, payment: { eventId: payment?.event_id ?? '', target: { kind, id: hold.id } } }
  }
  const cancelPaid = (
    { id }: Pick<OpenHold, 'id'>,
    body: object = { reason },
    { action = 'cancel-paid', permissions = [suite.permissions.edit, 'payments.edit'] } = {},
  ) => holds.administrator(permissions, 'admin-7').post(`${suite.internalPath}/${id}/${action}`, body)
  const refundsOf = async (targetId: string) =>
    (
      await holds.owner.query<Fields>(`select * from ${service}.refund where target_id = $1 order by created_at`, [
        targetId,
      ])
    ).rows
  const refundOf = async (targetId: string) => {
    const [refund, ...more] = await refundsOf(targetId)
    expect(more).toEqual([])
    return refund ?? expect.fail(`${targetId} has no refund`)
  }
  const outcomeOf = async (notification: RefundNotification) => {
    await holds.notify(notification)
    return eventually(async () => {
      const sql = `select outcome from ${service}.refund_notification where event_id = $1`
      const [row] = (await holds.owner.query<{ outcome: string }>(sql, [notification.eventId])).rows
      return row?.outcome ?? Promise.reject(new Error('the notification has not been handled'))
    })
  }
  /** A payment that is unapplied, because the hold was paid before. */
  const openUnapplied = async () => {
    const { hold } = await openPaid('1000.00')
    const payment = await hold.pay()
    await recordedPayment(suite, holds, payment)
    return { hold, payment }
  }

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

  describe('payment.refunded', () => {
    test('closes the refund of its payment, once; the hold stays as it is', async () => {
      const { hold, payment } = await openUnapplied()
      const before = await stateOf(suite, holds, hold.id)
      const refund = refundFor(payment, new Date('2026-11-20T08:04:00.000Z'))
      expect(await outcomeOf(refund)).toBe('applied')
      const done = {
        status: 'done',
        reference: refund.reference,
        done_at: new Date(refund.refundedAt),
        done_by_type: 'payment',
        done_by_id: refund.eventId,
      }
      expect(await refundOf(hold.id)).toMatchObject(done)
      expect(await outcomeOf({ ...refund, eventId: randomUUID(), refundedAt: start })).toBe('repeated')
      await holds.notify(refund)
      const handled = () => holds.log.filter(line => line.eventId === refund.eventId)
      await expect.poll(handled).toMatchObject([{ outcome: 'applied' }, { outcome: 'repeated' }])
      const closed = await refundOf(hold.id)
      expect(closed).toMatchObject(done)
      expect(await stateOf(suite, holds, hold.id)).toEqual(before)
      const told = (await historyOf(suite, holds, hold.id)).filter(entry => entry.reason === 'refund done')
      expect(told).toMatchObject([{ actor_type: 'payment', actor_id: refund.eventId }])
      const { event } = await holds.broker.eventOf(hold.id, 'payment.refund-done')
      const { eventId, target, providerTradeNo, amount, currency } = payment
      const facts = { eventId, target, providerTradeNo, amount, currency, cause: 'unapplied' }
      expect(event.data).toEqual({ ...facts, refundId: closed.id, reference: refund.reference })
    })

    test('of a refundedAt that cannot be is done as of its receipt; the next one, with another reference, is logged as a warning', async () => {
      const { hold, payment } = await openUnapplied()
      const first = refundFor(payment, new Date('2027-11-20T08:00:00.000Z'))
      const second = refundFor(payment, holds.clock.now())
      expect(await outcomeOf(first)).toBe('applied')
      expect(await refundOf(hold.id)).toMatchObject({ status: 'done', done_at: holds.clock.now() })
      expect(await outcomeOf(second)).toBe('contradictory')
      expect(await refundOf(hold.id)).toMatchObject({ reference: first.reference, done_by_id: first.eventId })
      expect(holds.log.find(line => line.eventId === second.eventId)).toMatchObject({ level: 40 })
    })

    test('of a payment that is applied is recorded and logged, and closes the refund of a later cancellation', async () => {
      const { hold, payment } = await openPaid()
      // Before the hold: it counts as of its receipt.
      const refund = refundFor(payment, new Date(0))
      expect(await outcomeOf(refund)).toBe('not_due')
      const received = `select received_at as done_at from ${service}.refund_notification where event_id = $1`
      const [counted] = (await holds.owner.query<{ done_at: Date }>(received, [refund.eventId])).rows
      expect(holds.log.find(line => line.eventId === refund.eventId)).toMatchObject({ level: 40 })
      expect(await stateOf(suite, holds, hold.id)).toMatchObject({ status: suite.open, payment_status: 'paid' })
      expect(await cancelPaid(hold)).toMatchObject({ status: 200 })
      expect(await refundOf(hold.id)).toMatchObject({ status: 'done', reference: refund.reference, ...counted })
      await holds.broker.eventOf(hold.id, `${kind}.cancelled`)
      expect(eventTypesOf(holds, hold.id)).not.toContain('payment.refund-due')
    })

    test.each<
      [string, (refund: RefundNotification, payment: { eventId: string }) => Partial<RefundNotification>, string]
    >([
      ['another target', () => ({ target: { kind, id: 'another' } }), 'malformed: target differs from the payment'],
      [
        'the eventId of a payment',
        (_, { eventId }) => ({ eventId }),
        'malformed: eventId was used for another notification',
      ],
      ['no reference', () => ({ reference: '' }), 'malformed: reference must have a length of at least 1'],
    ])('is rejected: %s', async (_, changes, rejected) => {
      const { payment } = await openUnapplied()
      const refund = refundFor(payment, holds.clock.now())
      await outcomeOf(refund)
      await holds.notify({
        ...refund,
        ...(rejected.includes('eventId') ? {} : { eventId: randomUUID() }),
        ...changes(refund, payment),
      })
      const message = await holds.broker.take('payments.rejected')
      expect(message.properties.headers?.['x-rejected-reason']).toBe(rejected)
    })

    test('of an unknown payment is tried again, then parked with the reason', async () => {
      const unknown = { eventId: randomUUID(), target: { kind, id: randomUUID() } }
      await holds.notify(refundFor(unknown, holds.clock.now()))
      const parked = await holds.broker.take(`${kind}.payments.parked`)
      expect(parked.properties.headers?.['x-parked-reason']).toMatch(
        /^failed 3 times, last error: .*There is no payment/,
      )
    })
  })

  describe('cancel with a refund', () => {
    test('cancelled and still paid; what was held is free; the refund of all that was paid is due', async () => {
      const { hold, payment } = await openPaid()
      const { paid_at } = (await stateOf(suite, holds, hold.id)) ?? {}
      holds.clock.set('2026-11-20T08:05:00.000Z')
      const answer = await cancelPaid(hold)
      holds.clock.set(start)
      expect(answer).toMatchObject({ status: 200, data: { status: 'cancelled', paymentStatus: 'paid' } })
      expect(await stateOf(suite, holds, hold.id)).toEqual({ status: 'cancelled', payment_status: 'paid', paid_at })
      await holds.expectReleased(hold, 'cancellation', new Date('2026-11-20T08:05:00.000Z'))
      const entry = {
        from_status: suite.open,
        to_status: 'cancelled',
        actor_type: 'admin',
        actor_id: 'admin-7',
        reason,
      }
      expect((await historyOf(suite, holds, hold.id)).at(-1)).toMatchObject(entry)
      const refund = await refundOf(hold.id)
      const due = { amount: hold.session.due, currency: 'TWD' }
      expect(refund).toMatchObject({ ...due, event_id: payment.eventId, cause: 'cancelled', reason, status: 'due' })
      const { event: cancelled } = await holds.broker.eventOf(hold.id, `${kind}.cancelled`)
      expect(cancelled.data).toMatchObject({ status: 'cancelled', paymentStatus: 'paid', reason: 'staff' })
      const { event } = await holds.broker.eventOf(hold.id, 'payment.refund-due')
      expect(event.data).toMatchObject({ ...due, refundId: refund.id, ...payment })
      const kept = await holds.broker.takeWhere('payments.refunds', ({ content }) => content.includes(hold.id))
      expect(JSON.parse(kept.content.toString())).toMatchObject({ id: event.id })
    })

    test('again: the detail again; with another amount: CONFLICT with the amount of the refund; nothing is written', async () => {
      const { hold } = await openPaid('1000.00')
      await cancelPaid(hold, { reason, refundAmount: '400.00' })
      const history = await historyOf(suite, holds, hold.id)
      for (const body of [{ reason }, { reason: 'x', refundAmount: '400.00' }])
        expect(await cancelPaid(hold, body)).toMatchObject({ status: 200, data: { status: 'cancelled' } })
      expect(await cancelPaid(hold, { reason, refundAmount: '9.00' })).toMatchObject({
        status: 409,
        code: 'CONFLICT',
        details: [{ path: 'refundAmount', message: 'is 400.00' }],
      })
      expect(await cancelPaid(hold, { reason }, { action: 'cancel' })).toMatchObject({ status: 200 })
      expect(await historyOf(suite, holds, hold.id)).toEqual(history)
      expect(await refundOf(hold.id)).toMatchObject({ amount: '400.00' })
    })

    test('an amount other than all that is left needs payments.edit: FORBIDDEN, and nothing changes', async () => {
      const { hold } = await openPaid('1000.00')
      const permissions = [suite.permissions.edit]
      for (const refundAmount of ['0.00', '999.99', '1000.01'])
        expect(await cancelPaid(hold, { reason, refundAmount }, { permissions })).toMatchObject({
          code: 'FORBIDDEN',
          message: 'The refund is 1000.00. You need payments.edit for another amount.',
          details: [{ path: 'refundAmount', message: 'is 1000.00' }],
        })
      expect(await stateOf(suite, holds, hold.id)).toMatchObject({ status: suite.open })
      expect(await refundsOf(hold.id)).toEqual([])
      const answer = await cancelPaid(hold, { reason, refundAmount: '1000' }, { permissions })
      expect(answer).toMatchObject({ status: 200, data: { refunds: [{ amount: '1000.00' }] } })
    })

    test('a refund of 0.00 is none', async () => {
      const { hold } = await openPaid()
      expect(await cancelPaid(hold, { reason, refundAmount: '0.00' })).toMatchObject({ status: 200 })
      expect(await refundsOf(hold.id)).toEqual([])
    })

    test('more than it costs is VALIDATION_ERROR, and one that is not paid is CONFLICT: nothing changes', async () => {
      const { hold } = await openPaid('1000.00')
      const unpaid = await openHold(suite, holds)
      const details = [{ path: 'refundAmount', message: 'must be at most 1000.00' }]
      expect(await cancelPaid(hold, { reason, refundAmount: '1000.01' })).toMatchObject({
        status: 400,
        code: 'VALIDATION_ERROR',
        details,
      })
      expect(await cancelPaid(unpaid)).toMatchObject({ status: 409, code: 'CONFLICT' })
      expect(await cancelPaid({ id: 'none' })).toMatchObject({ status: 404, code: 'NOT_FOUND' })
      expect(await stateOf(suite, holds, hold.id)).toMatchObject({ status: suite.open })
      expect(await refundsOf(hold.id)).toEqual([])
    })
  })

  describe('refunds of a part of what was paid', () => {
    const give = ({ id }: Pick<OpenHold, 'id'>, amount: string) =>
      holds.administrator('payments.edit', 'admin-7').post(`${suite.internalPath}/${id}/refunds`, { amount, reason })
    const readAsStaff = ({ id }: Pick<OpenHold, 'id'>) =>
      holds.administrator(suite.permissions.view).get(`${suite.internalPath}/${id}`)
    /** Paid, and an order has shipped. */
    const openRefundable = async (due: string) => {
      const opened = await openPaid(due)
      if (kind === 'order') await holds.administrator().post(`${suite.internalPath}/${opened.hold.id}/ship`)
      return opened
    }

    test('several, up to what was paid; the hold stays as it is', async () => {
      const { hold, payment } = await openRefundable('1000.00')
      const before = await stateOf(suite, holds, hold.id)
      expect(await give(hold, '300.00')).toMatchObject({ status: 200, data: { paymentStatus: 'paid' } })
      expect(await give(hold, '700.01')).toMatchObject({
        status: 400,
        code: 'VALIDATION_ERROR',
        details: [{ path: 'amount', message: 'must be at most 700.00' }],
      })
      expect(await give(hold, '0.50')).toMatchObject({
        status: 400,
        details: [{ path: 'amount', message: 'must be in whole TWD, as the payment, or all that is left' }],
      })
      expect(await give(hold, '700.00')).toMatchObject({ status: 200 })
      expect(await give(hold, '0.01')).toMatchObject({ status: 400 })
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
      const own = refunds.map(({ amount }) => ({
        amount,
        currency: 'TWD',
        cause: 'goodwill',
        status: 'due',
        createdAt: start,
        doneAt: null,
        failedAt: null,
      }))
      const seen = [await hold.member.client.get(hold.path), await readAsStaff(hold)].map(({ data }) => data)
      for (const { refunds: shown } of z.array(z.object({ refunds: z.array(z.unknown()) })).parse(seen))
        expect(shown).toEqual(expect.arrayContaining(own))
      const { event } = await holds.broker.eventOf(hold.id, 'payment.refund-due')
      expect(event.data).toMatchObject({ refundId: refunds[0]?.id, amount: '300.00', cause: 'goodwill', ...payment })
    })

    test('the database refuses more than the payment; a cancellation by 1.0.0 gives back what is left of it', async () => {
      const { hold } = await openRefundable('1000.00')
      await give(hold, '300.00')
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

    test('of something unpaid, or of an order that has not shipped, is CONFLICT', async () => {
      const unpaid = await openHold(suite, holds)
      expect(await give(unpaid, '1.00')).toMatchObject({ status: 409, code: 'CONFLICT' })
      const { hold } = await openPaid()
      expect(await give(hold, '1.00')).toMatchObject({ status: kind === 'order' ? 409 : 200 })
      expect(await give({ id: 'none' }, '1.00')).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    })

    test('payment.refunded closes the refund that it names; without a name it is ambiguous, until one is due', async () => {
      const { hold, payment } = await openRefundable('1000.00')
      for (const amount of ['300.00', '200.00']) await give(hold, amount)
      const opened = await refundsOf(hold.id)
      const [first, second] = ['300.00', '200.00'].map(amount => opened.find(refund => refund.amount === amount))
      const report = (changes: Partial<RefundNotification> = {}) =>
        outcomeOf({ ...refundFor(payment, holds.clock.now()), ...changes })
      expect(await report()).toBe('ambiguous')
      expect(await refundsOf(hold.id)).toMatchObject([{ status: 'due' }, { status: 'due' }])
      expect(await report({ refundId: String(second?.id), reference: `R-2-${hold.id}` })).toBe('applied')
      expect(await report({ reference: `R-2-${hold.id}` })).toBe('repeated')
      expect(await report({ refundId: String(first?.id), reference: `R-2-${hold.id}` })).toBe('contradictory')
      expect(await report({ reference: `R-1-${hold.id}` })).toBe('applied')
      expect(await report()).toBe('contradictory')
      const references = (await refundsOf(hold.id)).map(({ amount, reference }) => [amount, reference])
      expect(Object.fromEntries(references)).toEqual({ '300.00': `R-1-${hold.id}`, '200.00': `R-2-${hold.id}` })
      await holds.notify({ ...refundFor(payment, holds.clock.now()), refundId: 'another' })
      const message = await holds.broker.take('payments.rejected')
      expect(message.properties.headers?.['x-rejected-reason']).toBe('malformed: refundId is no refund of this payment')
    })

    test('payment.refunded closes all refunds that it names: one transaction made them', async () => {
      const { hold, payment } = await openRefundable('1000.00')
      for (const amount of ['300.00', '200.00', '100.00']) await give(hold, amount)
      const [first, second, third] = await refundsOf(hold.id)
      const report = { ...refundFor(payment, holds.clock.now()), refundIds: [first, third].map(one => String(one?.id)) }
      expect(await outcomeOf(report)).toBe('applied')
      expect(await outcomeOf({ ...report, eventId: randomUUID() })).toBe('repeated')
      const more = { ...report, eventId: randomUUID(), refundIds: [String(second?.id)] }
      expect(await outcomeOf(more)).toBe('contradictory')
      const made = (await refundsOf(hold.id)).filter(({ reference }) => reference === report.reference)
      expect(made.map(({ id }) => id).sort()).toEqual([...report.refundIds].sort())
    })

    test('what was withdrawn can be given back again; a report that it was made after all closes it', async () => {
      const { hold, payment } = await openRefundable('1000.00')
      await give(hold, '1000.00')
      const { id } = await refundOf(hold.id)
      const source = `/campstore/${service}`
      const at = { kind, schema: service, targetId: hold.id, actsFor: { schema: service, source } }
      const by = { type: 'admin', id: 'admin-7' } as const
      const withdrawal = { type: 'refund withdrawn', id: String(id), reason: 'typed wrong', by } as const
      const context = { now: holds.clock.now(), newId: randomUUID }
      await transaction(holds.owner, tx => moveMoney(tx, at, withdrawal, context))
      expect((await readAsStaff(hold)).data).toMatchObject({ refundStatus: 'none' })
      expect((await hold.member.client.get(hold.path)).data).toMatchObject({ refunds: [{ status: 'withdrawn' }] })
      expect(await give(hold, '100.00')).toMatchObject({ status: 200, data: { refundStatus: 'due' } })
      const report = { ...refundFor(payment, holds.clock.now()), refundId: String(id) }
      expect(await outcomeOf(report)).toBe('applied')
      const made = { status: 'done', reference: report.reference, withdrawal_reason: 'typed wrong' }
      expect((await refundsOf(hold.id)).find(refund => refund.id === id)).toMatchObject(made)
      // More than the payment is given back now, and the order is refunded.
      expect(await give(hold, '1.00')).toMatchObject({ status: kind === 'order' ? 409 : 400 })
    })
  })
})
