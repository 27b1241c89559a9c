import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { isFailure, readHold } from '../client.ts'
import { holdSeconds, nightOf, nights, phaseMs } from '../data-set.ts'
import type { PaymentDefect } from '../history.ts'
import type { OwnHold, PersonContext } from './context.ts'

const sessions = { booking: '/api/booking/checkout/sessions', order: '/api/checkout/sessions' }
const shipping = { recipientName: 'Lin Mei', phone: '0912345678', address: '1 Zhongxiao E. Rd., Taipei' }
const maxOwnHolds = 8

type MemberAction = (context: PersonContext, own: OwnHold[]) => Promise<unknown>

const actions: readonly (readonly [number, MemberAction])[] = [
  [0.28, startBooking],
  [0.22, startOrder],
  [0.15, browse],
  [0.15, onOwnHold(read)],
  [0.07, onOwnHold(cancel)],
  [0.04, onOwnHold(cancelStay)],
  [0.09, onOwnHold((context, hold) => (hold.kind === 'order' ? changeOrder(context, hold) : read(context, hold)))],
]

const checkouts = [
  [0.5, startBooking],
  [0.5, startOrder],
] as const

/** Acts as one member until the load is stopped: mostly checkouts, then operations of a member on the hold. */
export async function actAsMember(context: PersonContext): Promise<void> {
  const own: OwnHold[] = []
  while (!context.isStopped()) {
    await (context.inBursts ? actInBurst(context, own) : context.random.weighted(actions)(context, own))
    own.splice(0, own.length - maxOwnHolds)
    await delay(context.inBursts ? burstMs - (Date.now() % burstMs) : context.random.between(150, 550))
  }
}

/** How often all members act at once, in milliseconds: the results of one burst are known before most of the next. */
const burstMs = 500

/** Checks out, often twice at once, or does something else. */
async function actInBurst(context: PersonContext, own: OwnHold[]): Promise<void> {
  const { random } = context
  const act = () => random.weighted(random.chance(0.6) ? checkouts : actions)(context, own)
  await Promise.all(random.chance(0.2) ? [act(), act()] : [act()])
}

function onOwnHold(action: (context: PersonContext, hold: OwnHold) => Promise<unknown>): MemberAction {
  return (context, own) => (own.length === 0 ? browse(context) : action(context, context.random.pick(own)))
}

/** The phase now, or sometimes the one before, whose holds expire. */
function phaseOf({ began, random, dataSet }: PersonContext): number {
  const phase = Math.floor((Date.now() - began) / phaseMs) - (random.chance(0.3) ? 1 : 0)
  return Math.min(Math.max(0, phase), dataSet.campgrounds.length - 1)
}

async function startBooking(context: PersonContext, own: OwnHold[]): Promise<void> {
  const { random, dataSet } = context
  const campground = dataSet.campgrounds[phaseOf(context)]
  if (!campground) return
  const first = random.below(nights)
  const count = 1 + random.below(3)
  const zoneIds = random.chance(0.2) ? campground.zoneIds : [random.pick(campground.zoneIds)]
  const zones = zoneIds.map(zoneId => ({ zoneId, quantity: random.chance(0.15) ? 2 : 1 }))
  const rentals = random.chance(0.3) ? campground.rentals.map(rental => ({ ...rental, quantity: 1 })) : []
  const stay = { campgroundId: campground.id, checkIn: nightOf(first), checkOut: nightOf(first + count) }
  const body = { ...stay, guestCount: 2, zones, rentals, paymentMethod: 'gateway-credit' }
  await checkOut(context, own, 'booking', body)
}

async function startOrder(context: PersonContext, own: OwnHold[]): Promise<void> {
  const { random, dataSet } = context
  const variantIds = random.shuffled(dataSet.variantIds).slice(0, 1 + random.below(3))
  const items = variantIds.map(variantId => ({ variantId, quantity: 1 + random.below(2) }))
  const couponClaimId = claimOf(context)
  const body = {
    items,
    ...(random.chance(0.35) && couponClaimId !== undefined ? { couponClaimId } : {}),
    ...(random.chance(0.7) ? { shipping } : {}),
    ...(random.chance(0.7) ? { paymentMethod: random.chance(0.25) ? 'cod' : 'gateway-credit' } : {}),
  }
  await checkOut(context, own, 'order', body)
}

const claimOf = (context: PersonContext): number | undefined =>
  context.dataSet.coupons[phaseOf(context)]?.claims.get(context.client.uid)

/** Starts a checkout. Sends it again with the same key if it failed, and sometimes anyway or with another payload. */
async function checkOut(context: PersonContext, own: OwnHold[], kind: OwnHold['kind'], body: object): Promise<void> {
  const { client, random, inBursts } = context
  const key = randomUUID()
  const details = { action: 'checkout', kind, key } as const
  const send = (changes?: object) => {
    const content = { ...body, ...changes }
    const known = { ...details, payload: JSON.stringify(content) }
    return client.send('POST', sessions[kind], known, { ...content, idempotencyKey: key })
  }
  const responses = await Promise.all(random.chance(inBursts ? 0.2 : 0.04) ? [send(), send()] : [send()])
  let response = responses.find(one => !isFailure(one)) ?? responses[0]
  for (let tries = 0; response && isFailure(response) && tries < 4 && !context.isStopped(); tries += 1) {
    await delay(random.between(100, 1_000))
    response = await send()
  }
  if (response?.status !== 200) return
  if (random.chance(0.06)) await send()
  if (random.chance(0.03)) await send(kind === 'booking' ? { guestCount: 3 } : { paymentMethod: 'gateway-atm' })
  const seen = readHold(response.data)
  if (!seen) return
  const hold: OwnHold = { kind, id: seen.id, deadline: seen.deadline, amount: seen.amount, isPaid: false }
  own.push(hold)
  schedulePayment(context, hold)
}

