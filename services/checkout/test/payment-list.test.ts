import { signInternalToken } from '@campstore/auth/internal-token'
import { type AdminPayment, adminPaymentSchema } from '@campstore/contract/admin/payments'
import { createClient } from '@campstore/testing/client'
import { type Fields, insertRow } from '@campstore/testing/rows'
import { internalKeys } from '@campstore/testing/service-fixture'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type CheckoutFixture, checkoutOf, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'

// GET /api/admin/payments: notifications about bookings and orders, from two schemas, in one order (docs/contract/admin.md#payments).
let fixture: CheckoutFixture
beforeAll(async () => {
  fixture = await startCheckoutFixture()
  for (const [eventId, changes] of Object.entries(stored)) await insertPayment(eventId, changes)
})
afterAll(() => fixture.stop())

type Stored = Fields & { kind: 'booking' | 'order' }

/** By their event ids, oldest first; c and d were received at the same instant. */
const stored: Record<string, Stored> = {
  a: { kind: 'booking', target_id: 'b-1', received_at: '2026-11-01T16:00:00Z' },
  b: {
    kind: 'order',
    target_id: 'o-1',
    received_at: '2026-11-02T15:59:59.999Z',
    outcome: 'noted',
    type: 'payment.failed',
  },
  c: { kind: 'order', target_id: 'o-1', received_at: '2026-11-02T16:00:00Z' },
  d: {
    kind: 'booking',
    target_id: 'b-2',
    received_at: '2026-11-02T16:00:00Z',
    outcome: 'unapplied',
    reason: 'cancelled',
  },
  e: {
    kind: 'order',
    target_id: 'b-2',
    received_at: '2026-11-04T00:00:00Z',
    outcome: 'unapplied',
    reason: 'unknown_target',
  },
  f: {
    kind: 'booking',
    target_id: 'b-2',
    received_at: '2026-11-05T00:00:00Z',
    outcome: 'noted',
    type: 'payment.failed',
  },
}

const insertPayment = (eventId: string, { kind, ...changes }: Stored) =>
  insertRow(fixture.owner, `${kind === 'booking' ? 'booking' : 'checkout'}.payment_notification`, {
    event_id: eventId,
    type: 'payment.succeeded',
    amount: '1009.50',
    currency: 'TWD',
    outcome: 'applied',
    payment_method: 'gateway-atm',
    provider_trade_no: `T-${eventId}`,
    paid_at: '2026-11-01T15:59:00Z',
    ...changes,
  })

const path = '/internal/checkout/payments'
const both = ['orders.view', 'bookings.view']
const staff = (permissions: readonly string[] = both) =>
  createClient(fixture.service.url, async () => {
    const call = { adminId: 'admin-1', permissions, audience: 'checkout' }
    return `Bearer ${await signInternalToken(call, internalKeys.signingKey, fixture.clock.now)}`
  })
const listed = z.array(adminPaymentSchema)
const read = async (query: string): Promise<AdminPayment[]> =>
  listed.parse((await staff().get(`${path}?${query}`)).data)
/** The event ids that a query finds, in their order. */
const found = async (query: string) => (await read(query)).map(({ eventId }) => eventId).join('')

describe('the list', () => {
  test('shows each notification and its outcome, newest first', async () => {
    const answer = await staff().get(path)
    expect(answer.meta).toEqual({ page: 0, size: 20, totalElements: 6, totalPages: 1 })
    expect(await found('')).toBe('fedcba')
    const usual = {
      amount: '1009.50',
      currency: 'TWD',
      paymentMethod: 'gateway-atm',
      paidAt: '2026-11-01T15:59:00.000Z',
      type: 'payment.succeeded',
    }
    expect(answer.data).toEqual(
      expect.arrayContaining([
        {
          ...usual,
          eventId: 'a',
          outcome: 'applied',
          reason: null,
          target: { kind: 'booking', id: 'b-1' },
          providerTradeNo: 'T-a',
          receivedAt: '2026-11-01T16:00:00.000Z',
        },
        {
          ...usual,
          eventId: 'e',
          outcome: 'unapplied',
          reason: 'unknown_target',
          target: { kind: 'order', id: 'b-2' },
          providerTradeNo: 'T-e',
          receivedAt: '2026-11-04T00:00:00.000Z',
        },
        {
          ...usual,
          type: 'payment.failed',
          eventId: 'b',
          outcome: 'failed',
          reason: null,
          target: { kind: 'order', id: 'o-1' },
          providerTradeNo: 'T-b',
          receivedAt: '2026-11-02T15:59:59.999Z',
        },
      ]),
    )
  })

  test.each([1, 2, 4])(
    'is paged over both schemas: pages of %i together are the complete list, and their totals agree',
    async size => {
      const pages: string[] = []
      for (let page = 0; page < Math.ceil(6 / size); page += 1) {
        const { meta } = await staff().get(`${path}?size=${size}&page=${page}`)
        expect(meta).toEqual({ page, size, totalElements: 6, totalPages: Math.ceil(6 / size) })
        pages.push(await found(`size=${size}&page=${page}`))
      }
      expect(pages.join('')).toBe('fedcba')
      expect(pages[0]).toHaveLength(size)
      expect(await staff().get(`${path}?page=9`)).toMatchObject({ status: 200, data: [], meta: { totalElements: 6 } })
    },
  )
})

