import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { plainDateSchema, targetOf } from '@campstore/contract/schemas'
import { addDays } from '@campstore/core/plain-date'
import type { HoldKind } from '@campstore/holds/hold-definition'
import { z } from 'zod'
import { isFailure } from '../client.ts'
import { nightOf } from '../data-set.ts'
import { type RecordingAction, textOf } from '../history.ts'
import { listIds, type PersonContext } from './context.ts'

type Action = (context: PersonContext) => Promise<void>

const actions: readonly (readonly [number, Action])[] = [
  [0.15, addNote],
  [0.15, recordAttendance],
  [0.25, changeStay],
  [0.1, returnPiece],
  [0.15, openRefund],
  [0.15, giveBack],
  [0.05, changePolicy],
]

/** What operators do after a purchase: notes, attendance, changed stays, returns and refunds in parts, refunds made, and the policy. */
export const actAfterPurchase = (context: PersonContext): Promise<void> => context.random.weighted(actions)(context)

const paid: Record<HoldKind, string> = {
  booking: 'bookings?paymentStatus=paid&size=5',
  order: 'orders?paymentStatus=paid&status=shipped&status=completed&size=5',
}

/** A record of either kind that was paid; undefined without one. */
async function anyPaid(context: PersonContext) {
  const kind = context.random.pick(['booking', 'order'] as const)
  const ids = await listIds(context, paid[kind])
  return ids.length === 0 ? undefined : { kind, subject: context.random.pick(ids) }
}

/** Sends a request with its own key and text, and once more if it failed. */
async function record(
  { client, random, isStopped }: PersonContext,
  { path, action, ...about }: { path: string; action: RecordingAction; kind?: HoldKind; subject?: string },
  bodyOf: (text: string) => object,
): Promise<void> {
  const key = randomUUID()
  const send = () => client.send('POST', `/api/admin/${path}`, { ...about, action, key }, bodyOf(textOf(action, key)))
  const response = await send()
  if (!isFailure(response) || isStopped()) return
  await delay(random.between(200, 1_000))
  await send()
}

async function addNote(context: PersonContext): Promise<void> {
  const about = await anyPaid(context)
  if (!about) return
  await record(context, { ...about, action: 'note', path: `${about.kind}s/${about.subject}/notes` }, text => ({ text }))
}

async function openRefund(context: PersonContext): Promise<void> {
  const about = await anyPaid(context)
  if (!about) return
  const path = `${about.kind}s/${about.subject}/refunds`
  await record(context, { ...about, action: 'goodwill', path }, reason => ({ amount: '10.00', reason }))
}

async function recordAttendance(context: PersonContext): Promise<void> {
  for (const id of await listIds(context, `bookings?status=confirmed&checkInTo=${nightOf(0)}&size=2`)) {
    const details = { action: 'attendance', kind: 'booking', subject: id } as const
    await context.client.send('PUT', `/api/admin/bookings/${id}/attendance`, details, { attendance: 'arrived' })
  }
}

const listedStays = z.array(z.object({ bookingId: z.string(), checkOut: plainDateSchema, guestCount: z.int() }))
const quoted = z.object({ pricing: z.object({ finalAmount: z.string() }) })

/** Changes the last night or the guests of a paid stay, for the price of a quote. */
async function changeStay(context: PersonContext): Promise<void> {
  const { client, random } = context
  const list = await client.send('GET', `/api/admin/${paid.booking}`, { action: 'staff-list' })
  const stays = listedStays.safeParse(list.data).data ?? []
  if (stays.length === 0) return
  const { bookingId, checkOut, guestCount } = random.pick(stays)
  const price = random.pick(['new', 'kept'] as const)
  const changed = random.chance(0.3)
    ? { guestCount: 1 + (guestCount % 3) }
    : { checkOut: addDays(checkOut, random.pick([-1, 1])) }
  const path = `bookings/${bookingId}/change`
  const quote = await client.send('POST', `/api/admin/${path}/quotes`, { action: 'staff-list' }, { ...changed, price })
  const expectedAmount = quoted.safeParse(quote.data).data?.pricing.finalAmount
  if (expectedAmount === undefined) return
  const about = { path, kind: 'booking', subject: bookingId, action: 'change-stay' } as const
  await record(context, about, reason => ({ ...changed, price, expectedAmount, reason }))
}

const ofOrder = z.object({ items: z.array(z.object({ id: z.int() })) })

/** Records that a piece of an order came back; its last one returns the order. */
async function returnPiece(context: PersonContext): Promise<void> {
  const { client, random } = context
  const [id] = random.shuffled(await listIds(context, 'orders?status=shipped&status=completed&size=5'))
  if (id === undefined) return
  const order = await client.send('GET', `/api/admin/orders/${id}`, { action: 'staff-list' })
  const { items = [] } = ofOrder.safeParse(order.data).data ?? {}
  if (items.length === 0) return
  const { id: orderItemId } = random.pick(items)
  const about = { path: `orders/${id}/returns`, kind: 'order', subject: id, action: 'return-part' } as const
  await record(context, about, reason => ({ items: [{ orderItemId, quantity: 1 }], reason }))
}

const dueRefunds = z.array(
  z.object({ id: z.string(), cause: z.string(), target: targetOf('', ''), payment: z.object({ eventId: z.string() }) }),
)

/** Staff withdraw a refund, or say that it was made, or the payment service reports it, but never two of them: the audit finds a refund that may have been made twice. */
async function giveBack(context: PersonContext): Promise<void> {
  const { client, random, payments } = context
  const list = await client.send('GET', '/api/admin/refunds?size=5', { action: 'refund-list' })
  const refunds = dueRefunds.safeParse(list.data).data ?? []
  if (refunds.length === 0) return
  const refund = random.pick(refunds)
  if (refund.cause === 'goodwill' && refund.id.slice(-2) < '60')
    return record(context, { path: `refunds/${refund.id}/withdraw`, action: 'withdraw' }, reason => ({ reason }))
  const isOfService = refund.payment.eventId !== '' && refund.id.slice(-1) < '8'
  if (isOfService) return payments.giveBack(refund)
  await record(context, { path: `refunds/${refund.id}/done`, action: 'refund-done' }, reference => ({ reference }))
}

async function changePolicy({ client, random }: PersonContext): Promise<void> {
  const tiers = [
    [{ daysBefore: 1, refundPercent: 80 }],
    [
      { daysBefore: 3, refundPercent: 100 },
      { daysBefore: 0, refundPercent: 50 },
    ],
  ]
  const policy = { cancellationTiers: random.pick(tiers) }
  await client.send('PATCH', '/api/admin/booking-policy', { action: 'policy' }, policy)
}
