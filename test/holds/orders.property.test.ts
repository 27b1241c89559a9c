import { createOrderActions } from '@campstore/checkout/testing/order-actions'
import { useFixture } from '@campstore/testing/use-fixture'
import { forAtMost } from '@campstore/testing/waiting'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { audit } from '../system/audit.ts'

// Whatever members, the clock, payments and administrators do, one after the other or all at once: stock, reservations, orders,
// claims and histories agree, by the audit. Each query below finds what the audit allows, or does not see.
const disagreements: Record<string, string> = {
  'no more is reserved than is on hand': /* sql */ `select * from inventory.stock where reserved > on_hand`,
  'orders take nothing from closed stores and from campgrounds': /* sql */ `
    select * from inventory.stock where reserved > 0 and location_id in ('closed', 'rental')`,
  'usedCount counts used claims': /* sql */ `
    select coupon.id, used_count
    from checkout.coupon
    left join checkout.coupon_claim claim on claim.coupon_id = coupon.id
    group by coupon.id
    having used_count <> count(*) filter (where claim.status = 'used')`,
}

const actions = useFixture(createOrderActions)
beforeAll(async () => {
  await actions.scenario.location({ id: 'closed', active: false })
  await actions.scenario.location({ id: 'rental', kind: 'rental', campground_id: 'camp' })
})

const customers = ['ann', 'ben', 'cho'] as const
/** Counted from the latest. */
const anyOrder = fc.nat(4)
const anyStep = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constant('hold' as const),
      customer: fc.nat(2),
      units: fc.tuple(fc.nat(3), fc.nat(3)),
      /** Which of the member's claims, if any. */
      claim: fc.option(fc.nat(1), { freq: 3 }),
      turned: fc.boolean(),
    }),
    weight: 6,
  },
  {
    arbitrary: fc.record({ kind: fc.constant('coupon' as const), order: anyOrder, claim: fc.option(fc.nat(1)) }),
    weight: 3,
  },
  {
    arbitrary: fc.record({
      kind: fc.constantFrom(...(['cancel', 'cancelByStaff', 'confirm', 'expire', 'pay', 'ship', 'complete'] as const)),
      order: anyOrder,
    }),
    weight: 9,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('return' as const),
      order: fc.nat(1),
      /** Pieces of the first item; everything without. */
      pieces: fc.option(fc.integer({ min: 1, max: 2 })),
      writtenOff: fc.boolean(),
    }),
    weight: 6,
  },
  { arbitrary: fc.record({ kind: fc.constantFrom(...(['send', 'undo'] as const)), order: fc.nat(1) }), weight: 7 },
)
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never
type Known = { orderId: string; customerId: string; customer: number; orderItemId: number }

/** Two variants in two stores, and one place that orders do not use; each member has a claim on two coupons, one with a limit of 2. */
async function open(stock: readonly number[]) {
  const [first = 0, second = 0, third = 0] = stock
  const shelves: Record<string, number>[] = [
    { 'store-1': first, 'store-2': second, closed: 9 },
    { rental: 9, 'store-2': third },
  ]
  const variants = await Promise.all(shelves.map(onHand => actions.scenario.variant({ onHand })))
  const coupons = [
    await actions.scenario.coupon({ usage_limit: 2 }),
    await actions.scenario.coupon({ discount_value: '99.99' }),
  ]
  const members = customers.map(name => `${name}-${variants[0]?.variantId}`)
  const claims = await Promise.all(
    members.map(customerId => Promise.all(coupons.map(coupon => actions.scenario.claim({ customerId }, coupon)))),
  )
  return { variants, members, claims }
}

async function play(scene: Awaited<ReturnType<typeof open>>, known: Known[], step: Step): Promise<void> {
  if (step.kind === 'hold') {
    const items = scene.variants
      .map(({ variantId }, at) => ({ variantId, quantity: step.units[at] ?? 0 }))
      .filter(({ quantity }) => quantity > 0)
    if (items.length === 0) return
    const customerId = scene.members[step.customer] ?? ''
    const claim = step.claim === null ? null : (scene.claims[step.customer]?.[step.claim] ?? null)
    const outcome = await actions.hold(customerId, step.turned ? items.reverse() : items, claim)
    if (!('done' in outcome)) return
    const { orderId, items: held } = outcome.done
    known.push({ orderId, customerId, customer: step.customer, orderItemId: held[0]?.orderItemId ?? 0 })
    return
  }
  const order = known.at(-1 - step.order)
  if (!order) return
  const { orderId, customerId, customer, orderItemId } = order
  if (step.kind === 'coupon') {
    const claim = step.claim === null ? {} : (scene.claims[customer]?.[step.claim] ?? {})
    await actions.changeCoupon(orderId, customerId, claim)
  } else if (step.kind === 'send') {
    await actions.pay(orderId)
    await actions.ship(orderId)
  } else if (step.kind === 'return') {
    const to = step.writtenOff ? 'written-off' : 'stock'
    await actions.takeBack(orderId, step.pieces === null ? undefined : [{ orderItemId, quantity: step.pieces, to }])
  } else if (step.kind === 'cancel' || step.kind === 'confirm') await actions[step.kind](orderId, customerId)
  else await actions[step.kind](orderId)
}

async function expectAgreement(): Promise<void> {
  expect(await audit(actions.owner)).toEqual([])
  for (const [rule, question] of Object.entries(disagreements))
    expect((await actions.owner.query(question)).rows, rule).toEqual([])
}

const anyStock = fc.array(fc.integer({ min: 2, max: 12 }), { minLength: 3, maxLength: 3 })
/** What happens at once, and the minutes that pass then. */
const anyRounds = (rounds: number, atOnce: number) =>
  fc.array(
    fc.tuple(fc.array(anyStep, { minLength: atOnce, maxLength: atOnce }), fc.constantFrom(0, 0, 0, 0, 0, 4, 16)),
    { minLength: 1, maxLength: rounds, size: 'max' },
  )

test.each([
  ['one after the other', 40, 1],
  ['six at once', 8, 6],
])('everything agrees after whatever happens %s', async (_, rounds, atOnce) => {
  const property = fc.asyncProperty(anyStock, anyRounds(rounds, atOnce), async (stock, story) => {
    const scene = await open(stock)
    const known: Known[] = []
    for (const [steps, minutes] of story) {
      await Promise.all(steps.map(step => play(scene, known, step)))
      actions.clock.advance(minutes * 60_000)
    }
    await expectAgreement()
    actions.clock.set('2026-11-20T08:00:00.000Z')
  })
  await fc.assert(forAtMost(20_000, property), { numRuns: 8 })
})
