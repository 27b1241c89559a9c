import type { Queryable } from '@campstore/database/database'
import type { ApiResponse, Client } from '@campstore/testing/client'
import { delayRequests } from '@campstore/testing/delayed-transaction'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import {
  type CheckoutFixture,
  checkoutOf,
  sessionsPath,
  startCheckoutFixture,
} from '../src/testing/checkout-fixture.ts'

// The states of a claim, and how used ones are counted (docs/contract/states.md#coupon-claim).
const start = '2026-11-20T08:00:00.000Z'
const fixture = useFixture(startCheckoutFixture)

const pathOf = (orderId: string) => `${sessionsPath}/${orderId}`
const patch = (client: Client, orderId: string, body: object) => client.send('PATCH', pathOf(orderId), { body })
const free = { status: 'available', orderId: null }

async function stateOf(claimId: number) {
  const sql = 'select status, order_id as "orderId" from checkout.coupon_claim where id = $1'
  return (await fixture.owner.query(sql, [claimId])).rows[0]
}
async function usedCountOf(coupon: string) {
  return (await fixture.owner.query('select used_count from checkout.coupon where id = $1', [coupon])).rows[0]
    ?.used_count
}

/** A member with a claim on an order of 500.00, by default paid in cash on delivery. */
async function applied(changes: object = { paymentMethod: 'cod' }) {
  const member = await fixture.member()
  const coupon = await fixture.scenario.coupon()
  const claim = await fixture.scenario.claim(member, coupon)
  const session = await fixture.hold(
    member,
    checkoutOf(await fixture.scenario.variant(), { couponClaimId: claim, ...changes }),
  )
  const factsNow = async () => ({ ...(await stateOf(claim)), usedCount: await usedCountOf(coupon) })
  return { member, client: member.client, coupon, claim, session, orderId: session.orderId, factsNow }
}

describe('the claim on an order', () => {
  test('is used when the order is paid', async () => {
    const { session, orderId, factsNow } = await applied({})
    await fixture.pay(session)
    await fixture.broker.eventOf(orderId, 'order.paid')
    expect(await factsNow()).toEqual({ status: 'used', orderId, usedCount: 1 })
  })

  test('is used once when cash on delivery is confirmed, however often', async () => {
    const { client, orderId, factsNow } = await applied()
    await client.post(`${pathOf(orderId)}/confirm-cod`)
    await client.post(`${pathOf(orderId)}/confirm-cod`)
    expect(await factsNow()).toEqual({ status: 'used', orderId, usedCount: 1 })
  })

  test('is free again when a COD-confirmed order is cancelled, and usedCount is lowered', async () => {
    const { client, orderId, factsNow } = await applied()
    await client.post(`${pathOf(orderId)}/confirm-cod`)
    await client.post(`${pathOf(orderId)}/cancel`)
    expect(await factsNow()).toEqual({ ...free, usedCount: 0 })
  })

  test('that is available again can be used on another order, and the cancelled one still shows its discount', async () => {
    const { member, client, claim, orderId, session } = await applied()
    await client.post(`${pathOf(orderId)}/cancel`)
    const next = await fixture.hold(member, checkoutOf(await fixture.scenario.variant(), { couponClaimId: claim }))
    expect(await stateOf(claim)).toEqual({ status: 'applied', orderId: next.orderId })
    expect((await client.get(pathOf(orderId))).data).toMatchObject({ couponClaimId: claim, pricing: session.pricing })
  })

  test('that is free again is not touched by what else happens to the cancelled order', async () => {
    const { member, client, claim, orderId, session } = await applied()
    await client.post(`${pathOf(orderId)}/cancel`)
    const next = await fixture.hold(member, checkoutOf(await fixture.scenario.variant(), { couponClaimId: claim }))
    await client.post(`${pathOf(orderId)}/cancel`)
    await fixture.pay(session)
    await fixture.broker.eventOf(orderId, 'payment.unapplied')
    expect(await stateOf(claim)).toEqual({ status: 'applied', orderId: next.orderId })
  })
})

describe('PATCH couponClaimId', () => {
  const none = { couponClaimId: null, pricing: { discount: '0.00', total: '600.00' } }
  const tenPercent = { discount: '50.00', total: '550.00' }

  test('a claim is applied to an order that has none', async () => {
    const { member, client, claim, orderId } = await applied({ couponClaimId: null })
    expect(await patch(client, orderId, { couponClaimId: claim })).toMatchObject({
      status: 200,
      data: { couponClaimId: claim, pricing: tenPercent },
    })
    expect(await stateOf(claim)).toEqual({ status: 'applied', orderId })
    const other = checkoutOf(await fixture.scenario.variant(), { couponClaimId: claim })
    expect(await member.client.post(sessionsPath, other)).toMatchObject({ code: 'COUPON_NOT_APPLICABLE' })
  })

  test('another claim replaces the applied one, which is available again', async () => {
    const { member, client, claim, orderId } = await applied()
    const better = await fixture.scenario.claim(member, await fixture.scenario.coupon({ discount_value: '20.00' }))
    expect(await patch(client, orderId, { couponClaimId: better })).toMatchObject({
      status: 200,
      data: { couponClaimId: better, pricing: { discount: '100.00', total: '500.00' } },
    })
    expect([await stateOf(claim), await stateOf(better)]).toEqual([free, { status: 'applied', orderId }])
  })

  test('{} clears it: no discount, and the claim is free again', async () => {
    const { client, claim, orderId } = await applied()
    expect(await patch(client, orderId, { couponClaimId: {} })).toMatchObject({ status: 200, data: none })
    expect(await stateOf(claim)).toEqual(free)
  })

  test('with a usage limit of one, the claim that counts towards it can be applied again', async () => {
    const { client, claim, coupon, orderId } = await applied()
    await fixture.scenario.change('checkout.coupon', coupon, { usage_limit: 1 })
    expect(await patch(client, orderId, { couponClaimId: claim })).toMatchObject({ status: 200 })
    await patch(client, orderId, { couponClaimId: {} })
    expect(await patch(client, orderId, { couponClaimId: claim })).toMatchObject({ status: 200 })
  })
})

// One order per claim and no more than the usage limit, also under concurrency (docs/contract/coupons.md#usage-limit).

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
})
