import type { Queryable } from '@campstore/database/database'
import type { ApiResponse, Client } from '@campstore/testing/client'
import { delayRequests } from '@campstore/testing/delayed-transaction'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CheckoutFixture,
  checkoutOf,
  sessionsPath,
  startCheckoutFixture,
} from '../src/testing/checkout-fixture.ts'

// One order per claim and no more than the usage limit, also under concurrency (docs/contract/coupons.md#usage-limit).
const start = '2026-11-20T08:00:00.000Z'
let fixture: CheckoutFixture
beforeAll(async () => {
  fixture = await startCheckoutFixture()
})
afterAll(() => fixture.stop())

const patch = (client: Client, orderId: string, body: object) =>
  client.send('PATCH', `${sessionsPath}/${orderId}`, { body })

describe('checked under the lock of the claim: changes that commit while an order waits for it count', () => {
  const changes: Record<string, string> = {
    'the coupon becomes inactive': `update checkout.coupon set status = 'inactive' where id = $1`,
    'the coupon ends': `update checkout.coupon set ends_at = '${start}' where id = $1`,
    'the coupon starts later': `update checkout.coupon set starts_at = '2026-11-20T08:00:00.001Z' where id = $1`,
    'its limit is reached': 'update checkout.coupon set usage_limit = 1 where id = $1',
    'another order applies the claim': `update checkout.coupon_claim set status = 'applied', order_id = 'other' || id where coupon_id = $1`,
  }

  /** The answer to a request that waits for its claim while this change commits. */
  async function answerAfter(change: string, send: (member: Member, couponClaimId: number) => Promise<ApiResponse>) {
    const member = await fixture.member()
    const coupon = await fixture.scenario.coupon()
    const other = await fixture.member()
    await fixture.scenario.claim(other, coupon, { status: 'applied', order_id: `order-of-${other.customerId}` })
    const couponClaimId = await fixture.scenario.claim(member, coupon)
    const atTheClaim = {
      lock: (tx: Queryable) => tx.query('select from checkout.coupon_claim where id = $1 for update', [couponClaimId]),
      meanwhile: (tx: Queryable) => tx.query(changes[change] ?? '', [coupon]),
    }
    return delayRequests(fixture.owner, atTheClaim, () => send(member, couponClaimId))
  }
  type Member = Awaited<ReturnType<CheckoutFixture['member']>>
  const notApplicable = { status: 409, code: 'COUPON_NOT_APPLICABLE' }

  test.each(Object.keys(changes))('a new order: %s', async change => {
    const variant = await fixture.scenario.variant()
    const answer = await answerAfter(change, ({ client }, couponClaimId) =>
      client.post(sessionsPath, checkoutOf(variant, { couponClaimId })),
    )
    expect(answer).toMatchObject(notApplicable)
    expect(await fixture.shelves(variant)).toMatchObject([{ reserved: 0 }])
  })

  test.each(Object.keys(changes))('PATCH: %s', async change => {
    const answer = await answerAfter(change, async (member, couponClaimId) => {
      const { orderId } = await fixture.hold(member, checkoutOf(await fixture.scenario.variant()))
      return patch(member.client, orderId, { couponClaimId })
    })
    expect(answer).toMatchObject(notApplicable)
  })
})

