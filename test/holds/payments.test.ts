import { randomUUID } from 'node:crypto'
import { signatureHeader } from '@campstore/contract/messages/payments'
import { money } from '@campstore/core/money'
import { signPayment } from '@campstore/payments/signature'
import { paymentFor } from '@campstore/testing/payments'
import { paymentSecret } from '@campstore/testing/service-fixture'
import { useFixture } from '@campstore/testing/use-fixture'
import { eventually } from '@campstore/testing/waiting'
import { describe, expect, test } from 'vitest'
import { bookings } from './bookings.ts'
import { eventTypesOf, historyOf, type OpenHold, openHold, recordedPayment, start, stateOf } from './driver.ts'
import { orders } from './orders.ts'

// What a payment notification does (docs/contract/messages.md#how-a-payment-is-applied, #rejected-messages).
describe.each([bookings, orders])('$kind', suite => {
  const holds = useFixture(() => suite.start())

  type Changes = Parameters<OpenHold['pay']>[0]
  const open = (due?: string) => openHold(suite, holds, { due })
  const outcomeOf = async (hold: OpenHold, changes?: Changes) => recordedPayment(suite, holds, await hold.pay(changes))
  const unpaid = { status: suite.open, payment_status: 'unpaid', paid_at: null }

  describe('payment.succeeded', () => {
    test('applied: paid, with paidAt, one history entry and the event; status and what is held stay', async () => {
      const hold = await open()
      holds.clock.advance(60_000)
      const payment = await hold.pay({ paidAt: '2026-11-20T08:00:59.500Z' })
      await holds.broker.eventOf(hold.id, `${suite.kind}.paid`)
      const paidAt = new Date('2026-11-20T08:00:59.500Z')
      expect(await stateOf(suite, holds, hold.id)).toEqual({ ...unpaid, payment_status: 'paid', paid_at: paidAt })
      const by = { actor_type: 'payment', actor_id: payment.eventId, reason: 'paid' }
      const at = new Date('2026-11-20T08:01:00.000Z')
      const entry = { from_status: suite.open, to_status: suite.open, at, ...by }
      expect((await historyOf(suite, holds, hold.id)).slice(1)).toMatchObject([entry])
      await holds.expectHeld(hold)
    })

    test('confirmed by the broker and not applied yet: neither its member nor staff can end the hold', async () => {
      const hold = await open()
      const cancels = () => {
        // Its payment is of an earlier instant than the cancel.
        holds.clock.advance(1)
        return Promise.all([hold.cancel(), hold.cancelByStaff()])
      }
      const lockAccount = `function ${suite.service}.lock_account(text, text, text, text, text)`
      try {
        await holds.owner.query(`revoke execute on ${lockAccount} from campstore_${suite.service}`)
        await hold.pay()
        for (const answer of await cancels()) {
          expect(answer).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' })
          expect(answer.headers.get('retry-after')).toMatch(/^[1-9]/)
        }
        expect(await stateOf(suite, holds, hold.id)).toEqual(unpaid)
      } finally {
        await holds.owner.query(`grant execute on ${lockAccount} to campstore_${suite.service}`)
      }
      await holds.broker.eventOf(hold.id, `${suite.kind}.paid`)
      for (const answer of await cancels()) expect(answer).toMatchObject({ status: 409, code: 'CONFLICT' })
    })

    test('applied once per eventId, however often it is delivered', async () => {
      const hold = await open()
      const payment = { eventId: randomUUID() }
      await Promise.all([1, 2, 3, 4, 5].map(() => hold.pay({ ...payment, providerTradeNo: 'T-1' })))
      const repeated = () => holds.log.filter(line => line.eventId === payment.eventId && line.outcome === 'repeated')
      await eventually(() => expect(repeated()).toHaveLength(4))
      await outcomeOf(hold)
      const sql = `select from ${suite.service}.payment_notification where target_id = $1`
      expect((await holds.owner.query(sql, [hold.id])).rowCount).toBe(2)
      const reasons = (await historyOf(suite, holds, hold.id)).slice(1).map(({ reason }) => reason)
      expect(reasons).toEqual(['paid', 'payment unapplied: already_paid'])
      await holds.broker.eventOf(hold.id, 'payment.unapplied')
      expect(eventTypesOf(holds, hold.id).filter(type => type === `${suite.kind}.paid`)).toHaveLength(1)
    })
  })

  test('payment.succeeded for what its member has cancelled is unapplied, whatever its amount; payment.unapplied says why', async () => {
    const hold = await open()
    await hold.cancel()
    const before = await stateOf(suite, holds, hold.id)
    const payment = await hold.pay({ amount: money('5.00') })
    const reason = 'cancelled'
    expect(await recordedPayment(suite, holds, payment)).toMatchObject({ outcome: 'unapplied', reason })
    const { eventId, target, amount, currency, providerTradeNo } = payment
    const { event } = await holds.broker.eventOf(target.id, 'payment.unapplied')
    expect(event.data).toEqual({ eventId, target, amount, currency, providerTradeNo, reason })
    expect(event).toMatchObject({ source: `/campstore/${suite.service}`, subject: target.id })
    expect(await stateOf(suite, holds, hold.id)).toEqual(before)
    const kept = await holds.broker.takeWhere('payments.unapplied', ({ content }) => content.includes(eventId))
    expect(JSON.parse(kept.content.toString())).toMatchObject({ id: event.id, data: { eventId, reason } })
    const logged = () => holds.log.find(line => line.eventId === eventId)
    await expect.poll(logged).toMatchObject({ level: 40, msg: 'Payment unapplied' })
  })

  describe('one number of the provider is one payment', () => {
    const other = suite.kind === 'order' ? 'booking' : 'checkout'
    const refunds = async (id: string) =>
      (await holds.owner.query(`select from ${suite.service}.refund where target_id = $1`, [id])).rowCount

    test('to the same target again: repeated, with another amount with a warning and a history entry; no refund', async () => {
      const hold = await open('1000.00')
      const wrong = await hold.pay({ amount: money('10.00') })
      expect(await recordedPayment(suite, holds, wrong)).toMatchObject({ reason: 'amount_mismatch' })
      const { providerTradeNo } = wrong
      expect(await outcomeOf(hold, { providerTradeNo, amount: money('10.00') })).toMatchObject({ outcome: 'repeated' })
      const corrected = await hold.pay({ providerTradeNo })
      expect(await recordedPayment(suite, holds, corrected)).toMatchObject({ outcome: 'repeated', reason: null })
      const warned = () => holds.log.filter(({ level, eventId }) => level === 40 && eventId === corrected.eventId)
      await eventually(() => expect(warned()).toHaveLength(1))
      expect(await stateOf(suite, holds, hold.id)).toEqual(unpaid)
      const paid = await hold.pay()
      expect(await recordedPayment(suite, holds, paid)).toMatchObject({ outcome: 'applied' })
      const again = await outcomeOf(hold, { providerTradeNo: paid.providerTradeNo })
      expect(again).toMatchObject({ outcome: 'repeated', reason: null })
      expect(await refunds(hold.id), 'of the wrong amount').toBe(1)
      expect((await historyOf(suite, holds, hold.id)).slice(1).map(({ reason }) => reason)).toEqual([
        'payment unapplied: amount_mismatch',
        'payment repeated with another amount: nothing is changed',
        'paid',
      ])
    })

    test('to another target, which may be unknown: unapplied, with no refund and no event to give it back', async () => {
      const [paid, hold] = [await open(), await open()]
      const payment = await paid.pay()
      await recordedPayment(suite, holds, payment)
      const reused = { providerTradeNo: payment.providerTradeNo }
      const unknown = { kind: suite.kind, id: randomUUID() }
      for (const changes of [reused, { ...reused, target: unknown }]) {
        expect(await outcomeOf(hold, changes)).toMatchObject({ outcome: 'unapplied', reason: 'trade_number_used' })
        expect(await outcomeOf(hold, changes)).toMatchObject({ outcome: 'repeated', reason: null })
      }
      expect(await refunds(hold.id)).toBe(0)
      expect(await refunds(unknown.id)).toBe(0)
      expect(eventTypesOf(holds, hold.id)).toEqual([`${suite.kind}.created`])
      expect(await outcomeOf(hold)).toMatchObject({ outcome: 'applied' })
    })

    test.each([
      ['commit', { outcome: 'unapplied', reason: 'trade_number_used' }],
      ['rollback', { outcome: 'applied', reason: null }],
    ])(
      'the consumers of bookings and orders at once: the second waits, and after a %s is judged',
      async (end, outcome) => {
        const hold = await open()
        const number = randomUUID()
        const session = await holds.owner.connect()
        try {
          await session.query('begin')
          await session.query(`select ${other}.lock_account('x', null, null, $1, null)`, [number])
          await session.query(
            `insert into ${other}.payment_notification
          values ($1, 'payment.succeeded', 'x', 1, 'TWD', 'card', $1, now(), 'applied', null, now())`,
            [number],
          )
          const payment = await hold.pay({ providerTradeNo: number })
          const waiting = `
            select from pg_locks
            where locktype = 'advisory' and not granted
              and database = (select oid from pg_database where datname = current_database())`
          await expect.poll(async () => (await holds.owner.query(waiting)).rowCount).toBe(1)
          await session.query(end)
          expect(await recordedPayment(suite, holds, payment)).toMatchObject(outcome)
        } finally {
          await session.query('rollback')
          session.release()
        }
      },
    )
  })

  // Other reasons are in libs/payments/src/notification.test.ts and libs/holds/src/apply-notification.test.ts.
  test('signed more than a day before it comes: to payments.rejected, with the reason in x-rejected-reason', async () => {
    const notification = paymentFor({ kind: suite.kind, id: 'x-1' }, '1.00', new Date(start))
    const content = Buffer.from(JSON.stringify(notification))
    const signature = signPayment(content, paymentSecret, new Date(Date.parse(start) - 86_401_000))
    await holds.broker.publishPayment(suite.kind, content, { [signatureHeader]: signature })
    const { properties } = await holds.broker.take('payments.rejected')
    expect(properties.headers?.['x-rejected-reason']).toMatch(/^signature too old/)
  })
})
