import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type CheckoutFixture,
  checkoutOf,
  recipient,
  sessionsPath,
  startCheckoutFixture,
} from '../src/testing/checkout-fixture.ts'
import { heldBack } from '../src/testing/delayed-transaction.ts'

// POST /api/checkout/sessions: same key, same or another payload; decisions.md, 5 and 7.
let fixture: CheckoutFixture
beforeAll(async () => {
  fixture = await startCheckoutFixture()
})
afterAll(() => fixture.stop())
afterEach(() => fixture.clock.set('2026-11-20T08:00:00.000Z'))

const ordersOf = async ({ customerId }: { customerId: string }): Promise<number> => {
  const sql = 'select from checkout.store_order where customer_id = $1'
  return (await fixture.owner.query(sql, [customerId])).rowCount ?? 0
}
const conflict = { status: 409, code: 'CONFLICT' }

/** A member whose checkout has succeeded. */
async function held(changes: object = {}) {
  const member = await fixture.member()
  const variant = await fixture.set.variant()
  const request = checkoutOf(variant, changes)
  const first = await member.client.post(sessionsPath, request)
  const session = await fixture.hold(member, request)
  return { member, variant, request, first, session, path: `${sessionsPath}/${session.orderId}` }
}

describe('same member, same key, same payload: the original result is replayed', () => {
  test('word for word, and nothing more is held', async () => {
    const { member, variant, request, first } = await held()
    fixture.clock.advance(60_000)
    const second = await member.client.post(sessionsPath, request)
    expect([second.status, JSON.stringify(second.body)]).toEqual([200, JSON.stringify(first.body)])
    expect([await ordersOf(member), await fixture.shelves(variant)]).toMatchObject([1, [{ reserved: 1 }]])
  })

  test('also after the order was changed', async () => {
    const { member, request, session, path } = await held()
    await member.client.send('PATCH', path, { body: { paymentMethod: 'cod' } })
    expect(await fixture.hold(member, request)).toEqual(session)
  })

  test('also after it was cancelled: nothing is held anew', async () => {
    const { member, variant, request, session, path } = await held()
    await member.client.post(`${path}/cancel`)
    expect(await fixture.hold(member, request)).toEqual(session)
    expect(await fixture.shelves(variant)).toMatchObject([{ reserved: 0 }])
  })

  test('also after its time ran out', async () => {
    const { member, request, session } = await held()
    fixture.clock.advance(3_600_000)
    await fixture.expire(session.orderId)
    expect(await fixture.hold(member, request)).toEqual(session)
  })

  test('also after a price change, a withdrawal, and when nothing is left', async () => {
    const { member, variant, request, session } = await held()
    await fixture.set.change('catalog.variant', variant.variantId, { price: '777.00', active: false })
    await fixture.set.changeStock(variant, 0)
    expect(await fixture.hold(member, request)).toEqual(session)
  })

  test('also when the coupon is no longer good', async () => {
    const member = await fixture.member()
    const couponId = await fixture.set.coupon()
    const couponClaimId = await fixture.set.claim(member, couponId)
    const request = checkoutOf(await fixture.set.variant(), { couponClaimId })
    const session = await fixture.hold(member, request)
    await fixture.set.change('checkout.coupon', couponId, { status: 'inactive' })
    expect(await fixture.hold(member, request)).toEqual(session)
  })
})

describe('what makes a payload the same', () => {
  test('item order does not matter', async () => {
    const variants = [await fixture.set.variant(), await fixture.set.variant(), await fixture.set.variant()]
    const items = variants.map(({ variantId }) => ({ variantId, quantity: 1 }))
    const member = await fixture.member()
    const request = checkoutOf({ variantId: '' }, { items })
    const session = await fixture.hold(member, request)
    expect(session.items.map(item => item.variantId)).toEqual(items.map(item => item.variantId))
    expect(await fixture.hold(member, { ...request, items: items.toReversed() })).toEqual(session)
  })

  test('money for comparison is not in it, not even when it disagrees', async () => {
    const { member, variant, request, session } = await held()
    const items = [{ variantId: variant.variantId, quantity: 1, unitPrice: '1.00' }]
    expect(await fixture.hold(member, { ...request, items, total: 1, discount: '9.99' })).toEqual(session)
  })

  test('neither are ignored fields, nor the ways to say "none"', async () => {
    const { member, request, session } = await held()
    expect(await fixture.hold(member, { ...request, couponClaimId: null, total: null, memo: 'please' })).toEqual(
      session,
    )
  })

  test('spaces around the recipient neither: it is what was stored', async () => {
    const { member, request, session } = await held()
    const shipping = { ...recipient, recipientName: `  ${recipient.recipientName} ` }
    expect(await fixture.hold(member, { ...request, shipping })).toEqual(session)
  })

  test.each<[string, object]>([
    ['another payment method', { paymentMethod: 'cod' }],
    ['no payment method', { paymentMethod: null }],
    ['another recipient', { shipping: { ...recipient, phone: '0987654321' } }],
    ['no recipient', { shipping: null }],
    ['a coupon', { couponClaimId: 1 }],
    ['other items', { items: [{ variantId: 'none', quantity: 1 }] }],
  ])('error CONFLICT: same key, %s', async (_, changes) => {
    const { member, request } = await held()
    expect(await member.client.post(sessionsPath, { ...request, ...changes })).toMatchObject(conflict)
    expect(await ordersOf(member)).toBe(1)
  })

  test('error CONFLICT: same key, another quantity, and one item more', async () => {
    const { member, request, variant } = await held()
    const one = { variantId: variant.variantId, quantity: 1 }
    const others = [[{ ...one, quantity: 2 }], [one, { variantId: 'none', quantity: 1 }]]
    for (const items of others)
      expect(await member.client.post(sessionsPath, { ...request, items })).toMatchObject(conflict)
  })

  test('error VALIDATION_ERROR comes before the key', async () => {
    const { member, request } = await held()
    const answer = await member.client.post(sessionsPath, { ...request, items: [] })
    expect(answer).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
  })
})

