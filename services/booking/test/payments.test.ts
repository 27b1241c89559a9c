import { randomUUID } from 'node:crypto'
import { signatureHeader } from '@campstore/contract/messages/payments'
import { signPayment } from '@campstore/payments/signature'
import { paymentSecret } from '@campstore/testing/service-fixture'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type BookingFixture, checkoutOf, fullPayment, startBookingFixture } from '../src/testing/booking-fixture.ts'

// Decisions, 10 and 12: what a payment notification does.
const start = '2026-11-20T08:00:00.000Z'
let fixture: BookingFixture
beforeAll(async () => {
  fixture = await startBookingFixture()
})
afterAll(() => fixture.stop())
afterEach(() => fixture.clock.set(start))

async function booked() {
  const zone = await fixture.set.zone(await fixture.set.campground())
  const member = await fixture.member()
  const session = await fixture.hold(member, checkoutOf(zone))
  const path = `/api/booking/checkout/sessions/${session.bookingId}`
  return { member, session, bookingId: session.bookingId, path }
}

/** Nothing here takes long, but the machine may be busy. */
const soon = { timeout: 10_000, interval: 20 }
const query = async (sql: string, value: string) => (await fixture.owner.query(sql, [value])).rows
const recorded = (eventId: string) =>
  vi.waitFor(async () => {
    const [row] = await query('select * from booking.payment_notification where event_id = $1', eventId)
    if (!row) throw new Error('the payment has not been handled')
    return row
  }, soon)
const stateOf = async (bookingId: string) =>
  (await query('select status, payment_status, paid_at from booking.booking where id = $1', bookingId))[0]
const historyOf = (bookingId: string) =>
  query('select * from booking.status_history where booking_id = $1 order by id', bookingId)
const unpaid = { status: 'pending', payment_status: 'unpaid', paid_at: null }

describe('payment.succeeded', () => {
  test('applied: paid, with paidAt, one history entry and the event; the booking stays pending', async () => {
    const { session, bookingId } = await booked()
    fixture.clock.advance(60_000)
    const payment = await fixture.pay(session, { paidAt: '2026-11-20T08:00:59.500Z' })
    await fixture.broker.eventOf(bookingId, 'booking.paid')
    const paidAt = new Date('2026-11-20T08:00:59.500Z')
    expect(await stateOf(bookingId)).toEqual({ status: 'pending', payment_status: 'paid', paid_at: paidAt })
    expect((await historyOf(bookingId)).slice(1)).toMatchObject([
      {
        from_status: 'pending',
        to_status: 'pending',
        reason: 'paid',
        at: new Date('2026-11-20T08:01:00.000Z'),
        actor_type: 'payment',
        actor_id: payment.eventId,
      },
    ])
  })

  test('recorded as it came, with what was made of it', async () => {
    const { session } = await booked()
    const payment = await fixture.pay(session, { providerTradeNo: 'T-77' })
    expect(await recorded(payment.eventId)).toMatchObject({
      type: 'payment.succeeded',
      target_id: session.bookingId,
      amount: '1000.00',
      currency: 'TWD',
      payment_method: 'gateway-credit',
      provider_trade_no: 'T-77',
      outcome: 'applied',
      reason: null,
    })
  })

  test('applied once per eventId, however often it is delivered', async () => {
    const { session, bookingId } = await booked()
    const payment = fullPayment(session, fixture.clock.now())
    await Promise.all([1, 2, 3, 4, 5].map(() => fixture.pay(session, payment)))
    const repeated = () => fixture.log.filter(line => line.eventId === payment.eventId && line.outcome === 'repeated')
    await vi.waitFor(() => expect(repeated()).toHaveLength(4), soon)
    const last = await fixture.pay(session)
    await recorded(last.eventId)
    const outcomes = await query(
      'select outcome, reason from booking.payment_notification where target_id = $1',
      bookingId,
    )
    expect(outcomes).toHaveLength(2)
    expect(await historyOf(bookingId)).toHaveLength(2)
    await fixture.broker.eventOf(bookingId, 'payment.unapplied')
    expect(
      fixture.broker.eventsAbout(bookingId).filter(({ routingKey }) => routingKey === 'booking.paid'),
    ).toHaveLength(1)
  })

  test('past the deadline but not yet expired: paid wins, and the sweeper leaves it', async () => {
    const { session, bookingId } = await booked()
    fixture.clock.advance(60 * 60_000)
    const payment = await fixture.pay(session)
    expect(await recorded(payment.eventId)).toMatchObject({ outcome: 'applied' })
    await fixture.sweep()
    expect(await stateOf(bookingId)).toMatchObject({ status: 'pending', payment_status: 'paid' })
  })
})

