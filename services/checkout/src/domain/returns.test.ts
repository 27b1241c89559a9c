import { byLargestRemainder, cents, type Money, money, sum, wholeTwd } from '@campstore/core/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAllBack, mayWithdraw, returnedLines, returnedTo, type ShippedItem, shareOf } from './returns.ts'

// docs/contract/admin.md#returns
const item = (id: number, quantity: number, price: string, changes: Partial<ShippedItem> = {}): ShippedItem => ({
  id,
  variantId: `variant-${id}`,
  sku: `SKU-${id}`,
  quantity,
  lineTotal: money(Number(price) * quantity),
  returned: 0,
  places: [{ locationId: 'store-1', quantity }],
  ...changes,
})

test.each([
  [100, [1, 1, 1], [34, 33, 33]],
  [10, [5, 3, 2], [5, 3, 2]],
  [7, [1, 2], [2, 5]],
  [1, [1, 2, 2], [0, 1, 0]],
  [5, [0, 0], [0, 0]],
  [-5, [1], [0]],
])('largest remainder: %i by %j is %j', (total, weights, shares) => {
  expect(byLargestRemainder(BigInt(total), weights.map(BigInt)).map(Number)).toEqual(shares)
})

test.each([
  ['2026-11-20T15:59:59.000Z', 0, false],
  ['2026-11-20T15:59:59.000Z', 1, true],
  ['2026-11-21T15:59:59.000Z', 1, true],
  ['2026-11-21T16:00:00.000Z', 1, false],
])('the right of withdrawal: at %s, of %i days of Taipei after 20 November: %s', (now, days, expected) => {
  expect(mayWithdraw(new Date('2026-11-20T02:00:00.000Z'), new Date(now), days)).toBe(expected)
})

test('the share of a piece is what was paid for it after the coupon, in whole TWD if that was paid', () => {
  const items = [item(1, 3, '333.00'), item(2, 1, '1.00')]
  const piece = returnedLines(items, [{ orderItemId: 1, quantity: 1, to: 'stock' }])
  // 1000.00 less a coupon of 100.00: 899.10 for the first item, 0.90 for the second.
  const share = (paid: string, fee: string, hasShipping = false) =>
    shareOf(items, piece, { paid: money(paid), shippingFee: money(fee), hasShipping })
  expect(share('1000.00', '100.00')).toBe('300.00')
  expect(share('1000.50', '100.00')).toBe('299.87')
  // Of 1000.35, rounded: 900.00 for the items, 100.00 for the shipping.
  expect(share('1000.00', '100.35')).toBe('300.00')
  expect(share('1000.00', '100.35', true)).toBe('400.00')
  expect(share('1000.35', '100.35', true)).toBe('400.05')
})

test('the share of one piece of as many as an integer counts takes no longer than any other', () => {
  const items = [item(1, 2_147_483_647, '0.01')]
  const share = (first: number, quantity: number) =>
    shareOf(items, [{ item: items[0] ?? expect.fail(), first, quantity, to: 'stock' }], {
      paid: money('21474836.00'),
      shippingFee: money(0),
      hasShipping: false,
    })
  expect([share(0, 1), share(21_474_835, 2), share(21_474_836, 1)]).toEqual(['1.00', '1.00', '0.00'])
  expect(share(0, 2_147_483_647)).toBe('21474836.00')
})

