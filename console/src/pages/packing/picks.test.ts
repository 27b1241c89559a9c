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

test('a place and a SKU with spaces are not taken for others', () => {
  const orders = [{ items: [item('C', { 'A B': 1 }), item('B C', { A: 2 })] }]
  expect(picksOf(orders).map(({ place, sku, quantity }) => [place, sku, quantity])).toEqual([
    ['A', 'B C', 2],
    ['A B', 'C', 1],
  ])
})