describe('payment.succeeded that cannot be applied: recorded, and payment.unapplied tells the reason', () => {
  type Payment = Parameters<BookingFixture['pay']>[1]

  async function unapplied(session: Parameters<BookingFixture['pay']>[0], changes: Payment, reason: string) {
    const before = await stateOf(session.bookingId)
    const payment = await fixture.pay(session, changes)
    expect(await recorded(payment.eventId)).toMatchObject({ outcome: 'unapplied', reason })
    const { eventId, target, amount, currency, providerTradeNo } = payment
    const { event } = await fixture.broker.eventOf(target.id, 'payment.unapplied')
    expect(event.data).toEqual({ eventId, target, amount, currency, providerTradeNo, reason })
    expect(await stateOf(session.bookingId)).toEqual(before)
  }

  test.each<[string, Payment]>([
    ['a cent too little', { amount: '999.99' as never }],
    ['a cent too much', { amount: '1000.01' as never }],
    ['nothing', { amount: '0.00' as never }],
    ['another currency', { currency: 'USD' }],
  ])('amount_mismatch: %s', async (_, changes) => {
    const { session } = await booked()
    await unapplied(session, changes, 'amount_mismatch')
  })

  test('of a booking with cents its finalAmount is due, and no whole amount beside it', async () => {
    const zone = await fixture.set.zone(await fixture.set.campground(), { price_weekday: '1009.50' })
    const session = await fixture.hold(await fixture.member(), checkoutOf(zone))
    await unapplied(session, { amount: '1010.00' as never }, 'amount_mismatch')
    const less = await fixture.pay(session, { amount: '1009.00' as never })
    expect(await recorded(less.eventId)).toMatchObject({ outcome: 'unapplied', reason: 'amount_mismatch' })
    expect(await recorded((await fixture.pay(session)).eventId)).toMatchObject({
      outcome: 'applied',
      amount: '1009.50',
    })
  })

  test('already_paid: a second payment, whatever its amount', async () => {
    const { session } = await booked()
    await recorded((await fixture.pay(session)).eventId)
    await unapplied(session, { amount: '5.00' as never }, 'already_paid')
  })

  test('cancelled by the member, judged before the amount', async () => {
    const { member, session, path } = await booked()
    await member.client.post(`${path}/cancel`)
    await unapplied(session, { amount: '5.00' as never }, 'cancelled')
  })

  test('cancelled because it expired', async () => {
    const { session } = await booked()
    fixture.clock.advance(15 * 60_000)
    await fixture.expire(session.bookingId)
    await unapplied(session, {}, 'cancelled')
  })

  test('unknown_target', async () => {
    const { session } = await booked()
    await unapplied(session, { target: { kind: 'booking', id: randomUUID() } }, 'unknown_target')
  })
})

describe('payment.failed', () => {
  test('recorded in the history, and nothing changes', async () => {
    const { session, bookingId } = await booked()
    const payment = await fixture.pay(session, { type: 'payment.failed' })
    expect(await recorded(payment.eventId)).toMatchObject({ type: 'payment.failed', outcome: 'noted', reason: null })
    expect(await stateOf(bookingId)).toEqual(unpaid)
    expect((await historyOf(bookingId)).slice(1)).toMatchObject([
      { from_status: 'pending', to_status: 'pending', actor_type: 'payment', reason: 'payment failed' },
    ])
  })

  test('the next attempt may succeed', async () => {
    const { session, bookingId } = await booked()
    await recorded((await fixture.pay(session, { type: 'payment.failed' })).eventId)
    await fixture.pay(session)
    await fixture.broker.eventOf(bookingId, 'booking.paid')
  })

  test('no event is told of it', async () => {
    const { session, bookingId } = await booked()
    await recorded((await fixture.pay(session, { type: 'payment.failed' })).eventId)
    await fixture.pay(session)
    await fixture.broker.eventOf(bookingId, 'booking.paid')
    expect(fixture.broker.eventsAbout(bookingId).map(({ routingKey }) => routingKey)).toEqual([
      'booking.created',
      'booking.paid',
    ])
  })
})

