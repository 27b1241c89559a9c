import { readFileSync } from 'node:fs'
import { adminPaymentSchema } from '@campstore/contract/admin/payments'
import type { PaymentNotification } from '@campstore/contract/messages/payments'
import { money } from '@campstore/core/money'
import { openCampground } from '@campstore/testing/campground'
import { paymentFor } from '@campstore/testing/payments'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { stayAt } from '../system/campground.ts'
import { type MemberClient, orderOf, sessionOf } from '../system/client.ts'
import { type StaffClient, signInStaff } from '../system/staff.ts'
import { openStore, orderFor } from '../system/store.ts'
import { type System, startSystem } from '../system/system.ts'

// Where staff see a payment that was not applied (docs/contract/messages.md#unapplied-payments): as a warning in the log, in the
// status history, and in the list of payments. A rejected one, whose content cannot be trusted, is a warning in the log only.
let system: System
let staff: StaffClient
let buyer: MemberClient
beforeAll(async () => {
  system = await startSystem({ services: ['booking', 'checkout', 'admin'], processes: 1, sweepSeconds: 1 })
  staff = await signInStaff(system, 'operator')
  const member = await system.member()
  buyer = member
})
afterAll(() => system?.stop())

type Held = { target: PaymentNotification['target']; due: string; cancel(): Promise<unknown> }

async function heldBooking(): Promise<Held> {
  const campground = await openCampground(system.owner, { zones: [1] })
  const { bookingId: id, pricing } = sessionOf(await buyer.checkout(stayAt(campground)))
  return { target: { kind: 'booking', id }, due: pricing.finalAmount, cancel: () => buyer.cancel(id) }
}

async function heldOrder(changes: Parameters<typeof orderFor>[1] = {}): Promise<Held> {
  const { variantIds } = await openStore(system.owner, [1])
  const { orderId: id, pricing } = orderOf(await buyer.order(orderFor(variantIds, changes)))
  return { target: { kind: 'order', id }, due: pricing.total, cancel: () => buyer.cancelOrder(id) }
}

const held = { booking: heldBooking, order: heldOrder }
const kinds = ['booking', 'order'] as const

const detailSchema = z.object({
  status: z.string(),
  statusHistory: z.array(z.object({ reason: z.string().nullable(), actor: z.object({ id: z.string().nullable() }) })),
})

const detailOf = async ({ kind, id }: Held['target']) =>
  detailSchema.parse((await staff.get(`/api/admin/${kind}s/${id}`)).data)

/** What the status history of a booking or order says of a payment. */
const historyOf = async (target: Held['target'], eventId: string): Promise<(string | null)[]> =>
  (await detailOf(target)).statusHistory.filter(({ actor }) => actor.id === eventId).map(({ reason }) => reason)

/** The entries of a payment in the list, which is filtered by an outcome. */
const listed = async (outcome: string, target: Held['target'], eventId: string) =>
  z
    .array(adminPaymentSchema)
    .parse((await staff.get(`/api/admin/payments?outcome=${outcome}&targetId=${target.id}`)).data)
    .filter(payment => payment.eventId === eventId)

const logLine = z.looseObject({ level: z.string(), msg: z.string() })

/** The log lines of the services that contain a text. */
const logged = (text: string) =>
  system
    .processes()
    .flatMap(({ log }) => readFileSync(log, 'utf8').split('\n'))
    .filter(line => line.includes(text))
    .map(line => logLine.parse(JSON.parse(line)))

const warning = 'warn'

async function expectUnapplied(target: Held['target'], eventId: string, reason: string): Promise<void> {
  await expect.poll(() => listed('unapplied', target, eventId)).toMatchObject([{ target, reason }])
  expect(await listed('applied', target, eventId)).toEqual([])
  await expect.poll(() => logged(eventId)).toMatchObject([{ level: warning, msg: 'Payment unapplied' }])
}

/** Lets the hold of a booking or order end. */
async function expire({ target: { kind, id } }: Held): Promise<void> {
  const table = kind === 'booking' ? 'booking.booking' : 'checkout.store_order'
  await system.owner.query(`update ${table} set checkout_expires_at = now() - interval '1 second' where id = $1`, [id])
  await expect.poll(async () => (await detailOf({ kind, id })).status).toBe('cancelled')
}

const paidBefore = async ({ target, due }: Held) => {
  const eventId = await system.payments.pay(target, due)
  await expect.poll(() => listed('applied', target, eventId)).toHaveLength(1)
}
const nothing = async () => {}

const refused: [string, (hold: Held) => Promise<unknown>, (due: string) => string, string][] = [
  ['another amount', nothing, due => `${Number(due) + 1}.00`, 'amount_mismatch'],
  ['a second payment', paidBefore, due => due, 'already_paid'],
  ['after a cancellation', ({ cancel }) => cancel(), due => due, 'cancelled'],
  ['after the expiry', expire, due => due, 'cancelled'],
]

describe.each(kinds)('a payment that is not applied is in the log, in the status history and in the list: %s', kind => {
  test.each(refused)('%s', async (_, before, amountOf, reason) => {
    const hold = await held[kind]()
    await before(hold)
    const eventId = await system.payments.pay(hold.target, amountOf(hold.due))
    await expectUnapplied(hold.target, eventId, reason)
    expect(await historyOf(hold.target, eventId)).toEqual([`payment unapplied: ${reason}`])
  })

  test('an unknown target, which has no status history', async () => {
    const target = { kind, id: 'unknown' }
    await expectUnapplied(target, await system.payments.pay(target, '100.00'), 'unknown_target')
  })
})

test('an order that is confirmed for cash on delivery', async () => {
  const { target, due } = await heldOrder({ paymentMethod: 'cod' })
  expect(await buyer.confirmCod(target.id)).toMatchObject({ status: 200 })
  const eventId = await system.payments.pay(target, due)
  await expectUnapplied(target, eventId, 'cod_confirmed')
  expect(await historyOf(target, eventId)).toEqual(['payment unapplied: cod_confirmed'])
})

describe.each(kinds)('%s', kind => {
  test('a rejected payment is a warning in the log, and in no list and no status history', async () => {
    const { target, due } = await held[kind]()
    const notification = paymentFor(target, due, new Date())
    await system.payments.publish(notification, { secret: 'another-secret' })
    await expect
      .poll(() => logged('Payment notification rejected').map(({ level, reason }) => ({ level, reason })))
      .toContainEqual({ level: warning, reason: expect.stringContaining('signature') })
    const eventId = await system.payments.pay(target, '1.00') // comes after it
    await expectUnapplied(target, eventId, 'amount_mismatch')
    for (const outcome of ['applied', 'unapplied', 'failed'])
      expect(await listed(outcome, target, notification.eventId)).toEqual([])
    expect(await historyOf(target, notification.eventId)).toEqual([])
  })

  test('another payment under a used event id is rejected, and its booking or order says so', async () => {
    const { target, due } = await held[kind]()
    const notification = paymentFor(target, due, new Date())
    await system.payments.publish(notification)
    await expect.poll(() => listed('applied', target, notification.eventId)).toHaveLength(1)
    await system.payments.publish({ ...notification, amount: money('1.00') })
    await expect.poll(() => historyOf(target, notification.eventId)).toHaveLength(2)
    expect(await listed('unapplied', target, notification.eventId)).toEqual([])
    await expect
      .poll(() => logged('eventId was used for another payment'))
      .toContainEqual(expect.objectContaining({ level: warning }))
  })
})