describe('several with the same key at once', () => {
  const atTheKey = { lock: (tx: { query(sql: string): Promise<unknown> }) => tx.query(lockKeys), atLeast: 5 }
  const lockKeys = 'lock table checkout.idempotency_key in share mode'

  test('the same payload: one order, and one answer for all', async () => {
    const member = await fixture.member()
    const variant = await fixture.set.variant({ onHand: 1 })
    const request = checkoutOf(variant)
    const answers = await heldBack(fixture.owner, atTheKey, () =>
      Promise.all(Array.from({ length: 5 }, () => member.client.post(sessionsPath, request))),
    )
    expect(new Set(answers.map(answer => `${answer.status} ${JSON.stringify(answer.body)}`)).size).toBe(1)
    expect([answers[0]?.status, await ordersOf(member)]).toEqual([200, 1])
  })

  test('different payloads: one order, the others CONFLICT', async () => {
    const member = await fixture.member()
    const request = checkoutOf(await fixture.set.variant())
    const phones = ['1', '2', '3', '4', '5']
    const answers = await heldBack(fixture.owner, atTheKey, () =>
      Promise.all(
        phones.map(phone => member.client.post(sessionsPath, { ...request, shipping: { ...recipient, phone } })),
      ),
    )
    const codes = answers.map(answer => answer.code ?? answer.status).toSorted()
    expect(codes).toEqual([200, 'CONFLICT', 'CONFLICT', 'CONFLICT', 'CONFLICT'])
    expect(await ordersOf(member)).toBe(1)
  })
})

test('keys are per member: another member uses it for something of their own', async () => {
  const { request, session } = await held()
  const other = await fixture.hold(await fixture.member(), { ...request, paymentMethod: 'cod' })
  expect(other.orderId).not.toBe(session.orderId)
})

describe('a failed request leaves no key behind', () => {
  test('STOCK_INSUFFICIENT: another payload succeeds under the same key, when there is stock', async () => {
    const member = await fixture.member()
    const variant = await fixture.set.variant({ onHand: 0 })
    const request = checkoutOf(variant)
    expect(await member.client.post(sessionsPath, request)).toMatchObject({ code: 'STOCK_INSUFFICIENT' })
    await fixture.set.changeStock(variant, 1)
    expect(await member.client.post(sessionsPath, { ...request, paymentMethod: 'cod' })).toMatchObject({ status: 200 })
  })

  test('NOT_FOUND, VARIANT_NOT_SELLABLE, COUPON_NOT_APPLICABLE, CONFLICT and VALIDATION_ERROR neither', async () => {
    const member = await fixture.member()
    const variant = await fixture.set.variant()
    const withdrawn = await fixture.set.variant({ variant: { active: false } })
    const usedUp = await fixture.set.coupon({ usage_limit: 1 })
    const other = await fixture.member()
    await fixture.hold(other, checkoutOf(variant, { couponClaimId: await fixture.set.claim(other, usedUp) }))
    const failures = [
      { items: [{ variantId: 'none', quantity: 1 }] },
      { items: [{ variantId: withdrawn.variantId, quantity: 1 }] },
      { couponClaimId: await fixture.set.claim(member, usedUp) },
      { total: '0.01' },
      { items: [] },
    ]
    const request = checkoutOf(variant, { idempotencyKey: randomUUID() })
    const codes = []
    for (const changes of failures)
      codes.push((await member.client.post(sessionsPath, { ...request, ...changes })).code)
    const expected = ['NOT_FOUND', 'VARIANT_NOT_SELLABLE', 'COUPON_NOT_APPLICABLE', 'CONFLICT', 'VALIDATION_ERROR']
    expect(codes).toEqual(expected)
    expect(await member.client.post(sessionsPath, request)).toMatchObject({ status: 200 })
  })
})

test('idempotency key and fingerprint never appear in a response', async () => {
  const { member, request, session, path } = await held({ idempotencyKey: `key-${randomUUID()}` })
  const { rows } = await fixture.owner.query<{ fingerprint: string }>(
    'select fingerprint from checkout.idempotency_key where customer_id = $1',
    [member.customerId],
  )
  const answers = [
    await member.client.post(sessionsPath, request),
    await member.client.get(path),
    await member.client.send('PATCH', path, { body: { shipping: recipient } }),
    await member.client.post(`${path}/gateway`),
    await member.client.send('PATCH', path, { body: { paymentMethod: 'cod' } }),
    await member.client.post(`${path}/confirm-cod`),
    await member.client.post(`${path}/cancel`),
  ]
  expect(answers.map(answer => answer.status)).toEqual(Array.from(answers, () => 200))
  const told = JSON.stringify(answers.map(answer => [answer.body, ...answer.headers]))
  expect(rows).toHaveLength(1)
  for (const secret of [request.idempotencyKey, rows[0]?.fingerprint, 'idempotency', 'fingerprint'])
    expect(told).not.toContain(secret)
  expect(session.orderId).not.toContain(request.idempotencyKey)
})