test('the shares of all returns add up to what was paid, however they come back, and whole TWD stay whole', () => {
  const anyItem = fc.record({ quantity: fc.integer({ min: 1, max: 5 }), price: fc.integer({ min: 0, max: 99_999 }) })
  const anyPayment = fc.record({
    ofItems: fc.nat(999_999),
    fee: fc.oneof(fc.constant(0), fc.nat(20_000)),
    isRounded: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc.array(anyItem, { minLength: 1, maxLength: 5 }),
      anyPayment,
      fc.infiniteStream(fc.nat()),
      (drawn, { ofItems, fee, isRounded }, choices) => {
        const items = drawn.map(({ quantity, price }, index) => item(index + 1, quantity, (price / 100).toFixed(2)))
        const total = money((ofItems + fee) / 100)
        const payment = { paid: isRounded ? wholeTwd(total) : total, shippingFee: money(fee / 100) }
        const shares: Money[] = []
        let undelivered: Money | undefined
        while (undelivered === undefined) {
          const out = items.filter(({ quantity, returned }) => returned < quantity)
          const { id, quantity, returned } =
            out[(choices.next().value ?? 0) % out.length] ?? expect.fail('nothing is out')
          const pieces = 1 + ((choices.next().value ?? 0) % (quantity - returned))
          const lines = returnedLines(items, [{ orderItemId: id, quantity: pieces, to: 'stock' }])
          if (isAllBack(items, lines))
            undelivered = sum([...shares, shareOf(items, lines, { ...payment, hasShipping: true })])
          shares.push(shareOf(items, lines, { ...payment, hasShipping: false }))
          for (const line of lines) line.item.returned += line.quantity
        }
        const isWhole = payment.paid.endsWith('.00')
        if (isWhole) expect(shares.filter(share => !share.endsWith('.00'))).toEqual([])
        if (items.every(({ lineTotal }) => lineTotal === '0.00')) return
        expect(undelivered).toBe(payment.paid)
        const difference = Math.abs(Number(cents(sum(shares))) - ofItems)
        expect(difference).toBeLessThanOrEqual(isWhole ? 100 : 0)
      },
    ),
  )
})

test('pieces go back where they left, the first ones to the first location, or all to one location', () => {
  const places = [
    { locationId: 'store-1', quantity: 2 },
    { locationId: 'store-2', quantity: 2 },
  ]
  const items = [item(1, 4, '10.00', { places, returned: 1 })]
  const requested = [
    { orderItemId: 1, quantity: 2, to: 'stock' },
    { orderItemId: 1, quantity: 1, to: 'written-off' },
  ] as const
  const lines = returnedLines(items, [...requested])
  const writtenOff = { orderItemId: 1, to: 'written-off', locationId: null, quantity: 1 }
  expect(returnedTo(lines)).toEqual([
    { orderItemId: 1, to: 'stock', locationId: 'store-1', quantity: 1 },
    { orderItemId: 1, to: 'stock', locationId: 'store-2', quantity: 1 },
    writtenOff,
  ])
  expect(returnedTo(lines, 'store-9')).toEqual([
    { orderItemId: 1, to: 'stock', locationId: 'store-9', quantity: 2 },
    writtenOff,
  ])
  expect(isAllBack(items, lines)).toBe(true)
})

test('without items, everything that is still out comes back', () => {
  const items = [item(1, 3, '10.00', { returned: 2 }), item(2, 1, '10.00', { returned: 1 }), item(3, 2, '10.00')]
  expect(returnedLines(items, undefined).map(({ item, quantity, to }) => [item.id, quantity, to])).toEqual([
    [1, 1, 'stock'],
    [3, 2, 'stock'],
  ])
})

test('more pieces than are still out, also in two lines, and the item of another order are VALIDATION_ERROR', () => {
  const items = [item(1, 3, '10.00', { returned: 1 })]
  const one = { orderItemId: 1, quantity: 1, to: 'stock' } as const
  const details = (...requested: Parameters<typeof returnedLines>[1] & object) => {
    try {
      return returnedLines(items, requested)
    } catch (error) {
      return error
    }
  }
  expect(details({ ...one, quantity: 3 })).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ path: 'items.0.quantity', message: 'must be at most 2' }],
  })
  expect(details({ ...one, quantity: 2 }, one)).toMatchObject({
    details: [{ path: 'items.1.quantity', message: 'must be at most 0' }],
  })
  expect(details({ ...one, orderItemId: 2 })).toMatchObject({
    details: [{ path: 'items.0.orderItemId', message: 'is no item of this order' }],
  })
})
