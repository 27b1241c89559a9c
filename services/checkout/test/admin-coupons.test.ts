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
const change = (id: string, body: object) => editor().send('PATCH', `${path}/${id}`, { body })
const claim = (id: string, customerId: string) => editor().post(`${path}/${id}/claims`, { customerId })
const read = async (id: string): Promise<Coupon> => couponSchema.parse((await viewer().get(`${path}/${id}`)).data)
const conflict = { status: 409, code: 'CONFLICT' }
const notFound = { status: 404, code: 'NOT_FOUND' }

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
const couponsNow = async () => (await fixture.owner.query('select * from checkout.coupon order by id')).rows

describe('POST …/coupons', () => {
  test('defaults: no minimum, no cap, no limit, active; 201 with the coupon', async () => {
    const answer = await create({ code: 'Winter' })
    expect(answer.status).toBe(201)
    expect(answer.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      code: 'Winter',
      name: '冬季',
      discountType: 'percentage',
      discountValue: '12.50',
      minSpend: '0.00',
      maxDiscount: null,
      startsAt: '2026-10-31T16:00:00.000Z',
      endsAt: '2026-12-01T00:00:00.000Z',
      usageLimit: null,
      usedCount: 0,
      status: 'active',
      createdAt: start,
      updatedAt: start,
    })
  })

  test('all fields are stored, and read as in the response', async () => {
    const terms = { discountType: 'fixed', discountValue: '150', minSpend: '1000.5', maxDiscount: '100', usageLimit: 7 }
    const { data } = await create({ ...terms, status: 'inactive', name: '  Père  ' })
    const coupon = couponSchema.parse(data)
    expect(coupon).toMatchObject({
      discountType: 'fixed',
      discountValue: '150.00',
      minSpend: '1000.50',
      maxDiscount: '100.00',
      usageLimit: 7,
      status: 'inactive',
      name: 'Père',
    })
    expect(await read(coupon.id)).toEqual(coupon)
  })

  test('error CONFLICT: a code that another coupon has, in any case', async () => {
    await create({ code: 'Été-10' })
    const before = await couponsNow()
    expect(await create({ code: 'Été-10' })).toMatchObject(conflict)
    expect(await create({ code: ' éTÉ-10 ' })).toMatchObject(conflict)
    expect(await couponsNow()).toEqual(before)
  })

  test('error CONFLICT: of two with one code at once, one is made', async () => {
    const answers = await Promise.all([create({ code: 'ONCE' }), create({ code: 'once' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })
})

describe('PATCH …/coupons/{id}', () => {
  test.each<[object, object]>([
    [{ name: '春季' }, { name: '春季' }],
    [{ discountValue: '20' }, { discountValue: '20.00' }],
    [{ minSpend: '300' }, { minSpend: '300.00' }],
    [{ maxDiscount: '80.00' }, { maxDiscount: '80.00' }],
    [{ startsAt: '2026-11-25T00:00:00Z' }, { startsAt: '2026-11-25T00:00:00.000Z' }],
    [{ endsAt: '2027-01-01T00:00:00+08:00' }, { endsAt: '2026-12-31T16:00:00.000Z' }],
    [{ usageLimit: 5 }, { usageLimit: 5 }],
    [{ status: 'inactive' }, { status: 'inactive' }],
  ])('%j is changed and nothing else', async (body, expected) => {
    const id = await fixture.scenario.coupon({ created_at: start, updated_at: start })
    const before = await read(id)
    fixture.clock.set(later)
    expect(await change(id, body)).toMatchObject({
      status: 200,
      data: { ...before, ...expected, updatedAt: later },
    })
    expect(await read(id)).toEqual({ ...before, ...expected, updatedAt: later })
  })

  test.each([{}, { name: '秋季九折', status: 'active', minSpend: '0' }])('%j changes nothing', async body => {
    const id = await fixture.scenario.coupon({ updated_at: start })
    const before = await read(id)
    fixture.clock.set(later)
    expect(await change(id, body)).toMatchObject({ status: 200, data: before })
  })

  describe('usageLimit counts used and applied claims', () => {
    /** A coupon with one imported use, one claim used, one applied and one free. */
    async function inUse() {
      const id = await fixture.scenario.coupon({ used_count: 1 })
      for (const status of ['applied', 'applied', 'available'])
        await fixture.scenario.claim(await fixture.member(), id, {
          status,
          order_id: status === 'applied' ? unique('order') : null,
        })
      const used = `update checkout.coupon_claim set status = 'used'
        where id = (select min(id) from checkout.coupon_claim where coupon_id = $1)`
      await fixture.owner.query(used, [id])
      return id
    }

    test('error CONFLICT: below what is used and applied', async () => {
      const id = await inUse()
      const before = await couponsNow()
      expect(await change(id, { usageLimit: 2, name: 'other' })).toMatchObject({
        ...conflict,
        body: { error: { message: 'The limit cannot be lower than the 3 claims already used or on orders.' } },
      })
      expect(await couponsNow()).toEqual(before)
    })
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

  test('error NOT_FOUND: an unknown coupon, an unknown customer, a deleted one', async () => {
    const coupon = await fixture.scenario.coupon()
    const { customerId } = await fixture.member()
    const deleted = await fixture.member({ status: 'deleted' })
    expect(await claim('none', customerId)).toMatchObject(notFound)
    expect(await claim(coupon, 'unknown')).toMatchObject(notFound)
    expect(await claim(coupon, deleted.customerId)).toMatchObject(notFound)
    const { rows } = await fixture.owner.query('select from checkout.coupon_claim where coupon_id = $1', [coupon])
    expect(rows).toEqual([])
  })

  test('error CONFLICT: of two at once, one is given', async () => {
    const { customerId } = await fixture.member()
    const coupon = await fixture.scenario.coupon()
    const answers = await Promise.all([claim(coupon, customerId), claim(coupon, customerId)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })
})