describe('filters', () => {
  test.each([
    ['outcome applied', 'outcome=applied', 'ca'],
    ['outcome unapplied', 'outcome=unapplied', 'ed'],
    ['outcome failed', 'outcome=failed', 'fb'],
    ['reason', 'reason=cancelled', 'd'],
    ['reason that nothing has', 'reason=cod_confirmed', ''],
    ['targetKind', 'targetKind=order', 'ecb'],
    ['targetId, of both kinds', 'targetId=b-2', 'fed'],
    ['target', 'targetKind=booking&targetId=b-2', 'fd'],
    ['targetId that nothing has', 'targetId=none', ''],
    ['receivedFrom: that instant is inside', 'receivedFrom=2026-11-02T16:00:00Z', 'fedc'],
    ['receivedTo: that instant is inside', 'receivedTo=2026-11-02T15:59:59.999Z', 'ba'],
    ['a plain date is that whole day in Taipei', 'receivedFrom=2026-11-02&receivedTo=2026-11-02', 'ba'],
    ['all of them must hold', 'outcome=unapplied&reason=cancelled&targetKind=booking&receivedFrom=2026-11-03', 'd'],
    ['all of them must hold: one does not', 'outcome=applied&reason=cancelled', ''],
    ['an unknown parameter is ignored', 'sort=amount,asc', 'fedcba'],
  ])('%s', async (_, query, expected) => {
    expect(await found(query)).toBe(expected)
    const { meta } = await staff().get(`${path}?${query}&size=1`)
    expect(meta).toMatchObject({ totalElements: expected.length })
  })
})

test.each([['orders.view'], ['bookings.view'], ['orders.edit', 'bookings.edit']])(
  'with %s only: FORBIDDEN',
  async (...only) => {
    expect(await staff(only).get(path)).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  },
)

test('a payment that was just handled is in the next answer', async () => {
  const session = await fixture.hold(await fixture.member(), checkoutOf(await fixture.scenario.variant()))
  const { eventId, providerTradeNo } = await fixture.pay(session)
  await fixture.broker.eventOf(session.orderId, 'order.paid')
  expect(await read(`targetId=${session.orderId}`)).toMatchObject([
    { eventId, providerTradeNo, outcome: 'applied', target: { kind: 'order', id: session.orderId } },
  ])
})

test('unusual payment dates do not break the list', async () => {
  const target_id = 'strange-dates'
  await insertPayment('y42', {
    kind: 'order',
    target_id,
    paid_at: '0042-03-01T00:00:00Z',
    received_at: '2026-12-01T00:00:00Z',
  })
  await insertPayment('y10k', {
    kind: 'booking',
    target_id,
    paid_at: '10000-01-01T23:59:00Z',
    received_at: '2026-12-02T00:00:00Z',
  })
  expect(await read(`targetId=${target_id}`)).toMatchObject([
    { paidAt: '9999-12-31T23:59:59.999Z' },
    { paidAt: '0042-03-01T00:00:00.000Z' },
  ])
})

test('one event id about a booking and about an order is two payments, on whichever page', async () => {
  const twin = { target_id: 'twins', received_at: '2026-12-03T00:00:00Z' }
  await insertPayment('twin', { kind: 'order', ...twin })
  await insertPayment('twin', { kind: 'booking', ...twin, received_at: '2026-12-04T00:00:00Z' })
  expect((await staff().get(`${path}?targetId=twins&size=1`)).meta).toMatchObject({ totalElements: 2 })
  const pages = [await read('targetId=twins&size=1'), await read('targetId=twins&size=1&page=1')]
  expect(pages.map(page => page.map(({ target }) => target.kind))).toEqual([['booking'], ['order']])
})
