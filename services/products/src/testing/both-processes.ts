import { expect } from 'vitest'
import type { CreatedProduct } from './catalogue-scenario.ts'
import { listOf, type ProductsFixture, productOf, productsPath } from './products-fixture.ts'

/** The first variant of a product as both processes show it, in the list and by id; expects the same everywhere. */
export async function readEverywhere({ anyone, otherProcess }: ProductsFixture, { id }: CreatedProduct) {
  const found = await Promise.all(
    [anyone, otherProcess].flatMap(client => [
      productOf(client, id),
      listOf(client, '?size=100').then(products => products.find(product => product.id === id)),
    ]),
  )
  const [first, ...others] = found.map(product => product?.variants[0])
  for (const other of others) expect(other).toEqual(first)
  return first
}

/** The first variant of a product. */
export function firstOf({ variants: [variant] }: CreatedProduct) {
  if (!variant) throw new Error('no variant')
  return variant
}

/** The status with which each process answers a product. */
export const statusesOf = ({ anyone, otherProcess }: ProductsFixture, { id }: Pick<CreatedProduct, 'id'>) =>
  Promise.all([anyone, otherProcess].map(async client => (await client.get(`${productsPath}/${id}`)).status))
