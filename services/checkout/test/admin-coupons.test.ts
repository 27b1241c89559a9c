import { type Coupon, couponSchema } from '@campstore/contract/coupons'
import { unique } from '@campstore/testing/rows'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checkoutOf, sessionsPath, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'

// How administrators manage coupons and claims (docs/contract/admin.md#coupons).
const start = '2026-11-20T08:00:00.000Z'
const later = '2026-11-20T09:00:00.000Z'
const fixture = useFixture(startCheckoutFixture)

const path = '/internal/checkout/coupons'
const viewer = () => fixture.administrator('coupons.view')
const editor = () => fixture.administrator('coupons.edit')
const create = (changes: object = {}) => editor().post(path, couponOf(changes))
const change = (id: string, body: object) => editor().patch(`${path}/${id}`, body)
const claim = (id: string, customerId: string) => editor().post(`${path}/${id}/claims`, { customerId })
const read = async (id: string): Promise<Coupon> => couponSchema.parse((await viewer().get(`${path}/${id}`)).data)
const conflict = { status: 409, code: 'CONFLICT' }

/** A coupon as an administrator writes it, with nothing that may be left out. */
const couponOf = (changes: object = {}) => ({
  code: unique('CODE'),
  name: '冬季',
  discountType: 'percentage',
  discountValue: '12.5',
  startsAt: '2026-11-01T00:00:00+08:00',
  endsAt: '2026-12-01T00:00:00Z',
  ...changes,
})

describe('POST …/coupons', () => {
  test('defaults: no minimum, no cap, no limit, active; 201 with the coupon', async () => {
    const sent = { code: 'Winter', name: '冬季', discountType: 'percentage', discountValue: '12.50' }
    const valid = { startsAt: '2026-10-31T16:00:00.000Z', endsAt: '2026-12-01T00:00:00.000Z' }
    const defaults = { minSpend: '0.00', maxDiscount: null, usageLimit: null, usedCount: 0, status: 'active' }
    const data = { ...sent, ...valid, ...defaults, createdAt: start, updatedAt: start }
    expect(await create({ code: 'Winter' })).toMatchObject({ status: 201, data })
  })

  test('all fields are stored, and read as in the response', async () => {
    const terms = { discountType: 'fixed', discountValue: '150', minSpend: '1000.5', maxDiscount: '100', usageLimit: 7 }
    const { data } = await create({ ...terms, status: 'inactive', name: '  Père  ' })
    const coupon = couponSchema.parse(data)
    const amounts = { discountValue: '150.00', minSpend: '1000.50', maxDiscount: '100.00' }
    expect(coupon).toMatchObject({ ...terms, ...amounts, status: 'inactive', name: 'Père' })
    expect(await read(coupon.id)).toEqual(coupon)
  })

  test('error CONFLICT: of two with one code at once, one is made', async () => {
    const answers = await Promise.all([create({ code: 'ONCE' }), create({ code: 'once' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })
})

describe('PATCH …/coupons/{id}', () => {
  test.each<[object, object]>([
    [
      { name: '春季', minSpend: '300' },
      { name: '春季', minSpend: '300.00', updatedAt: later },
    ],
    [{ endsAt: '2027-01-01T00:00:00+08:00' }, { endsAt: '2026-12-31T16:00:00.000Z', updatedAt: later }],
    [{}, {}],
    [{ name: '秋季九折', status: 'active', minSpend: '0' }, {}],
  ])('%j changes %j and nothing else', async (body, changed) => {
    const terms = { max_discount: '50.00', usage_limit: 9, used_count: 3 }
    const id = await fixture.scenario.coupon({ ...terms, updated_at: start })
    const data = { ...(await read(id)), ...changed }
    fixture.clock.set(later)
    expect(await change(id, body)).toMatchObject({ status: 200, data })
    expect(await read(id)).toEqual(data)
  })

  test('error CONFLICT: a usageLimit below what is used and applied; exactly that is a limit', async () => {
    const id = await fixture.scenario.coupon({ used_count: 1 })
    for (const status of ['applied', 'available'])
      await fixture.scenario.claim(await fixture.member(), id, {
        status,
        order_id: status === 'applied' ? unique('order') : null,
      })
    const before = await read(id)
    const message = 'The limit cannot be lower than the 2 claims already used or on orders.'
    expect(await change(id, { usageLimit: 1, name: 'other' })).toMatchObject({ ...conflict, message })
    expect(await read(id)).toEqual(before)
    expect(await change(id, { usageLimit: 2 })).toMatchObject({ status: 200, data: { usedCount: 1 } })
  })
})

describe('POST …/coupons/{id}/claims', () => {
  test('with it the customer can use the coupon', async () => {
    const member = await fixture.member()
    const answer = await claim(await fixture.scenario.coupon(), member.customerId)
    const { id } = z.object({ id: z.number() }).parse(answer.data)
    const request = checkoutOf(await fixture.scenario.variant(), { couponClaimId: id })
    expect(await member.client.post(sessionsPath, request)).toMatchObject({
      status: 200,
      data: { couponClaimId: id, pricing: { discount: '50.00' } },
    })
  })

  test('error NOT_FOUND: a customer who is deleted, or joined into another one', async () => {
    const [deleted, joined, remaining] = await Promise.all(
      ['deleted', 'suspended', 'active'].map(async status => (await fixture.member({ status })).customerId),
    )
    await fixture.owner.query('update member.customer set joined_into = $1 where id = $2', [remaining, joined])
    for (const customerId of [deleted, joined])
      expect((await claim(await fixture.scenario.coupon(), customerId ?? '')).code).toBe('NOT_FOUND')
  })

  test('error CONFLICT: of two at once, one is given', async () => {
    const { customerId } = await fixture.member()
    const coupon = await fixture.scenario.coupon()
    const answers = await Promise.all([claim(coupon, customerId), claim(coupon, customerId)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })
})
