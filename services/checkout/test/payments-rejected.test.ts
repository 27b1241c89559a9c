import { randomUUID } from 'node:crypto'
import { signatureHeader } from '@campstore/contract/messages/payments'
import { signPayment } from '@campstore/payments/signature'
import { paymentSecret } from '@campstore/testing/service-fixture'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CheckoutFixture, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'

// Decisions, 10: what is malformed or wrongly signed.
const start = '2026-11-20T08:00:00.000Z'
let fixture: CheckoutFixture
beforeAll(async () => {
  fixture = await startCheckoutFixture()
})
afterAll(() => fixture.stop())

describe('to payments.rejected, unchanged, with the reason in x-rejected-reason', () => {
  const sound = {
    type: 'payment.succeeded',
    target: { kind: 'order', id: 'o-1' },
    amount: '1.00',
    currency: 'TWD',
    paymentMethod: 'gateway-atm',
    providerTradeNo: 'T1',
    paidAt: start,
  }
  const json = (changes: object = {}) => Buffer.from(JSON.stringify({ ...sound, eventId: randomUUID(), ...changes }))
  const signed = (content: Buffer, at = new Date(start), secret = paymentSecret) => ({
    [signatureHeader]: signPayment(content, secret, at),
  })
  const body = json()
  const booking = json({ target: { kind: 'booking', id: 'b-1' } })
  const broken = Buffer.from('{"eventId":')

  // What else is malformed is tested where the same consumer serves bookings.
  test.each<[string, Buffer, Record<string, string>, string | RegExp]>([
    ['no signature', body, {}, 'signature missing'],
    ['signed with another secret', body, signed(body, undefined, 'somebody else'), 'signature mismatch'],
    ['a signature of another body', body, signed(json({ amount: '9.00' })), 'signature mismatch'],
    ['too old', body, signed(body, new Date(Date.parse(start) - 86_401_000)), 'signature too old'],
    ['no JSON', broken, signed(broken), /^malformed: /],
    ['the target of another service', booking, signed(booking), /^malformed: target.kind is not order/],
  ])('%s', async (_, content, headers, reason) => {
    await fixture.broker.publishPayment('order', content, headers, { messageId: 'message-1' })
    const rejected = await fixture.broker.take('payments.rejected')
    const { headers: kept = {}, messageId } = rejected.properties
    expect(rejected.content.equals(content)).toBe(true)
    expect([messageId, kept[signatureHeader]]).toEqual(['message-1', headers[signatureHeader]])
    expect(kept['x-rejected-reason']).toMatch(reason)
  })

  test('another payment under an eventId that was used: it may be money that nobody else tells of', async () => {
    const eventId = randomUUID()
    const [failed, succeeded] = [json({ eventId, type: 'payment.failed' }), json({ eventId })]
    await fixture.broker.publishPayment('order', failed, signed(failed), { messageId: eventId })
    const sql = 'select from checkout.payment_notification where event_id = $1'
    await expect.poll(async () => (await fixture.owner.query(sql, [eventId])).rowCount, { timeout: 10_000 }).toBe(1)
    await fixture.broker.publishPayment('order', succeeded, signed(succeeded), { messageId: eventId })
    const rejected = await fixture.broker.take('payments.rejected')
    expect(rejected.content.equals(succeeded)).toBe(true)
    expect(rejected.properties.headers?.['x-rejected-reason']).toBe('malformed: eventId was used for another payment')
  })
})
