import { randomUUID } from 'node:crypto'
import { type StoreCheckoutSession, storeCheckoutSessionSchema } from '@campstore/contract/checkout/schemas'
import { loadConfig } from '@campstore/core/config/load-config'
import { ecpayTestShop as publishedShop } from '@campstore/core/config/local-defaults'
import { type WithHolds, withHolds } from '@campstore/holds/testing/with-holds'
import { paymentFor } from '@campstore/testing/payments'
import { startServiceFixture } from '@campstore/testing/service-fixture'
import { checkoutConfig } from '../config.ts'
import { orderHold } from '../order-hold.ts'
import { startCheckoutService } from '../service.ts'
import { createScenario, type Scenario } from './scenario.ts'

/** The path at which checkouts begin. */
export const sessionsPath = '/api/checkout/sessions'

/** ECPay's published test shop, with its addresses. */
export const ecpayTestShop = {
  ...publishedShop,
  ECPAY_CHECKOUT_URL: 'https://payment-stage.ecpay.com.tw/Cashier/AioCheckOut/V5',
  ECPAY_RETURN_URL: 'https://payments.example.com/ecpay',
}

/** The stock of a variant at one location. */
export type Shelf = { locationId: string; onHand: number; reserved: number }
/** A reservation of an order at one location. */
export type Reservation = {
  variantId: string
  locationId: string
  quantity: number
  status: 'active' | 'released' | 'expired'
  expiresAt: Date | null
  endedAt: Date | null
}

/** A checkout service in its own fixture. */
export type CheckoutFixture = WithHolds<StoreCheckoutSession> & {
  /** Creates variants on sale, locations, stock, coupons, claims, shipping policy and customers. */
  scenario: Scenario
  /** The stock of a variant, by location. */
  shelves(variant: { variantId: string }): Promise<Shelf[]>
  /** The reservations of an order, by variant and location. */
  reservations(orderId: string): Promise<Reservation[]>
}

/** Starts one. It does not sweep unless SWEEP_INTERVAL_SECONDS is given: a moved clock alone changes nothing. */
export async function startCheckoutFixture(environment: Record<string, string> = {}): Promise<CheckoutFixture> {
  const fixture = await startServiceFixture({
    service: 'checkout',
    permission: 'orders.edit',
    queues: 2,
    environment: { ...ecpayTestShop, ...environment },
    start: (variables, log, clock) => startCheckoutService(loadConfig(checkoutConfig, variables), log, clock),
  })
  const { owner } = fixture
  return {
    ...(await withHolds(fixture, orderHold, {
      entities: () => import('../persistence/entities.ts'),
      sessionsPath,
      session: storeCheckoutSessionSchema,
      payment: ({ orderId: id, pricing }, at) => paymentFor({ kind: 'order', id }, pricing.total, at),
    })),
    scenario: createScenario(owner),
    shelves: async ({ variantId }) => (await owner.query<Shelf>(shelvesOfVariant, [variantId])).rows,
    reservations: async orderId => (await owner.query<Reservation>(reservationsOfOrder, [orderId])).rows,
  }
}

const shelvesOfVariant = /* sql */ `
  select location_id as "locationId", on_hand as "onHand", reserved
  from inventory.stock
  where variant_id = $1
  order by location_id`

const reservationsOfOrder = /* sql */ `
  select
    variant_id as "variantId", location_id as "locationId", quantity, status, expires_at as "expiresAt",
    ended_at as "endedAt"
  from checkout.stock_reservation
  where order_id = $1
  order by variant_id, location_id`

/** Who receives the orders of tests. */
export const recipient = { recipientName: '林小美', phone: '0912345678', address: '台北市中正區忠孝東路一段1號' }

/** A checkout of one piece of a variant, by default with a recipient and paid by credit card. */
export const checkoutOf = ({ variantId }: { variantId: string }, changes: object = {}) => ({
  items: [{ variantId, quantity: 1 }],
  shipping: recipient,
  paymentMethod: 'gateway-credit',
  idempotencyKey: randomUUID(),
  ...changes,
})