describe('at once', () => {
  const codesOf = (answers: { status: number; code: string | undefined }[]) =>
    answers.map(({ status, code }) => code ?? status).sort()

  test('one order per claim: of two with the same claim, one is held', async () => {
    const member = await fixture.member()
    const couponClaimId = await fixture.scenario.claim(member)
    const variants = [await fixture.scenario.variant(), await fixture.scenario.variant()]
    const answers = await Promise.all(
      variants.map(variant => member.client.post(sessionsPath, checkoutOf(variant, { couponClaimId }))),
    )
    expect(codesOf(answers)).toEqual([200, 'COUPON_NOT_APPLICABLE'])
    const shelves = await Promise.all(variants.map(fixture.shelves))
    expect(
      shelves
        .flat()
        .map(({ reserved }) => reserved)
        .sort(),
    ).toEqual([0, 1])
  })

  test('one order per claim: of two that apply it by PATCH, one succeeds', async () => {
    const member = await fixture.member()
    const couponClaimId = await fixture.scenario.claim(member)
    const variants = [await fixture.scenario.variant(), await fixture.scenario.variant()]
    const sessions = await Promise.all(variants.map(variant => fixture.hold(member, checkoutOf(variant))))
    const answers = await Promise.all(sessions.map(({ orderId }) => patch(member.client, orderId, { couponClaimId })))
    expect(codesOf(answers)).toEqual([200, 'COUPON_NOT_APPLICABLE'])
  })

  test('two orders that exchange their claims by PATCH: no deadlock, and no claim is on both', async () => {
    const member = await fixture.member()
    const claims = [await fixture.scenario.claim(member), await fixture.scenario.claim(member)]
    const sessions = await Promise.all(
      claims.map(async couponClaimId =>
        fixture.hold(member, checkoutOf(await fixture.scenario.variant(), { couponClaimId })),
      ),
    )
    const answers = await Promise.all(
      sessions.map(({ orderId }, at) => patch(member.client, orderId, { couponClaimId: claims[1 - at] })),
    )
    // Each requests the claim that the other order still has.
    expect(codesOf(answers)).toEqual(['COUPON_NOT_APPLICABLE', 'COUPON_NOT_APPLICABLE'])
  })

  test('the last redemption of a usage limit: a second order waits for the first one, and is refused', async () => {
    const coupon = await fixture.scenario.coupon({ usage_limit: 1 })
    const members = [await fixture.member(), await fixture.member()]
    // Each of its own variant, so that it is not the stock for which they wait.
    const variants = [await fixture.scenario.variant(), await fixture.scenario.variant()]
    const claims = await Promise.all(members.map(member => fixture.scenario.claim(member, coupon)))
    // By then the claim is applied, and the order is not complete yet.
    const beforeTheHistory = {
      lock: (tx: Queryable) => tx.query('lock table checkout.status_history in share mode'),
      atLeast: 2,
    }
    const requests = variants.map((variant, at) => checkoutOf(variant, { couponClaimId: claims[at] }))
    const answers = await delayRequests(fixture.owner, beforeTheHistory, () =>
      Promise.all(members.map(({ client }, at) => client.post(sessionsPath, requests[at]))),
    )
    expect(codesOf(answers)).toEqual([200, 'COUPON_NOT_APPLICABLE'])
  })

  test('a usage limit of 3 and 12 members: exactly 3 succeed', async () => {
    const coupon = await fixture.scenario.coupon({ usage_limit: 3 })
    const members = await Promise.all(Array.from({ length: 12 }, () => fixture.member()))
    const requests = await Promise.all(
      members.map(async member => {
        const couponClaimId = await fixture.scenario.claim(member, coupon)
        return checkoutOf(await fixture.scenario.variant(), { couponClaimId })
      }),
    )
    const answers = await Promise.all(members.map(({ client }, at) => client.post(sessionsPath, requests[at])))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  })

  test('a cancelled order frees a redemption of the usage limit', async () => {
    const coupon = await fixture.scenario.coupon({ usage_limit: 1 })
    const [first, second] = [await fixture.member(), await fixture.member()]
    const claims = [await fixture.scenario.claim(first, coupon), await fixture.scenario.claim(second, coupon)]
    const request = async (at: number) => checkoutOf(await fixture.scenario.variant(), { couponClaimId: claims[at] })
    const { orderId } = await fixture.hold(first, await request(0))
    expect(await second.client.post(sessionsPath, await request(1))).toMatchObject({ code: 'COUPON_NOT_APPLICABLE' })
    await first.client.post(`${sessionsPath}/${orderId}/cancel`)
    expect(await second.client.post(sessionsPath, await request(1))).toMatchObject({ status: 200 })
  })
})
