import type { StartCheckoutRequest } from '@campstore/contract/booking/schemas'
import { createPaginator } from '@campstore/database/pagination'
import { noHoldLimits } from '@campstore/holds/hold-limits'
import { createRefusedLately } from '@campstore/holds/refused-lately'
import { onDatabase } from '@campstore/local-servers/postgres'
import { ecpay } from '@campstore/payments/ecpay'
import { createAvailabilityReader } from '../../../services/booking/src/persistence/availability.ts'
import { createCheckoutInputsReader as createBookingInputsReader } from '../../../services/booking/src/persistence/checkout.ts'
import { createShortageReader } from '../../../services/booking/src/persistence/shortages.ts'
import { startCheckout as startBooking } from '../../../services/booking/src/use-cases/start-checkout.ts'
import { createCheckoutInputsReader as createOrderInputsReader } from '../../../services/checkout/src/persistence/checkout.ts'
import { startCheckout as startOrder } from '../../../services/checkout/src/use-cases/start-checkout.ts'
import type { BenchDatabase } from '../servers/servers.ts'
import { holdSeconds, paymentProvider } from '../servers/system.ts'
import * as choices from './choices.ts'
import { placeholders, recordCheckout, type Substitutes, scriptOf } from './recorded-script.ts'

const { campgroundId, customerId, dateInDays, firstMember, priceOf, productId, variantId, zoneId } = choices
const { members, campgrounds, zones, first_day, days } = choices.numbers

/** Scripts for pgbench, which draw members, stays and items by the same rules as the load. */
export type Scripts = Record<choices.Pattern, string>

const member = `\\set n :n + 1
\\set member random(1, ${members})`

/** By the rules of `stayOf`. */
const withStay = (statements: string): Scripts => ({
  spread: `${member}
\\set camp random(1, ${campgrounds})
\\set zone random(1, ${zones})
\\set day random(${first_day}, ${first_day + days - 1})
\\set nights random(1, 3)
${statements}`,
  hot: `${member}
\\set camp 1
\\set zone 1
\\set day ${first_day} + 2 * (((:n - :first) * :clients / ${choices.membersPerHotStay}) % ${choices.hotStays})
\\set nights 2
${statements}`,
})

const memberSubstitutes: Substitutes = [
  ['load-member-1@', "('load-member-' || :member || '@')"],
  [customerId(1), "('load-' || :member)"],
]

/**
 * Writes the checkout of a booking as scripts: the recorded statements, in which what is chosen, keys and ids change.
 *
 * @param database one that the checkout may be recorded on
 */
export async function bookingScripts(database: BenchDatabase): Promise<Scripts> {
  const request: StartCheckoutRequest = {
    campgroundId: campgroundId(1),
    checkIn: dateInDays(first_day),
    checkOut: dateInDays(first_day + 2),
    guestCount: 2,
    zones: [{ zoneId: zoneId(1, 1), quantity: 1 }],
    rentals: [],
    paymentMethod: 'gateway-credit',
    idempotencyKey: placeholders.key,
  }
  const recorded = await recordCheckout(database.urlOf('booking'), deps => {
    const { requests: pool } = deps.database
    const reads = {
      readAvailability: createAvailabilityReader(pool),
      readCheckoutInputs: createBookingInputsReader(pool),
      readShortages: createShortageReader(pool, 'after a refusal'),
      readShortagesBefore: createShortageReader(pool, 'before a hold'),
      refusedLately: createRefusedLately(),
      findPage: createPaginator(pool),
    }
    return startBooking(
      { ...deps, ...reads, holdSeconds, holdLimits: noHoldLimits, allowAnonymousHolds: true },
      request,
      firstMember,
    )
  })
  const statements = scriptOf(recorded, [
    [zoneId(1, 1), "('camp-' || :camp || '-zone-' || :zone)"],
    [campgroundId(1), "('camp-' || :camp)"],
    ...memberSubstitutes,
    [dateInDays(first_day + 2), '((current_date + :day::integer + :nights::integer)::text)'],
    [dateInDays(first_day), '((current_date + :day::integer)::text)'],
  ])
  return withStay(statements)
}

