import { unique } from '@campstore/testing/rows'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { bookings } from './bookings.ts'
import { openHold } from './driver.ts'
import { orders } from './orders.ts'

// Who may do what as a member (docs/contract/authentication.md#members).
const forbidden = { status: 403, code: 'FORBIDDEN' }

describe.each([bookings, orders])('$kind', suite => {
  const holds = useFixture(() => suite.start())

  const open = () => openHold(suite, holds)
  const setStatus = (customerId: string, status: string) =>
    holds.owner.query('update member.customer set status = $2 where id = $1', [customerId, status])
  /** Any request of a member; it makes the customer of a new subject. */
  const missing = `${suite.sessionsPath}/none`

  describe('a suspended customer', () => {
    test('may not start a checkout: FORBIDDEN, before the body and the replay', async () => {
      const { member, request } = await open()
      await setStatus(member.customerId, 'suspended')
      expect(await member.client.post(suite.sessionsPath, request)).toMatchObject(forbidden)
      expect(await member.client.send('POST', suite.sessionsPath, { rawBody: '{' })).toMatchObject(forbidden)
    })

    test("may not cancel another member's", async () => {
      const { cancel, path, read, session } = await open()
      const { client } = await holds.member({ status: 'suspended' })
      expect(await client.post(`${path}/cancel`)).toMatchObject(suite.foreign)
      expect(await client.post(`${missing}/cancel`)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
      expect(await read()).toEqual(session.data)
      expect(await cancel()).toMatchObject({ status: 200 })
    })

    test('may read their own and cancel, and do nothing else with it', async () => {
      const hold = await open()
      await setStatus(hold.member.customerId, 'suspended')
      for (const { name, run } of suite.operations)
        expect(await run(hold)).toMatchObject(name === 'cancel' ? { status: 200, data: suite.cancelled } : forbidden)
      expect(await hold.read()).toEqual({ ...hold.session.data, ...suite.cancelled })
      for (const path of suite.ownPaths(hold.id))
        expect(await hold.member.client.get(path)).toMatchObject({ status: 200 })
    })
  })

  describe('first requests', () => {
    test.each([
      ['verified', true],
      ['not verified', false],
    ])(
      'the first request may be a checkout: the hold has name and e-mail, and says that it is %s',
      async (_, verified) => {
        const subject = unique('uid')
        const email = `${subject}@example.com`
        const client = holds.as({ subject, email, name: '陳大文', verified })
        const { request } = await holds.offer()
        const session = await client.post(suite.sessionsPath, request)
        expect(session).toMatchObject({ status: 200 })
        const { bookingId, orderId } = session.data as { bookingId?: string; orderId?: string }
        const id = bookingId ?? orderId ?? expect.fail('no id')
        const staff = holds.administrator(suite.permissions.view)
        const detail = await staff.get(`${suite.internalPath}/${id}`)
        expect(detail.data).toMatchObject(suite.contact({ name: '陳大文', email, verified }))
        expect((await staff.get(`${suite.internalPath}?q=${email}`)).data).toHaveLength(1)
        const { event } = await holds.broker.eventOf(id, `${suite.kind}.created`)
        expect(event.data).toMatchObject(suite.publishedContact(verified))
      },
    )
  })
})
