import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { addDays, parsePlainDate } from '@campstore/core/plain-date'
import type { Answer, RecordingClient, RequestNote } from './client.ts'
import { type Dataset, epochMs, inDays, type ScarceCampground } from './dataset.ts'
import type { HoldKind, Quantity, SeenHold } from './history.ts'
import type { PaymentService } from './payment-service.ts'
import type { Random } from './random.ts'

/** What a member needs to act. */
export type MemberContext = {
  client: RecordingClient
  random: Random
  dataset: Dataset
  payments: PaymentService
  readHold: (data: unknown) => SeenHold | undefined
  /** When the load began, in milliseconds of the epoch. */
  began: number
  stopped: () => boolean
  /** Keeps what happens later, such as a payment at the deadline, so that the run waits for it. */
  later(work: () => Promise<unknown>, afterMs: number): void
}

/** A hold that was answered to the member, who may still act upon. */
type OwnHold = { kind: HoldKind; id: string; deadline: number; amount: string; paid: boolean }

const bookings = '/api/booking/checkout/sessions'
const orders = '/api/checkout/sessions'
const recipient = { recipientName: 'Lin Mei', phone: '0912345678', address: '1 Zhongxiao E. Rd., Taipei' }

/** Acts as one member until the load is stopped: mostly checkouts, then whatever a member does with what is held. */
export async function actAsMember(context: MemberContext): Promise<void> {
  const { random } = context
  const held: OwnHold[] = []
  while (!context.stopped()) {
    await actOnce(context, held)
    while (held.length > 8) held.shift()
    await pause(random.between(150, 550))
  }
}

async function actOnce(context: MemberContext, held: OwnHold[]): Promise<void> {
  const { random } = context
  const choice = random.next()
  if (choice < 0.28) return startBooking(context, held)
  if (choice < 0.5) return startOrder(context, held)
  if (choice < 0.65 || held.length === 0) return browse(context)
  const own = random.pick(held)
  if (choice < 0.8) return readOwn(context, own)
  if (choice < 0.87) return cancel(context, own)
  if (own.kind === 'order') return changeOrder(context, own)
  return readOwn(context, own)
}

const epochOf = ({ began, random, dataset }: MemberContext): number => {
  const now = Math.floor((Date.now() - began) / epochMs)
  // Some still choose the previous campground, whose holds expire and are taken again.
  const epoch = random.chance(0.3) ? now - 1 : now
  return Math.min(Math.max(0, epoch), dataset.campgrounds.length - 1)
}

async function startBooking(context: MemberContext, held: OwnHold[]): Promise<void> {
  const { random, dataset } = context
  const campground = dataset.campgrounds[epochOf(context)]
  if (!campground) return
  const request = stayRequest(random, campground)
  await checkout(context, held, { kind: 'booking', path: bookings, ...request })
}

function stayRequest(random: Random, { id, zones, rental }: ScarceCampground) {
  const checkIn = parsePlainDate(inDays(5 + random.below(6)))
  if (checkIn === undefined) throw new Error('today is no date')
  const count = 1 + random.below(3)
  const nights = Array.from({ length: count }, (_, night) => addDays(checkIn, night))
  const chosen = random.chance(0.2) ? zones : [random.pick(zones)]
  const lines = chosen.map(zone => ({ zoneId: zone.id, quantity: random.chance(0.15) ? 2 : 1 }))
  const withTent = random.chance(0.3)
  const rentals = withTent
    ? [{ rentalListingId: rental.listingId, rentalSkuVariantId: rental.variantId, quantity: 1 }]
    : []
  const requested = nights.flatMap((night): Quantity[] => [
    ...lines.map(({ zoneId, quantity }) => ({ resource: `zone:${zoneId}:${night}`, quantity })),
    ...(withTent ? [{ resource: `rental:${rental.variantId}:${night}`, quantity: 1 }] : []),
  ])
  const body = {
    campgroundId: id,
    checkIn,
    checkOut: addDays(checkIn, count),
    guestCount: 2,
    zones: lines,
    rentals,
    paymentMethod: 'gateway-credit',
  }
  return { body, requested }
}

async function startOrder(context: MemberContext, held: OwnHold[]): Promise<void> {
  const { random, dataset, client } = context
  const variants = random.shuffled(dataset.variants).slice(0, 1 + random.below(3))
  const items = variants.map(({ id }) => ({ variantId: id, quantity: 1 + random.below(2) }))
  const claim = dataset.coupons[epochOf(context)]?.claims.get(client.account.uid)
  const body = {
    items,
    ...(random.chance(0.35) && claim !== undefined ? { couponClaimId: claim } : {}),
    ...(random.chance(0.7) ? { shipping: recipient } : {}),
    ...(random.chance(0.7) ? { paymentMethod: random.chance(0.25) ? 'cod' : 'gateway-credit' } : {}),
  }
  const requested = items.map(({ variantId, quantity }) => ({ resource: `stock:${variantId}`, quantity }))
  await checkout(context, held, { kind: 'order', path: orders, body, requested })
}

type Checkout = { kind: HoldKind; path: string; body: object; requested: readonly Quantity[] }

