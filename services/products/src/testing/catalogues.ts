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

/** A catalogue of products that customers can see, and someone who looks at it. */
export type Catalogue = { client: Client; stop(): Promise<void> }

/** What matters of a product in lists: names, and a price for each variant. */
export type Offered = {
  id: string
  name?: string
  category?: string | null
  brand?: string | null
  prices?: readonly string[]
}

const pricesOf = ({ prices = ['100.00'] }: Offered): string[] =>
  prices.map(money).sort((left, right) => Number(left) - Number(right))

/** The catalogue in the database. */
async function inDatabase(offered: readonly Offered[]): Promise<Catalogue> {
  const { set, anyone, stop } = await startProductsFixture()
  for (const product of offered) {
    const variants = pricesOf(product).map((price, index) => ({ id: `${product.id}-v${index}`, price }))
    await set.product({ ...product, variants })
  }
  return { client: anyone, stop }
}

/** The same in the file of mock mode. */
async function inFile(offered: readonly Offered[]): Promise<Catalogue> {
  const { file, remove } = mockFile({ products: offered.map(presentOffered) })
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
export function presentOffered(offered: Offered): Product {
  const { id, name = '四人帳篷', category = null, brand = null } = offered
  const variants = pricesOf(offered).map((price, index) => ({
    id: `${id}-v${index}`,
    sku: `SKU-${id}-v${index}`,
    color: null,
    size: null,
    specification: '標準',
    price: money(price),
    availableQuantity: 5,
    inStock: true,
  }))
  const [lowest = '0'] = pricesOf(offered)
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

/** Where a catalogue can be; what customers see does not depend on it. */
export const catalogues = [
  ['in the database', inDatabase],
  ['in the file of mock mode', inFile],
] as const
