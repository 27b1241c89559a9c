import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MemberClient, orderOf, sessionOf } from '../system/client.ts'
import { createSampleRequests, type SampleRequests } from '../system/sample-requests.ts'
import { type System, startSystem } from '../system/system.ts'
import { forSeconds, untilAuditPasses } from '../system/waiting.ts'

let system: System
let members: MemberClient[]
let samples: SampleRequests
beforeAll(async () => {
  system = await startSystem({ services: ['booking', 'checkout', 'me'] })
  members = await system.members(5)
  samples = await createSampleRequests(system.owner)
})
afterAll(() => system.stop())

/** Each member pays a booking and an order, so many times. */
async function payEach(times: number): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) {
    await Promise.all(
      members.map(async member => {
        const stay = sessionOf(await samples.stay(member)())
        const order = orderOf(await samples.order(member)())
        await system.payments.pay({ kind: 'booking', id: stay.bookingId }, stay.pricing.finalAmount)
        await system.payments.pay({ kind: 'order', id: order.orderId }, order.pricing.total)
      }),
    )
  }
}

test('the me process killed with -9 again and again while payments arrive: the spending of customers is right in the end, with each payment counted once', async () => {
  const paying = payEach(20)
  for (let kill = 0; kill < 3; kill += 1) {
    await forSeconds(0.3)
    const me = system.process('me', 0)
    me.kill('SIGKILL')
    await me.exited
    await system.restart('me', 0)
  }
  await paying
  await untilAuditPasses(system)
  const { rows } = await system.owner.query<{ kind: string; count: number }>(
    'select kind, count(*)::integer as count from member.purchase group by kind order by kind',
  )
  expect(rows).toEqual(['booking', 'order'].map(kind => ({ kind, count: 20 * members.length })))
})
