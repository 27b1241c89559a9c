import { useFixture } from '@campstore/testing/use-fixture'
import { forAtMost } from '@campstore/testing/waiting'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { createOrderActions } from '../testing/order-actions.ts'

// Whatever members, the clock, payments and administrators do, one after the other or all at once: stock, reservations,
// orders, claims, histories and events agree. Each query below finds what does not.
const disagreements: Record<string, string> = {
  'reserved is the sum of active reservations': /* sql */ `
    select variant_id, location_id, reserved
    from inventory.stock
    where reserved <> (
      select coalesce(sum(quantity), 0)
      from checkout.stock_reservation reservation
      where reservation.variant_id = stock.variant_id
        and reservation.location_id = stock.location_id
        and reservation.status = 'active'
    )`,
  'no more is reserved than is on hand': /* sql */ `select * from inventory.stock where reserved > on_hand`,
  'orders take nothing from closed stores and from campgrounds': /* sql */ `
    select * from inventory.stock where reserved > 0 and location_id in ('closed', 'rental')`,
  'on hand is what came in minus what was shipped': /* sql */ `
    select variant_id, location_id, on_hand
    from inventory.stock
    join brought_in using (variant_id, location_id)
    where on_hand <> pieces + (
      select coalesce(sum(quantity_delta), 0)
      from inventory.movement
      where movement.variant_id = stock.variant_id and movement.location_id = stock.location_id
    )`,
  'an item is reserved whole, from as many locations as it takes': /* sql */ `
    select order_id, variant_id, item.quantity, sum(reservation.quantity)
    from checkout.order_item item
    left join checkout.stock_reservation reservation using (order_id, variant_id)
    group by order_id, variant_id, item.quantity
    having item.quantity is distinct from sum(reservation.quantity)`,
  'reservations stand as their order does': /* sql */ `
    select store_order.id, store_order.status, reservation.status, expires_at
    from checkout.store_order
    join checkout.stock_reservation reservation on reservation.order_id = store_order.id
    where reservation.status <> case
        when store_order.status = 'unshipped' then 'active'
        when cancelled_because = 'expired' then 'expired'
        else 'released'
      end
      or (store_order.status = 'unshipped' and expires_at is distinct from case
        when payment_status = 'unpaid' and cod_confirmed_at is null then checkout_expires_at
      end)`,
  'a claim stands as the order does that has it': /* sql */ `
    select claim.id, claim.status, claim.order_id, store_order.id, store_order.status
    from checkout.coupon_claim claim
    left join checkout.store_order
      on store_order.coupon_claim_id = claim.id
        and store_order.status <> 'cancelled'
        and (store_order.status <> 'returned' or store_order.payment_status <> 'unpaid')
    where claim.order_id is distinct from store_order.id
      or claim.status <> case
        when store_order.id is null then 'available'
        when payment_status = 'paid' or cod_confirmed_at is not null then 'used'
        else 'applied'
      end`,
  'usedCount counts used claims, and no usage limit is passed': /* sql */ `
    select coupon.id, usage_limit, used_count
    from checkout.coupon
    left join checkout.coupon_claim claim on claim.coupon_id = coupon.id
    group by coupon.id
    having used_count <> count(*) filter (where claim.status = 'used')
      or count(*) filter (where claim.status <> 'available') > usage_limit`,
  'total = max(subtotal + shippingFee - discount, 0), subtotal = sum of the lines, a discount has a coupon': /* sql */ `
    select store_order.id
    from checkout.store_order
    where total <> greatest(subtotal + shipping_fee - discount, 0)
      or subtotal <> (select sum(line_total) from checkout.order_item where order_id = store_order.id)
      or (discount > 0) <> (coupon_claim_id is not null)`,
  'no more comes back than was shipped, and all of a returned order': /* sql */ `
    select item.order_id, item.quantity, back.pieces, store_order.status
    from checkout.order_item item
    join checkout.store_order on store_order.id = item.order_id
    cross join lateral (
      select coalesce(sum(line.quantity), 0) as pieces
      from checkout.order_return
      cross join lateral jsonb_to_recordset(items) as line ("orderItemId" bigint, quantity integer)
      where order_id = item.order_id and line."orderItemId" = item.id
    ) back
    where back.pieces > case when status in ('shipped', 'completed', 'returned') then item.quantity else 0 end
      or status = 'returned' and back.pieces <> item.quantity`,
  'what is given back for returns is at most what was paid, and all of it for an order that was not delivered': /* sql */ `
    select store_order.id, total, payment_status, back.amount
    from checkout.store_order
    cross join lateral (
      select coalesce(sum(amount), 0) as amount from checkout.refund where target_id = store_order.id and cause = 'returned'
    ) back
    where back.amount > case payment_status when 'unpaid' then 0 when 'paid' then greatest(total, round(total)) end
      or status = 'returned' and payment_status = 'paid' and cod_confirmed_at is null and back.amount <> total
        and not exists (select from checkout.status_history where order_id = store_order.id and to_status = 'completed')`,
  'each return is published once': /* sql */ `
    select subject, count(*)
    from checkout.outbox
    where body ->> 'type' = 'order.returned'
    group by subject
    having count(*) <> (select count(*) from checkout.order_return where order_id = subject)`,
  'the history ends where the order is': /* sql */ `
    select store_order.id, store_order.status
    from checkout.store_order
    where status is distinct from (
      select to_status
      from checkout.status_history
      where order_id = store_order.id
      order by id desc
      limit 1
    )`,
  'each step is published once, and no other': /* sql */ `
    select store_order.id, published.types
    from checkout.store_order
    join lateral (
      select array_agg(body ->> 'type' order by body ->> 'type') as types
      from checkout.outbox
      where subject = store_order.id and body ->> 'type' like 'order.%'
        and body ->> 'type' not in ('order.updated', 'order.returned')
    ) published on true
    where published.types is distinct from array_remove(array[
      case when status = 'cancelled' then 'order.cancelled' end,
      case when cod_confirmed_at is not null then 'order.cod-confirmed' end,
      case when exists (
        select from checkout.status_history where order_id = store_order.id and to_status = 'completed' and from_status = 'shipped'
      ) then 'order.completed' end,
      'order.created',
      case when payment_status = 'paid' and cod_confirmed_at is null then 'order.paid' end,
      case when status in ('shipped', 'completed', 'returned') then 'order.shipped' end
    ], null)`,
}

const actions = useFixture(createOrderActions)
beforeAll(async () => {
  await actions.scenario.location({ id: 'closed', active: false })
  await actions.scenario.location({ id: 'rental', kind: 'rental', campground_id: 'camp' })
  await actions.owner.query('create table brought_in (variant_id text, location_id text, pieces integer)')
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
  { arbitrary: fc.record({ kind: fc.constant('send' as const), order: fc.nat(1) }), weight: 4 },
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
  for (const [at, { variantId }] of variants.entries())
    for (const [locationId, pieces] of Object.entries(shelves[at] ?? {}))
      await actions.owner.query('insert into brought_in values ($1, $2, $3)', [variantId, locationId, pieces])
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
