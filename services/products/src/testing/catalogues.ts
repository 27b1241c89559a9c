import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Product } from '@campstore/contract/products/schemas'
import { money } from '@campstore/core/money'
import { temporaryServerHome } from '@campstore/local-servers/os-users'

/** The fields of a product that lists sort and filter by; a price for each variant. */
export type ListedFields = {
  id: string
  name?: string
  category?: string | null
  brand?: string | null
  prices?: readonly string[]
  /** Pieces of each variant. */
  pieces?: number
}

const pricesOf = ({ prices = ['100.00'] }: ListedFields): string[] =>
  prices.map(money).sort((left, right) => Number(left) - Number(right))

/** Writes a file for mock mode. */
export function mockFile(content: unknown): string {
  const file = join(temporaryServerHome(), 'catalogue.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

/** A product as the contract shows it, by default with 5 pieces of each variant. */
export function productWith(listed: ListedFields): Product {
  const { id, name = '四人帳篷', category = null, brand = null, pieces = 5 } = listed
  const variants = pricesOf(listed).map((price, index) => ({
    id: `${id}-v${index}`,
    sku: `SKU-${id}-v${index}`,
    color: null,
    size: null,
    specification: '標準',
    price: money(price),
    availableQuantity: pieces,
    inStock: pieces > 0,
  }))
  const [lowest = '0'] = pricesOf(listed)
  return {
    id,
    itemId: `item-of-${id}`,
    status: 'active',
    name,
    category,
    brand,
    description: null,
    image: null,
    price: money(lowest),
    variants,
  }
}
