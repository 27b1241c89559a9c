import { type Product, productSchema } from '@campstore/contract/products/schemas'
import { loadConfig } from '@campstore/core/config/load-config'
import { type Client, createClient } from '@campstore/testing/client'
import { type ServiceFixture, startServiceFixture } from '@campstore/testing/service-fixture'
import { z } from 'zod'
import { productsConfig } from '../config.ts'
import { startProductsService } from '../service.ts'
import { dataOf } from './administration.ts'
import { type CatalogueScenario, createCatalogueScenario } from './catalogue-scenario.ts'

/** The path of the list; a product's is `${productsPath}/{id}`. */
export const productsPath = '/api/products'

/** Two processes of the products service, with their own database. */
export type ProductsFixture = ServiceFixture & {
  scenario: CatalogueScenario
  /** A client of the second process. */
  otherProcess: Client
}

/** Starts both. */
export async function startProductsFixture(environment: Record<string, string> = {}): Promise<ProductsFixture> {
  const others: { url: string; stop(): Promise<void> }[] = []
  const fixture = await startServiceFixture({
    service: 'products',
    permission: 'products.edit',
    queues: 0,
    environment,
    start: async (variables, log, clock) => {
      others.push(await startProductsService(loadConfig(productsConfig, variables), log, clock))
      return startProductsService(loadConfig(productsConfig, variables), log, clock)
    },
  })
  return {
    ...fixture,
    scenario: createCatalogueScenario(fixture.owner),
    otherProcess: createClient(others[0]?.url ?? '', async () => undefined),
    stop: async () => {
      await Promise.all(others.map(other => other.stop()))
      await fixture.stop()
    },
  }
}

/** Lists products; throws when that fails. */
export async function listOf(client: Client, query = ''): Promise<Product[]> {
  return z.array(productSchema).parse(dataOf(await client.get(`${productsPath}${query}`)))
}

/** Lists products; returns their ids. */
export const idsOf = async (client: Client, query = ''): Promise<string[]> =>
  (await listOf(client, query)).map(({ id }) => id)

/** Reads a product that must exist. */
export async function productOf(client: Client, id: string): Promise<Product> {
  return productSchema.parse(dataOf(await client.get(`${productsPath}/${id}`)))
}
