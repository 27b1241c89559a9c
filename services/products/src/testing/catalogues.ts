import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Product } from '@campstore/contract/products/schemas'
import { loadConfig } from '@campstore/core/config/load-config'
import { money } from '@campstore/core/money'
import { type Client, createClient } from '@campstore/testing/client'
import { pino } from 'pino'
import { mockConfig } from '../config.ts'
import { startMockProductsService } from '../mock-service.ts'
import { startProductsFixture } from './products-fixture.ts'

/** A catalogue of products that customers can see, and a client of it. */
export type Catalogue = { client: Client; stop(): Promise<void> }

/** The fields of a product that lists sort and filter by; a price for each variant. */
export type ListedFields = {
  id: string
  name?: string
  category?: string | null
  brand?: string | null
  prices?: readonly string[]
}

const pricesOf = ({ prices = ['100.00'] }: ListedFields): string[] =>
  prices.map(money).sort((left, right) => Number(left) - Number(right))

/** The catalogue in the database. */
async function inDatabase(listed: readonly ListedFields[]): Promise<Catalogue> {
  const { scenario, anyone, stop } = await startProductsFixture()
  for (const product of listed) {
    const variants = pricesOf(product).map((price, index) => ({ id: `${product.id}-v${index}`, price }))
    await scenario.addProduct({ ...product, variants })
  }
  return { client: anyone, stop }
}

/** The same catalogue in the file of mock mode. */
async function inFile(listed: readonly ListedFields[]): Promise<Catalogue> {
  const { file, remove } = mockFile({ products: listed.map(productWith) })
  const environment = { PORT: '0', RESPONSE_CHECK: 'strict', CATALOGUE_MOCK_FILE: file }
  const service = await startMockProductsService(loadConfig(mockConfig, environment), pino({ enabled: false }))
  const stop = async () => {
    await service.stop()
    remove()
  }
  return { client: createClient(service.url, async () => undefined), stop }
}

/** Writes a file for mock mode. */
export function mockFile(content: unknown): { file: string; remove(): void } {
  const directory = mkdtempSync(join(tmpdir(), 'campstore-mock-'))
  const file = join(directory, 'catalogue.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return { file, remove: () => rmSync(directory, { recursive: true }) }
}

/** A product as the contract shows it, with 5 pieces of each variant. */
export function productWith(listed: ListedFields): Product {
  const { id, name = '四人帳篷', category = null, brand = null } = listed
  const variants = pricesOf(listed).map((price, index) => ({
    id: `${id}-v${index}`,
    sku: `SKU-${id}-v${index}`,
    color: null,
    size: null,
    specification: '標準',
    price: money(price),
    availableQuantity: 5,
    inStock: true,
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

/** Where a catalogue can be stored; customers see the same. */
export const catalogues = [
  ['in the database', inDatabase],
  ['in the file of mock mode', inFile],
] as const
