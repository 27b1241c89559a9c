import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { bookings } from './bookings.ts'
import { historyOf, type OpenHold, openHold, start } from './driver.ts'
import { orders } from './orders.ts'

// Staff may end what is unpaid (docs/contract/admin.md#staff-cancel). Which states allow it is in each lifecycle.test.ts.
describe.each([bookings, orders])('$kind', suite => {
  const holds = useFixture(() => suite.start())

  const open = () => openHold(suite, holds, { member: { name: '林美' } })
  const detailPath = (id: string) => `${suite.internalPath}/${id}`
  const cancelledEvents = ({ id }: OpenHold) =>
    holds.broker.eventsAbout(id).filter(({ routingKey }) => routingKey === `${suite.kind}.cancelled`)
  const cancelledEvent = async ({ id }: OpenHold) => (await holds.broker.eventOf(id, `${suite.kind}.cancelled`)).event

  describe('POST …/cancel by staff', () => {
    test('answers the detail: cancelled, with the reason and the administrator in the status history', async () => {
      const hold = await open()
      holds.clock.advance(60_000)
      const answer = await hold.cancelByStaff({ reason: '  重複預訂  ' })
      expect(answer).toMatchObject({
        status: 200,
        data: { ...suite.adminDetail(hold), status: 'cancelled', paymentStatus: 'unpaid', paidAt: null },
      })
      const { customerId } = hold.member
      expect(answer.data).toHaveProperty('statusHistory', [
        { from: null, to: suite.open, at: start, actor: { type: 'member', id: customerId }, reason: null },
        {
          from: suite.open,
          to: 'cancelled',
          at: '2026-11-20T08:01:00.000Z',
          reason: '重複預訂',
          actor: { type: 'admin', id: 'admin-7' },
        },
      ])
      const read = await holds.administrator(suite.permissions.view).get(detailPath(hold.id))
      expect(answer.data).toEqual(read.data)
    })

    test('the event carries reason staff, and not what was written', async () => {
      const hold = await open()
      await hold.cancelByStaff()
      const event = await cancelledEvent(hold)
      expect(event.data).toMatchObject({ status: 'cancelled', paymentStatus: 'unpaid', reason: 'staff' })
      expect(JSON.stringify(event)).not.toContain('重複預訂')
    })

    test('past the deadline and not expired yet: staff may cancel, and the expiry finds nothing to do', async () => {
      const hold = await open()
      holds.clock.set(hold.session.checkoutExpiresAt)
      expect(await hold.cancelByStaff()).toMatchObject({ status: 200, data: { status: 'cancelled' } })
      expect(await holds.expire(hold.id)).toBe('unchanged')
      await holds.expectReleased(hold, 'cancellation', holds.clock.now())
      await cancelledEvent(hold)
      expect(cancelledEvents(hold)).toHaveLength(1)
    })

    test('repeated, with another reason: answered again as it is, no second entry, no second event', async () => {
      const hold = await open()
      const first = await hold.cancelByStaff()
      await cancelledEvent(hold)
      holds.clock.advance(60_000)
      expect((await hold.cancelByStaff({ reason: '又一次' })).body).toEqual(first.body)
      const sql = `select from ${suite.service}.outbox where subject = $1`
      await expect.poll(async () => (await holds.owner.query(sql, [hold.id])).rowCount).toBe(0)
      expect(cancelledEvents(hold)).toHaveLength(1)
    })

    test.each<[string, (hold: OpenHold) => Promise<unknown>, string]>([
      ['its member', ({ cancel }) => cancel(), 'member'],
      [
        'the end of its hold',
        ({ session, id }) => {
          holds.clock.set(session.checkoutExpiresAt)
          return holds.expire(id)
        },
        'system',
      ],
    ])('cancelled by %s before: answered as it is, and the history stays theirs', async (_, end, actor) => {
      const hold = await open()
      await end(hold)
      const answer = await hold.cancelByStaff()
      expect(answer).toMatchObject({ status: 200, data: { status: 'cancelled' } })
      expect(answer.data).toHaveProperty('statusHistory', [
        expect.anything(),
        expect.objectContaining({ actor: expect.objectContaining({ type: actor }) }),
      ])
    })

    test('its member gets the cancelled session, may not go on with it, and a payment after it is not applied', async () => {
      const hold = await open()
      await hold.cancelByStaff()
      for (const { name, run } of suite.operations)
        expect(await run(hold)).toMatchObject(
          name === 'cancel' ? { status: 200, data: suite.cancelled } : { status: 409, code: 'CONFLICT' },
        )
      await hold.pay()
      const { event } = await holds.broker.eventOf(hold.id, 'payment.unapplied')
      expect(event.data).toMatchObject({ reason: 'cancelled' })
    })
  })

  test('the reason may have 200 characters, beside the blanks around it', async () => {
    const { cancelByStaff } = await open()
    const reason = '滿'.repeat(200)
    expect(await cancelByStaff({ reason: ` ${reason}\n` })).toMatchObject({ data: { statusHistory: [{}, { reason }] } })
  })

  test.each(suite.waysToBeCancellable)(
    'staff and member at the same instant, %s: it ends once, and one event has the actor',
    async (_, prepare) => {
      const unpaid = await Promise.all(Array.from({ length: 5 }, open))
      for (const hold of unpaid) await prepare(hold)
      const answers = await Promise.all(
        unpaid.flatMap(({ cancel, cancelByStaff }) => [cancelByStaff(), cancel(), cancelByStaff()]),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(15).fill(200))
      for (const hold of unpaid) {
        const { data } = await cancelledEvent(hold)
        const [entry, ...more] = (await historyOf(suite, holds, hold.id)).filter(
          ({ to_status }) => to_status === 'cancelled',
        )
        expect(more).toEqual([])
        expect(data).toMatchObject({ reason: entry?.actor_type === 'admin' ? 'staff' : entry?.actor_type })
        expect(cancelledEvents(hold)).toHaveLength(1)
        await holds.expectReleased(hold, 'cancellation', holds.clock.now())
      }
    },
  )
})
