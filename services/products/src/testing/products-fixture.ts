import type { Product } from '@campstore/contract/products/schemas'
import { productSchema } from '@campstore/contract/products/schemas'
import { loadConfig } from '@campstore/core/config/load-config'
import { type Client, createClient } from '@campstore/testing/client'
import { type ServiceFixture, startServiceFixture } from '@campstore/testing/service-fixture'
import { z } from 'zod'
import { productsConfig } from '../config.ts'
import { startProductsService } from '../service.ts'
import { type CatalogueScenario, createCatalogueScenario } from './catalogue-scenario.ts'

/** The path of the list; a product's is `${productsPath}/{id}`. */
export const productsPath = '/api/products'

/** Two processes of the products service, with a database of their own. */
export type ProductsFixture = ServiceFixture & {
  set: CatalogueScenario
  /** A client of the other service. */
  another: Client
}

/**
 * Starts both.
 *
 * @param environment variables that differ from the usual ones
 */
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
    set: createCatalogueScenario(fixture.owner),
    another: createClient(others[0]?.url ?? '', async () => undefined),
    stop: async () => {
      await Promise.all(others.map(other => other.stop()))
      await fixture.stop()
    },
  }
}

const productsSchema = z.array(productSchema)

/** The products of a list that must be answered. */
export async function listOf(client: Client, query = ''): Promise<Product[]> {
  const answer = await client.get(`${productsPath}${query}`)
  if (answer.status !== 200) throw new Error(`no list: ${JSON.stringify(answer.body)}`)
  return productsSchema.parse(answer.data)
}

/** The ids of a list that must be answered. */
export const idsOf = async (client: Client, query = ''): Promise<string[]> =>
  (await listOf(client, query)).map(({ id }) => id)

/** A product that must be answered. */
export async function productOf(client: Client, id: string): Promise<Product> {
  const answer = await client.get(`${productsPath}/${id}`)
  if (answer.status !== 200) throw new Error(`no product: ${JSON.stringify(answer.body)}`)
  return productSchema.parse(answer.data)
}