/** Starts a checkout; sends it again with the same key where no answer says what became of it, and sometimes anyway. */
async function checkout(
  context: MemberContext,
  held: OwnHold[],
  { kind, path, body, requested }: Checkout,
): Promise<void> {
  const { client, random, readHold } = context
  const key = randomUUID()
  const send = (sent: object = body) => {
    const payload = JSON.stringify(sent)
    const note: RequestNote = { action: 'checkout', kind, key, payload, requested: sent === body ? requested : [] }
    return client.send('POST', path, note, { ...sent, idempotencyKey: key })
  }
  let answer = random.chance(0.04) ? await twiceAtOnce(send) : await send()
  for (let tries = 0; isUnclear(answer) && tries < 4 && !context.stopped(); tries += 1) {
    await pause(random.between(100, 1_000))
    answer = await send()
  }
  if (answer.status !== 200) return
  if (random.chance(0.06)) await send()
  if (random.chance(0.03))
    await send({ ...body, ...(kind === 'booking' ? { guestCount: 3 } : { paymentMethod: 'gateway-atm' }) })
  const seen = readHold(answer.data)
  if (!seen) return
  const own: OwnHold = { kind, id: seen.id, deadline: seen.deadline, amount: seen.amount, paid: false }
  held.push(own)
  planPayment(context, own)
}

async function twiceAtOnce(send: () => Promise<Answer>): Promise<Answer> {
  const [first, second] = await Promise.all([send(), send()])
  return isUnclear(first) ? second : first
}

const isUnclear = ({ status }: Answer): boolean => status === 0 || status >= 500

/** Decides at once whether, when and how the hold is paid: soon, shortly before its deadline, after it, or not at all. */
function planPayment(context: MemberContext, own: OwnHold): void {
  const { random, payments } = context
  const choice = random.next()
  const untilDeadline = own.deadline - Date.now()
  const after =
    choice < 0.22
      ? random.between(200, 4_000)
      : choice < 0.45
        ? untilDeadline - random.between(300, 6_000)
        : choice < 0.5
          ? untilDeadline + random.between(-200, 3_000)
          : undefined
  if (after === undefined) return
  const flaw = random.next()
  const again = random.chance(0.15) ? random.between(0, 4_000) : undefined
  context.later(
    async () => {
      const payable = { kind: own.kind, id: own.id, amount: own.amount, deadline: own.deadline }
      if (flaw < 0.04) await payments.pay(payable, 'wrong-amount')
      else if (flaw < 0.06) await payments.pay(payable, 'wrong-currency')
      else if (flaw < 0.09) await payments.pay(payable, 'wrong-signature')
      else if (flaw < 0.11) await payments.pay(payable, 'malformed')
      else if (flaw < 0.14) await payments.pay(payable, 'unknown-target')
      else if (flaw < 0.18) await payments.pay(payable, 'failed')
      own.paid = true
      await payments.pay(payable, 'right', again)
      // The customer paid twice: two payments, of which one has to be given back.
      if (random.chance(0.05)) await payments.pay(payable, 'right')
    },
    Math.max(0, after),
  )
}

async function browse({ client, random, dataset, ...context }: MemberContext): Promise<void> {
  const campground = dataset.campgrounds[epochOf({ client, random, dataset, ...context })]
  const zone = campground?.zones[0]
  const note: RequestNote = { action: 'browse' }
  const choice = random.next()
  if (choice < 0.35) await client.send('GET', '/api/products?size=20', note)
  else if (choice < 0.5) await client.send('GET', '/api/booking/campgrounds?size=5', note)
  else if (choice < 0.65) await client.send('GET', '/api/me/orders?size=5', note)
  else if (choice < 0.75) await client.send('GET', '/api/booking/bookings?size=5', note)
  else if (campground && zone) {
    await client.send('POST', '/api/booking/check-availability', note, {
      campgroundId: campground.id,
      checkIn: inDays(5),
      checkOut: inDays(7),
      zones: [{ zoneId: zone.id, quantity: 1 }],
    })
  }
}

const pathOf = ({ kind, id }: OwnHold): string => `${kind === 'booking' ? bookings : orders}/${id}`

async function readOwn({ client }: MemberContext, own: OwnHold): Promise<void> {
  await client.send('GET', pathOf(own), { action: 'read', kind: own.kind, subject: own.id })
}

async function cancel({ client, random }: MemberContext, own: OwnHold): Promise<void> {
  // Most of those who pay do not cancel, or few payments would be applied.
  if (own.paid && random.chance(0.7)) return
  await client.send('POST', `${pathOf(own)}/cancel`, { action: 'cancel', kind: own.kind, subject: own.id })
}

async function changeOrder(context: MemberContext, own: OwnHold): Promise<void> {
  const { client, random, dataset, readHold } = context
  const note = { kind: own.kind, subject: own.id }
  const choice = random.next()
  const change = async (body: object, changesAmount = false) => {
    const answer = await client.send('PATCH', pathOf(own), { ...note, action: 'change', changesAmount }, body)
    own.amount = (answer.status === 200 ? readHold(answer.data)?.amount : undefined) ?? own.amount
  }
  if (choice < 0.3) return change({ shipping: recipient, paymentMethod: 'gateway-credit' })
  if (choice < 0.5) {
    const claim = dataset.coupons[epochOf(context)]?.claims.get(client.account.uid)
    return change({ couponClaimId: random.chance(0.3) ? {} : (claim ?? {}) }, true)
  }
  if (choice < 0.65) return void client.send('POST', `${pathOf(own)}/gateway`, { ...note, action: 'payment-form' })
  if (choice < 0.8) await change({ shipping: recipient, paymentMethod: 'cod' })
  await client.send('POST', `${pathOf(own)}/confirm-cod`, { ...note, action: 'confirm-cod' })
}
