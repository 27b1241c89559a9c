import { join } from 'node:path'
import type { PaymentNotification } from '@campstore/contract/messages/payments'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { declareTopology } from '@campstore/messaging/topology'
import { nameTestDatabase } from '@campstore/testing/databases'
import { openPaymentService, paymentFor } from '@campstore/testing/payments'
import { storedHolds } from '@campstore/testing/stored-holds'
import { useDatabase, useVhost } from '@campstore/testing/use-fixture'
import type { Pool } from 'pg'
import { expect } from 'vitest'
import { isViolated } from '../../tools/audit/report.ts'
import { restore } from '../../tools/backup/restore.ts'
import { testWithClients } from '../../tools/backup/testing/test-with-clients.ts'
import { backUp } from '../../tools/backup.ts'
import { onBroker } from '../../tools/broker/on-broker.ts'
import { wholeTopology } from '../../tools/broker/users.ts'
import { audit } from '../system/audit.ts'
import { kindOf, type MemberClient, sessionOf, tally } from '../system/client.ts'
import { startLoad } from '../system/load.ts'
import { createSampleRequests, heldId } from '../system/sample-requests.ts'
import { type System, startSystem } from '../system/system.ts'
import { allEnded, publishedEvents, untilPaid } from '../system/waiting.ts'

const parts = { services: ['booking', 'checkout'], processes: 1, inProcess: true } as const
const file = join(temporaryServerHome(), 'campstore.dump')
const database = useDatabase()
const vhost = useVhost()

/** A hold, and the notification that pays it. */
async function payable(member: MemberClient, samples: Awaited<ReturnType<typeof createSampleRequests>>) {
  const booking = sessionOf(await samples.stay(member)())
  const target = { kind: 'booking', id: booking.bookingId } as const
  return { id: booking.bookingId, notification: paymentFor(target, booking.pricing.finalAmount, new Date()) }
}

/** Backs up under load. Returns the payments before the back-up, and the ones after it, which it does not contain. */
async function lifeBefore(): Promise<{ paidBefore: string; paidAfter: string; lost: PaymentNotification[] }> {
  // The server of the tests is shared, so the test's database is dropped at the end and not with the system.
  const system = await startSystem({ ...parts, database: { ...database, drop: async () => {} } })
  try {
    const member = await system.member()
    const samples = await createSampleRequests(system.owner)
    const before = await payable(member, samples)
    await system.payments.publish(before.notification)
    await untilPaid(system.owner, [before.id])
    const after = await payable(member, samples)

    const load = startLoad({ clients: 3, pauseMs: 100, maxRequests: 5000 }, number => samples.request(member, number)())
    await expect.poll(() => load.responses.length).toBeGreaterThan(20)
    await backUp(database.adminUrl, file)
    const during = load.responses.length
    await expect.poll(() => load.responses.length).toBeGreaterThan(during)
    const responses = await load.stop()
    expect(tally(responses), 'requests while pg_dump runs').toEqual({ '200': responses.length })

    const neverBackedUp = await payable(member, samples)
    const lost = [after.notification, neverBackedUp.notification]
    for (const notification of lost) await system.payments.publish(notification)
    await untilPaid(system.owner, [after.id, neverBackedUp.id])
    return { paidBefore: before.id, paidAfter: after.id, lost }
  } finally {
    await system.stop()
  }
}

/** Time has passed until the restore: no hold of the back-up is still running. */
async function passDeadlines(owner: Pool): Promise<void> {
  for (const [table, createdAt] of [
    ['booking.booking', 'created_at'],
    ['checkout.store_order', 'placed_at'],
  ]) {
    const earlier = (column = '') => `${column} = ${column} - interval '20 minutes'`
    await owner.query(
      `update ${table} set ${earlier(createdAt)}, ${earlier('checkout_expires_at')} where payment_status = 'unpaid'`,
    )
  }
}

async function checkRestored(system: System, life: Awaited<ReturnType<typeof lifeBefore>>): Promise<void> {
  const { owner } = system
  const holds = await allEnded(system)
  const [, lostPayment] = life.lost
  const paid = holds.filter(({ paymentStatus }) => paymentStatus === 'paid').map(({ id }) => id)
  expect(paid.toSorted(), 'paid, also when that was after the back-up').toEqual(
    [life.paidBefore, life.paidAfter].toSorted(),
  )
  const expired = holds.filter(({ id }) => !paid.includes(id))
  expect(expired.length, 'holds of the load').toBeGreaterThan(10)
  expect([...new Set(expired.map(({ steps }) => steps.join()))]).toEqual(['cancelled by system'])

  const eventsOf = async (id = '') => (await publishedEvents(system)).get(id)
  await expect.poll(() => eventsOf(life.paidAfter)).toContain('booking.paid')
  await expect
    .poll(() => eventsOf(lostPayment?.target.id), { message: 'a booking that is not in the back-up' })
    .toEqual(['payment.unapplied: unknown_target'])
  const { rows } = await owner.query(`select outcome, reason from booking.payment_notification where event_id = $1`, [
    lostPayment?.eventId,
  ])
  expect(rows).toEqual([{ outcome: 'unapplied', reason: 'unknown_target' }])
  expect(await audit(system.owner)).toEqual([])
}

testWithClients(
  'a back-up under load is restored into an empty database; payments since then are published again; services go on',
  async () => {
    const life = await lifeBefore()
    // The restore creates it.
    const { create: _, ...restored } = nameTestDatabase()
    const { checks, applied } = await restore(restored.adminUrl, file)
    expect([checks.filter(isViolated), applied]).toEqual([[], []])
    const heldBefore = await storedHolds(restored.pool())
    await passDeadlines(restored.pool())

    // A new broker: its queues are declared before the services start, so that payments wait there in front of every expiry.
    await onBroker(vhost.url, async connection => declareTopology(await connection.createChannel(), wholeTopology(900)))
    const paymentService = await openPaymentService(vhost.url)
    for (const notification of life.lost) await paymentService.publish(notification)
    for (const notification of life.lost) await paymentService.publish(notification) // repetitions change nothing
    await paymentService.close()

    const system = await startSystem({ ...parts, database: restored, rabbitmqUrl: vhost.url })
    try {
      expect(heldBefore.length).toBe((await storedHolds(system.owner)).length)
      await checkRestored(system, life)
      const member = await system.member()
      const samples = await createSampleRequests(system.owner)
      const held = [await samples.stay(member)(), await samples.order(member)()]
      expect(held.map(kindOf)).toEqual(['200', '200'])
      const [stay] = held
      if (!stay) throw new Error('no booking')
      await system.payments.pay({ kind: 'booking', id: heldId(stay) }, sessionOf(stay).pricing.finalAmount)
      await untilPaid(system.owner, [heldId(stay)])
    } finally {
      await system.stop()
    }
  },
  600_000,
)
