import { ecpayTestShop } from '@campstore/checkout/testing/checkout-fixture'
import { createScenario, type Scenario } from '@campstore/checkout/testing/scenario'
import type { OidcIssuer } from '@campstore/testing/oidc-issuer'
import type { Pool } from 'pg'
import { z } from 'zod'
import { goodCredentials } from './credentials.ts'
import { send } from './send.ts'
import type { Trade } from './shop.ts'

/** Who would receive it. */
export const goodRecipient = { recipientName: 'Lin Mei', phone: '0912345678', address: '1 Zhongxiao E. Rd., Taipei' }

/** An order that would be held, were it sent with a member's token. */
export const goodOrder = {
  items: [{ variantId: 'variant-tent', quantity: 1 }],
  shipping: goodRecipient,
  paymentMethod: 'gateway-credit',
  idempotencyKey: 'a-new-key',
}

/** The key under which the member has made `{own}`. */
export const usedKey = 'a-used-key'

/** Claims by what is wrong with them; only `free` could be used by the member. */
export const claims = {
  free: 7001,
  "another member's": 7002,
  'of an inactive coupon': 7003,
  'of a coupon that has ended': 7004,
  'of a coupon that has not begun': 7005,
  'of a coupon for dearer orders': 7006,
  'of a coupon that is used up': 7007,
  'on another order': 7008,
  'that was used': 7009,
}

/** Numbers that name no claim. */
export const noClaims = [0, -1, 1.5, 99_999, 9_007_199_254_740_991, 1e300]

/** Products of every kind, and orders in every state. */
export const store: Trade = {
  services: ['checkout', 'products', 'me'],
  environment: ecpayTestShop,
  furnish,
  sellSome: orderSome,
}

async function furnish(owner: Pool): Promise<void> {
  const set = createScenario(owner)
  await set.variant({ product: { id: 'product-tent' }, variant: { id: 'variant-tent' } })
  await set.variant({ product: { id: 'product-stove' }, variant: { id: 'variant-stove', price: '300.00' } })
  await set.variant({ variant: { id: 'variant-empty' }, onHand: 0 })
  await set.variant({ variant: { id: 'variant-priceless', price: null } })
  await set.variant({ product: { id: 'product-bare' }, variant: { id: 'variant-off', active: false } })
  await set.variant({ variant: { id: 'variant-sku-off' }, sku: { active: false } })
  await set.variant({
    product: { id: 'product-item-off' },
    variant: { id: 'variant-item-off' },
    item: { active: false },
  })
  await set.variant({ product: { id: 'product-off', status: 'inactive' }, variant: { id: 'variant-product-off' } })
  await furnishClaims(set)
}

async function furnishClaims(set: Scenario): Promise<void> {
  const day = 86_400_000
  const [yesterday, tomorrow] = [new Date(Date.now() - day), new Date(Date.now() + day)]
  const now = { starts_at: yesterday, ends_at: tomorrow }
  const [own, other] = [{ customerId: 'customer-active' }, { customerId: 'customer-other' }]
  const claim = async (id: number, customer: { customerId: string }, coupon: object = {}, more: object = {}) => {
    const couponId = await set.coupon({ ...now, ...coupon })
    await set.claim(customer, couponId, { id, ...more })
    return couponId
  }
  await claim(claims.free, own)
  await claim(claims["another member's"], other)
  await claim(claims['of an inactive coupon'], own, { status: 'inactive' })
  await claim(claims['of a coupon that has ended'], own, {
    starts_at: new Date(Date.now() - 2 * day),
    ends_at: yesterday,
  })
  await claim(claims['of a coupon that has not begun'], own, {
    starts_at: tomorrow,
    ends_at: new Date(Date.now() + 2 * day),
  })
  await claim(claims['of a coupon for dearer orders'], own, { min_spend: '500.01' })
  const usedUp = await claim(claims['of a coupon that is used up'], own, { usage_limit: 1, used_count: 1 })
  await set.claim(other, usedUp, { status: 'used', order_id: 'of-another' })
  await claim(claims['on another order'], own, {}, { status: 'applied', order_id: 'of-mine' })
  await claim(claims['that was used'], own, {}, { status: 'used', order_id: 'of-mine-before' })
}

const sessionMade = z.object({ data: z.object({ orderId: z.string() }) })

/** Orders through the gateway, then moves what is to be in another state there by hand. */
async function orderSome(url: string, issuer: OidcIssuer, owner: Pool): Promise<Record<string, string>> {
  const order = async (idempotencyKey: string, changes: object = {}, changed = ''): Promise<string> => {
    const credential = await goodCredentials[idempotencyKey === 'foreign' ? 'otherMember' : 'member'](issuer)
    const body = { ...goodOrder, items: [{ variantId: 'variant-stove', quantity: 1 }], idempotencyKey, ...changes }
    const answer = await send(url, { method: 'POST', path: '/api/checkout/sessions', body }, credential)
    const { orderId } = sessionMade.parse(JSON.parse(answer.text)).data
    if (changed) await owner.query(`update checkout.store_order set ${changed} where id = $1`, [orderId])
    return orderId
  }
  await owner.query(`update inventory.stock set on_hand = 100 where variant_id = 'variant-stove'`)
  const cod = { paymentMethod: 'cod' }
  const paid = `payment_status = 'paid', paid_at = now()`
  return {
    own: await order(usedKey),
    foreign: await order('foreign'),
    draft: await order('draft', { shipping: null }),
    methodless: await order('methodless', { paymentMethod: null }),
    codDraft: await order('cod draft', { ...cod, shipping: { ...goodRecipient, phone: ' ' } }),
    codReady: await order('cod ready', cod),
    codConfirmed: await order('cod confirmed', cod, 'cod_confirmed_at = now()'),
    overdue: await order('overdue', {}, `checkout_expires_at = now() - interval '1 minute'`),
    codOverdue: await order('cod overdue', cod, `checkout_expires_at = now() - interval '1 minute'`),
    expired: await order('expired', {}, `status = 'cancelled', cancelled_because = 'expired'`),
    cancelled: await order('cancelled', {}, `status = 'cancelled', cancelled_because = 'member'`),
    paid: await order('paid', {}, paid),
    shipped: await order('shipped', {}, `${paid}, status = 'shipped'`),
    completed: await order('completed', {}, `${paid}, status = 'completed'`),
  }
}
