import { describe, expect, test } from 'vitest'
import { signingSecrets, signPayment, verifyPayment } from './signature.ts'

const secret = 'local-payment-secret'
const body = Buffer.from('{"eventId":"e-1","amount":"1234.00"}')
const now = new Date('2026-03-01T12:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const signed = signPayment(body, secret, now)
const digest = signed.split('v1=')[1] ?? ''
const verify = (header: unknown, at = now, of = body) => verifyPayment(header, of, [secret], 60, at)

describe('the signature of a payment notification', () => {
  test('is the time and the HMAC of time and raw body', () => {
    expect(signed).toBe('t=1772366400,v1=de1aa5d2547f9bc5a64c83dccea7b81a2aba48d5055556f89feea06ca4e0541f')
  })

  test.each<[string, string, unknown]>([
    ['signature mismatch', 'another time', `t=1772366401,v1=${digest}`],
    ['signature missing', 'no header', undefined],
    ['signature missing', 'an empty header', ''],
    ['signature malformed', 'a list', [signed]],
    ['signature malformed', 'no time', `v1=${digest}`],
    ['signature malformed', 'no digest', 't=1772366400'],
    ['signature malformed', 'two times', `t=1772366400,${signed}`],
    ['signature malformed', 'a time that is not a number', `t=now,v1=${digest}`],
    ['signature malformed', 'a digest that is not hex', `t=1772366400,v1=${'z'.repeat(64)}`],
    ['signature malformed', 'one malformed digest beside a right one', `${signed},v1=00`],
    ['signature malformed', 'more digests than a change needs', `t=1772366400${`,v1=${digest}`.repeat(5)}`],
    ['signature malformed', 'a header longer than any signer writes', `${signed},${'x'.repeat(500)}=1`],
  ])('%s: %s', (reason, _, header) => {
    expect(verify(header)).toMatchObject({ ok: false, reason })
  })

  test('is rejected for another body, even with the same JSON value', () => {
    const spaced = Buffer.from('{"eventId": "e-1","amount":"1234.00"}')
    expect(verify(signed, now, spaced)).toMatchObject({ ok: false, reason: 'signature mismatch' })
  })

  test.each([
    ['a field of a later version', `${signed},v2=abc`],
    ['the digest of an older secret beside the right one', `t=1772366400,v1=${'0'.repeat(64)},v1=${digest}`],
    ['spaces between the fields', signed.replace(',', ' , ')],
    ['upper-case hex', signed.replace(digest, digest.toUpperCase())],
  ])('is accepted with %s', (_, header) => {
    expect(verify(header)).toEqual({ ok: true })
  })

  test('is accepted up to the tolerance from its time', () => {
    for (const seconds of [-60, 0, 60]) expect(verify(signed, after(seconds))).toEqual({ ok: true })
    expect(verify(signed, after(61))).toEqual({ ok: false, reason: 'signature too old', isAuthentic: true })
    expect(verify(signed, after(-61))).toEqual({ ok: false, reason: 'signature in the future', isAuthentic: true })
  })
})

describe('while the payment service changes its secret, PAYMENT_SIGNING_SECRET holds two', () => {
  const secrets = signingSecrets('the-new-secret, local-payment-secret')
  const verifySignedWith = (one: string) => verifyPayment(signPayment(body, one, now), body, secrets, 60, now)

  test.each(['the-new-secret', 'local-payment-secret'])('a signature with %s is accepted', one => {
    expect(verifySignedWith(one)).toEqual({ ok: true })
  })

  test.each(['another-secret', 'the-new-secret, local-payment-secret'])('a signature with %j is rejected', one => {
    expect(verifySignedWith(one)).toMatchObject({ ok: false, reason: 'signature mismatch' })
  })
})