const defects: readonly (readonly [number, PaymentDefect | undefined])[] = [
  [0.04, 'wrong-amount'],
  [0.02, 'wrong-currency'],
  [0.03, 'wrong-signature'],
  [0.02, 'malformed'],
  [0.03, 'unknown-target'],
  [0.04, 'failed'],
  [0.82, undefined],
]

/** Decides whether, when and how a hold is paid: soon, shortly before its deadline, about then or after it, or not at all. */
function schedulePayment({ random, payments, schedule }: PersonContext, hold: OwnHold): void {
  // No longer than a hold lasts, even if a process with a wrong clock says otherwise: the end of the load waits for payments.
  const untilDeadline = Math.min(hold.deadline - Date.now(), holdSeconds * 1000)
  const afterMs = random.weighted<() => number | undefined>([
    [0.22, () => random.between(200, 4_000)],
    [0.23, () => untilDeadline - random.between(300, 6_000)],
    [0.05, () => untilDeadline + random.between(-200, 3_000)],
    [0.5, () => undefined],
  ])()
  if (afterMs === undefined) return
  const defect = random.weighted(defects)
  const repeatAfterMs = random.chance(0.15) ? random.between(0, 4_000) : undefined
  schedule(
    async () => {
      const { kind, id, amount, deadline } = hold
      const payable = { kind, id, amount, deadline }
      if (defect !== undefined) await payments.pay(payable, { defect })
      hold.isPaid = true
      await payments.pay(payable, { repeatAfterMs })
      // The customer pays twice: one of the payments must be refunded.
      if (random.chance(0.05)) await payments.pay(payable)
    },
    Math.max(0, afterMs),
  )
}

async function browse(context: PersonContext): Promise<void> {
  const { client, random, dataSet } = context
  const details = { action: 'browse' } as const
  const path = random.weighted([
    [0.35, '/api/products?size=20'],
    [0.15, '/api/booking/campgrounds?size=5'],
    [0.15, '/api/me/orders?size=5'],
    [0.1, '/api/booking/bookings?size=5'],
    [0.25, undefined],
  ])
  if (path !== undefined) return void (await client.send('GET', path, details))
  const campground = dataSet.campgrounds[phaseOf(context)]
  const zones = campground?.zoneIds.slice(0, 1).map(zoneId => ({ zoneId, quantity: 1 }))
  const stay = { campgroundId: campground?.id, checkIn: nightOf(0), checkOut: nightOf(2), zones }
  await client.send('POST', '/api/booking/check-availability', details, stay)
}

const pathOf = ({ kind, id }: OwnHold): string => `${sessions[kind]}/${id}`

async function read({ client }: PersonContext, hold: OwnHold): Promise<void> {
  await client.send('GET', pathOf(hold), { action: 'read', kind: hold.kind, subject: hold.id })
}

async function cancel({ client, random }: PersonContext, hold: OwnHold): Promise<void> {
  // Most paid holds are not cancelled, or few payments would be applied.
  if (hold.isPaid && random.chance(0.7)) return
  await client.send('POST', `${pathOf(hold)}/cancel`, { action: 'cancel', kind: hold.kind, subject: hold.id })
}

/** Cancels a paid stay, for the refund that the member has seen. */
async function cancelStay({ client }: PersonContext, { kind, id, isPaid }: OwnHold): Promise<void> {
  if (kind !== 'booking' || !isPaid) return
  const path = `/api/booking/bookings/${id}`
  const { data } = await client.send('GET', `${path}/cancellation`, { action: 'cancellation' })
  const seen = z.object({ refundAmount: z.string() }).safeParse(data).data
  if (seen) await client.send('POST', `${path}/cancel`, { action: 'cancel-stay', kind, subject: id }, seen)
}

async function changeOrder(context: PersonContext, hold: OwnHold): Promise<void> {
  const { client, random } = context
  const details = { kind: hold.kind, subject: hold.id }
  const change = async (body: object, changesAmount = false) => {
    const response = await client.send('PATCH', pathOf(hold), { ...details, action: 'change', changesAmount }, body)
    hold.amount = (response.status === 200 ? readHold(response.data)?.amount : undefined) ?? hold.amount
  }
  const confirmCod = () => client.send('POST', `${pathOf(hold)}/confirm-cod`, { ...details, action: 'confirm-cod' })
  const changes: readonly (readonly [number, () => Promise<unknown>])[] = [
    [0.3, () => change({ shipping, paymentMethod: 'gateway-credit' })],
    // An empty object removes the coupon.
    [0.2, () => change({ couponClaimId: random.chance(0.3) ? {} : (claimOf(context) ?? {}) }, true)],
    [0.15, () => client.send('POST', `${pathOf(hold)}/gateway`, { ...details, action: 'payment-form' })],
    [0.15, () => change({ shipping, paymentMethod: 'cod' }).then(confirmCod)],
    [0.2, confirmCod],
  ]
  await random.weighted(changes)()
}
