import { expect } from 'vitest'
import type { SetProduct } from './catalogue-scenario.ts'
import { listOf, type ProductsFixture, productOf, productsPath } from './products-fixture.ts'

/** What both services show of a product's first variant, in the list and by id; the same everywhere. */
export async function shownBy({ anyone, another }: ProductsFixture, { id }: SetProduct) {
  const found = await Promise.all(
    [anyone, another].flatMap(client => [
      productOf(client, id),
      listOf(client, '?size=100').then(products => products.find(product => product.id === id)),
    ]),
  )
  const [first, ...others] = found.map(product => product?.variants[0])
  for (const other of others) expect(other).toEqual(first)
  return first
}

/** The first variant of a product. */
export function firstOf({ variants: [variant] }: SetProduct) {
  if (!variant) throw new Error('no variant')
  return variant
}

/** The status with which each service answers a product. */
export const statusesOf = ({ anyone, another }: ProductsFixture, { id }: SetProduct) =>
  Promise.all([anyone, another].map(async client => (await client.get(`${productsPath}/${id}`)).status))
