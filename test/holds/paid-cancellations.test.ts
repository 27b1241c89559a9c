import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { bookings } from './bookings.ts'
import { historyOf, openHold, start, stateOf } from './driver.ts'
import { orders } from './orders.ts'
import { reason, refundDriver } from './refunds.ts'

// Staff cancel what was paid (docs/contract/admin.md#cancel-with-a-refund).
describe.each([bookings, orders])('$kind: cancel with a refund', suite => {
  const holds = useFixture(() => suite.start())
  const { kind } = suite
  const { openPaid, cancelPaid, refundsOf, refundOf } = refundDriver(suite, holds)

  test('cancelled and still paid; what was held is free; the refund of all that was paid is due', async () => {
    const { hold, payment } = await openPaid()
    const { paid_at } = (await stateOf(suite, holds, hold.id)) ?? {}
    holds.clock.set('2026-11-20T08:05:00.000Z')
    const answer = await cancelPaid(hold)
    holds.clock.set(start)
    expect(answer).toMatchObject({ status: 200, data: { status: 'cancelled', paymentStatus: 'paid' } })
    expect(await stateOf(suite, holds, hold.id)).toEqual({ status: 'cancelled', payment_status: 'paid', paid_at })
    await holds.expectReleased(hold, 'cancellation', new Date('2026-11-20T08:05:00.000Z'))
    const entry = { from_status: suite.open, to_status: 'cancelled', actor_type: 'admin', actor_id: 'admin-7', reason }
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
      code: 'CONFLICT',
      details: [{ path: 'refundAmount', message: 'is 400.00' }],
    })
    expect(await hold.cancelByStaff()).toMatchObject({ status: 200 })
    expect(await historyOf(suite, holds, hold.id)).toEqual(history)
    expect(await refundOf(hold.id)).toMatchObject({ amount: '400.00' })
  })

  test('an amount other than all that is left needs payments.edit: FORBIDDEN, and nothing changes', async () => {
    const { hold } = await openPaid('1000.00')
    const permissions = [suite.permissions.edit]
    for (const refundAmount of ['0.00', '999.99', '1000.01'])
      expect(await cancelPaid(hold, { reason, refundAmount }, permissions)).toMatchObject({
        code: 'FORBIDDEN',
        message: 'The refund is 1000.00. You need payments.edit for another amount.',
        details: [{ path: 'refundAmount', message: 'is 1000.00' }],
      })
    expect(await stateOf(suite, holds, hold.id)).toMatchObject({ status: suite.open })
    expect(await refundsOf(hold.id)).toEqual([])
    const answer = await cancelPaid(hold, { reason, refundAmount: '1000' }, permissions)
    expect(answer).toMatchObject({ status: 200, data: { refunds: [{ amount: '1000.00' }] } })
  })

  test('more than it costs is VALIDATION_ERROR, and one that is not paid is CONFLICT: nothing changes; 0.00 is no refund', async () => {
    const { hold } = await openPaid('1000.00')
    const unpaid = await openHold(suite, holds)
    const details = [{ path: 'refundAmount', message: 'must be at most 1000.00' }]
    expect(await cancelPaid(hold, { reason, refundAmount: '1000.01' })).toMatchObject({
      code: 'VALIDATION_ERROR',
      details,
    })
    expect(await cancelPaid(unpaid)).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(await stateOf(suite, holds, hold.id)).toMatchObject({ status: suite.open })
    expect(await cancelPaid(hold, { reason, refundAmount: '0.00' })).toMatchObject({ status: 200 })
    expect(await refundsOf(hold.id)).toEqual([])
  })
})