describe('to payments.rejected, unchanged, with the reason in x-rejected-reason', () => {
  const valid = {
    eventId: 'e-1',
    type: 'payment.succeeded',
    amount: '1.00',
    currency: 'TWD',
    paymentMethod: 'gateway-atm',
  }
  const sound = { ...valid, target: { kind: 'booking', id: 'b-1' }, providerTradeNo: 'T1', paidAt: start }
  const json = (changes: object) => Buffer.from(JSON.stringify({ ...sound, eventId: randomUUID(), ...changes }))
  const signed = (content: Buffer, at = new Date(start), secret = paymentSecret) => ({
    [signatureHeader]: signPayment(content, secret, at),
  })
  const day = 86_400_000
  const [body, other] = [json({}), json({ amount: '9999.00' })]

  test.each<[string, Buffer, Record<string, string>, string | RegExp]>([
    ['no signature', body, {}, 'signature missing'],
    ['a signature that is none', body, { [signatureHeader]: 'yes' }, 'signature malformed'],
    ['signed with another secret', body, signed(body, undefined, 'somebody else'), 'signature mismatch'],
    ['a signature of another body', body, signed(other), 'signature mismatch'],
    ['too old', body, signed(body, new Date(Date.parse(start) - day - 1_000)), 'signature too old'],
    ['no JSON', Buffer.from('{"eventId":'), signed(Buffer.from('{"eventId":')), /^malformed: /],
    ['no object', Buffer.from('[]'), signed(Buffer.from('[]')), /^malformed: /],
    ['no eventId', json({ eventId: undefined }), {}, /^malformed: eventId/],
    ['an unknown type', json({ type: 'payment.pending' }), {}, /^malformed: type/],
    ['an amount that is a number', json({ amount: 1000 }), {}, /^malformed: amount/],
    ['an amount with three digits', json({ amount: '1000.000' }), {}, /^malformed: amount/],
    ['a negative amount', json({ amount: '-1000.00' }), {}, /^malformed: amount/],
    ['paidAt no timestamp', json({ paidAt: 'today' }), {}, /^malformed: paidAt/],
    ['the target of another service', json({ target: { kind: 'order', id: 'o-1' } }), {}, /^malformed: target.kind/],
    [
      'an id with NUL, which nothing can have',
      json({ target: { kind: 'booking', id: 'b\0' } }),
      {},
      /^malformed: target.id/,
    ],
    ['paid in a year that cannot be stored', json({ paidAt: '0000-01-01T00:00:00Z' }), {}, /^malformed: paidAt/],
    [
      'paid at an offset that cannot be stored',
      json({ paidAt: '2026-11-20T08:00:00-23:59' }),
      {},
      /^malformed: paidAt/,
    ],
    ['paid after the last year', json({ paidAt: '9999-12-31T23:59:59-23:59' }), {}, /^malformed: paidAt/],
    ['an id with half a character', json({ target: { kind: 'booking', id: 'b-\ud800' } }), {}, /^malformed: target.id/],
    [
      "half a character in the provider's number",
      json({ providerTradeNo: 'T\udc00' }),
      {},
      /^malformed: providerTradeNo/,
    ],
  ])('%s', async (_, content, headers, reason) => {
    const sent = reason instanceof RegExp ? signed(content) : headers
    await fixture.broker.publishPayment('booking', content, sent, { messageId: 'message-1' })
    const rejected = await fixture.broker.take('payments.rejected')
    const { headers: kept = {}, messageId, contentType } = rejected.properties
    expect(rejected.content.equals(content)).toBe(true)
    expect([messageId, contentType, kept[signatureHeader]]).toEqual([
      'message-1',
      'application/json',
      sent[signatureHeader],
    ])
    expect(kept['x-rejected-reason']).toMatch(reason)
  })

  test('as old as PAYMENT_SIGNATURE_TOLERANCE_SECONDS is not too old', async () => {
    const { session } = await booked()
    const payment = fullPayment(session, fixture.clock.now())
    await fixture.broker.pay(payment, { secret: paymentSecret, at: new Date(Date.parse(start) - day) })
    expect(await recorded(payment.eventId)).toMatchObject({ outcome: 'applied' })
  })
})
