import { expect, test } from 'vitest'
import { picksOf } from './picks.ts'

const item = (sku: string, places: Readonly<Record<string, number>>) => ({
  sku,
  productName: sku,
  specification: '',
  imageUrl: null,
  quantity: 9,
  picks: Object.entries(places).map(([locationName, quantity]) => ({ locationName, quantity })),
})

test('pieces of a variant in one place are one line, in the order of places and SKUs', () => {
  const orders = [
    { items: [item('TENT', { Taipei: 1, North: 2 }), item('LAMP', { Taipei: 1 })] },
    { items: [item('TENT', { Taipei: 3 })] },
  ]
  expect(picksOf(orders).map(({ place, sku, quantity }) => [place, sku, quantity])).toEqual([
    ['North', 'TENT', 2],
    ['Taipei', 'LAMP', 1],
    ['Taipei', 'TENT', 4],
  ])
})