/** A text as long as the response and the event of a booking of one zone. */
const body = JSON.stringify({ is: 'as long as that of a booking', text: 'x'.repeat(850) }).replaceAll(':', '\\x3a')

/** The same hold in the fewest statements: one call of the function in `fewest.sql`. */
export const fewestScripts = withStay(`
select fewest.hold(
  'h' || :n || '-' || :client_id, 'load-' || :member, 'Load Member ' || :member, 'load-member-' || :member || '@members.test',
  'camp-' || :camp, 'camp-' || :camp || '-zone-' || :zone, current_date + :day::integer,
  current_date + :day::integer + :nights::integer, 'k' || :n || '-' || :client_id, repeat('f', 64), E'${body}',
  'm' || :n || '-' || :client_id || '-2', '{}', 'm' || :n || '-' || :client_id || '-3'
);`)

/** Where the ids of the recorded order items begin, so that no other number looks like one. */
const firstItemId = 7_000_000_001

/** What differs from cart to cart of one of its two items; its product and variant are the variables of these names. */
const itemSubstitutes = (item: choices.Item, line: number): Substitutes => {
  const number = `lpad(:product${line}::text, 6, '0')`
  return [
    [variantId(item), `('variant-' || ${number} || '-' || :variant${line}::text)`],
    [variantId(item).replace('variant-', 'SKU-'), `('SKU-' || ${number} || '-' || :variant${line}::text)`],
    [productId(item.product), `('product-' || ${number})`],
    [`${priceOf(item)}.00`, `(:price${line}::text || '.00')`],
    [String(firstItemId + line), `((:n::bigint * 200 + 2 * :client_id::bigint + ${line})::text)`],
  ]
}

/** By the rules of `cartOf` and `priceOf`. */
function withCart(products: number, statements: string): Scripts {
  const price = (line: number) =>
    `\\set price${line} 50 + (:product${line} * 7919) % 59000 + 100 * (:variant${line} - 1)`
  const anyItem = (line: number, first: number, last: number) => `\\set product${line} random(${first}, ${last})
\\set variant${line} 1 + random(0, 5) % (2 + :product${line} % 2)
${price(line)}`
  const second = anyItem(1, products / 2 + 1, products)
  return {
    spread: [member, anyItem(0, 1, products / 2), second, statements].join('\n'),
    hot: [member, '\\set product0 1\n\\set variant0 1', price(0), second, statements].join('\n'),
  }
}

/** Writes the checkout of an order of two items as scripts, like {@link bookingScripts}. */
export async function orderScripts(database: BenchDatabase, products: number): Promise<Scripts> {
  const cart = [1, products].map(product => ({ product, variant: 1 }))
  await onDatabase(database.adminUrl, client =>
    client.query('select setval($1, $2, false)', ['checkout.order_item_id_seq', firstItemId]),
  )
  const request = {
    items: cart.map(item => ({ variantId: variantId(item), quantity: 1, unitPrice: undefined })),
    couponClaimId: null,
    paymentMethod: 'gateway-credit',
    shipping: choices.shipping,
    total: undefined,
    discount: undefined,
    idempotencyKey: placeholders.key,
  } as const
  const recorded = await recordCheckout(database.urlOf('checkout'), deps => {
    const { requests: pool } = deps.database
    const settings = {
      holdSeconds,
      holdLimits: noHoldLimits,
      allowAnonymousHolds: true,
      requireVerifiedForCod: false,
      paymentProvider: ecpay(paymentProvider),
      readCheckoutInputs: createOrderInputsReader(pool),
      refusedLately: createRefusedLately(),
      findPage: createPaginator(pool),
    }
    return startOrder({ ...deps, ...settings }, request, firstMember)
  })
  return withCart(products, scriptOf(recorded, [...cart.flatMap(itemSubstitutes), ...memberSubstitutes]))
}
