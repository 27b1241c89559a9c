import { randomUUID } from 'node:crypto'
import { insertRow, unique } from '@campstore/testing/rows'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { bookings } from './bookings.ts'
import { historyOf, holdMs, openHold, start } from './driver.ts'
import { orders } from './orders.ts'

// What members and staff may do with a hold (docs/contract/booking.md#cancel, docs/contract/store-checkout.md#cancel,
// docs/contract/admin.md#staff-cancel, docs/contract/authentication.md#members). Each lifecycle.test.ts has the states that allow it.
describe.each([bookings, orders])('$kind', suite => {
  const holds = useFixture(() => suite.start())

  const open = () => openHold(suite, holds, { member: { name: '林美' } })

  describe('POST …/cancel by its member', () => {
    test('answers the cancelled session, releases everything for the next customer, and is in the history', async () => {
      const hold = await open()
      const { client } = await holds.member()
      const next = () => client.post(suite.sessionsPath, hold.requestOfAnother)
      expect(await next()).toMatchObject({ code: suite.codes.unavailable })
      holds.clock.advance(1_000)
      const answer = await hold.cancel()
      expect([answer.status, answer.data]).toEqual([200, { ...hold.session.data, ...suite.cancelled }])
      expect(await hold.read()).toEqual(answer.data)
      const at = holds.clock.now()
      holds.clock.advance(holdMs * 2)
      expect(await hold.cancel(), 'much later').toMatchObject({ status: 200, data: answer.data })
      await holds.expectReleased(hold, 'cancellation', at)
      expect(await historyOf(suite, holds, hold.id)).toMatchObject([
        { from_status: null, to_status: suite.open },
        { from_status: suite.open, to_status: 'cancelled', at, actor_type: 'member', actor_id: hold.member.customerId },
      ])
      expect(await next()).toMatchObject({ status: 200 })
    })

    test("another member's is refused like reading it, before the body, and stays", async () => {
      const hold = await open()
      const { client } = await holds.member()
      expect(await client.get(hold.path)).toMatchObject(suite.foreign)
      expect(await client.send('POST', `${hold.path}/cancel`, { rawBody: '[' })).toMatchObject(suite.foreign)
      // A key that they have used is looked at afterwards.
      const key = { 'idempotency-key': randomUUID() }
      const own = await openHold(suite, holds)
      expect(await own.member.client.post(`${own.path}/cancel`, undefined, key)).toMatchObject({ status: 200 })
      expect(await own.member.client.post(`${hold.path}/cancel`, undefined, key)).toMatchObject(suite.foreign)
      const missing = await own.member.client.post(`${suite.sessionsPath}/${randomUUID()}/cancel`, undefined, key)
      expect(missing).toMatchObject({ status: 404, code: 'NOT_FOUND' })
      expect(await hold.read()).toEqual(hold.session.data)
      await holds.expectHeld(hold)
    })
  })

  describe('POST …/cancel by staff', () => {
    test('answers the detail: cancelled, with the reason and the administrator in the status history', async () => {
      const hold = await open()
      const account = { id: 'admin-7', name: '彭佳玲', email: 'peng@campstore.test', role: 'operator' }
      await insertRow(holds.owner, 'admin.account', { ...account, created_at: start, updated_at: start })
      holds.clock.advance(60_000)
      const answer = await hold.cancelByStaff({ reason: '  重複預訂  ' })
      const state = { status: 'cancelled', paymentStatus: 'unpaid', paidAt: null }
      expect(answer).toMatchObject({ status: 200, data: { ...suite.adminDetail(hold), ...state } })
      const [member, admin] = [
        { type: 'member', id: hold.member.customerId, name: null },
        { type: 'admin', id: 'admin-7', name: '彭佳玲' },
      ]
      const at = '2026-11-20T08:01:00.000Z'
      expect(answer.data).toHaveProperty('statusHistory', [
        { from: null, to: suite.open, at: start, actor: member, reason: null },
        { from: suite.open, to: 'cancelled', at, actor: admin, reason: '重複預訂' },
      ])
      const read = await holds.administrator(suite.permissions.view).get(`${suite.internalPath}/${hold.id}`)
      expect(answer.data).toEqual(read.data)
    })

    test.each(['member', 'system'])('cancelled by %s before: answered as it is, and so is the history', async type => {
      const hold = await open()
      if (type === 'system') holds.clock.set(hold.session.checkoutExpiresAt)
      await (type === 'system' ? holds.expire(hold.id) : hold.cancel())
      const data = { status: 'cancelled', statusHistory: [{}, { actor: { type } }] }
      expect(await hold.cancelByStaff()).toMatchObject({ status: 200, data })
    })

    test('and by its member at the same instant: it ends once, and one event has the actor', async () => {
      const unpaid = await Promise.all(Array.from({ length: 5 }, open))
      const answers = await Promise.all(
        unpaid.flatMap(({ cancel, cancelByStaff }) => [cancelByStaff(), cancel(), cancelByStaff()]),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(15).fill(200))
      for (const hold of unpaid) {
        const { event } = await holds.broker.eventOf(hold.id, `${suite.kind}.cancelled`)
        const [, entry, ...more] = await historyOf(suite, holds, hold.id)
        expect(more).toEqual([])
        expect(event.data).toMatchObject({ reason: entry?.actor_type === 'admin' ? 'staff' : entry?.actor_type })
        expect(JSON.stringify(event)).not.toContain('重複預訂')
        expect(holds.broker.eventsAbout(hold.id)).toHaveLength(2)
        await holds.expectReleased(hold, 'cancellation', holds.clock.now())
      }
    })
  })

  describe('a suspended customer', () => {
    const suspend = ({ customerId }: { customerId: string }) =>
      holds.owner.query(`update member.customer set status = 'suspended' where id = $1`, [customerId])
    const forbidden = { status: 403, code: 'FORBIDDEN' }

    test('may not start a checkout: FORBIDDEN, before the body and the replay', async () => {
      const { member, request } = await open()
      await suspend(member)
      expect(await member.client.post(suite.sessionsPath, request)).toMatchObject(forbidden)
      expect(await member.client.send('POST', suite.sessionsPath, { rawBody: '{' })).toMatchObject(forbidden)
    })

    test('may read their own and cancel, and do nothing else with it', async () => {
      const hold = await open()
      await suspend(hold.member)
      for (const { name, run } of suite.operations)
        expect(await run(hold)).toMatchObject(name === 'cancel' ? { status: 200, data: suite.cancelled } : forbidden)
      for (const path of suite.ownPaths(hold.id))
        expect(await hold.member.client.get(path)).toMatchObject({ status: 200 })
    })
  })

  test.each([true, false])(
    'the first request of a member may be a checkout: it has name, e-mail, and whether that is verified, %s',
    async verified => {
      const subject = unique('uid')
      const email = `${subject}@example.com`
      const member = { subject, email, name: '陳大文', verified }
      const { request } = await holds.offer()
      const answer = await holds.as(member).post(suite.sessionsPath, request)
      const idOf = ({ data }: { data?: unknown }) => {
        const { bookingId, orderId } = data as { bookingId?: string; orderId?: string }
        return bookingId ?? orderId ?? expect.fail('no id')
      }
      const id = idOf(answer)
      const staff = holds.administrator(suite.permissions.view)
      const detail = await staff.get(`${suite.internalPath}/${id}`)
      expect(detail.data).toMatchObject(suite.contact(member))
      const { event } = await holds.broker.eventOf(id, `${suite.kind}.created`)
      expect(event.data).toMatchObject(suite.publishedContact(verified))

      // Its address changes at the provider: existing holds keep their snapshot, the next ones have the new address.
      const moved = { ...member, email: `new-${email}`, verified: true }
      const { request: second } = await holds.offer()
      const nextId = idOf(await holds.as(moved).post(suite.sessionsPath, { ...second, idempotencyKey: unique('key') }))
      expect((await staff.get(`${suite.internalPath}/${nextId}`)).data).toMatchObject(suite.contact(moved))
      expect((await staff.get(`${suite.internalPath}/${id}`)).data).toMatchObject(suite.contact(member))
    },
  )
})
