import type { FacetsQuery } from '@campstore/contract/products/schemas'
import { cacheLookups } from '@campstore/core/telemetry/shared-metrics'
import { limited } from '@campstore/database/batched'
import type { Queryable } from '@campstore/database/database'
import { LRUCache } from 'lru-cache'
import { maxReloads } from './catalogue-cache.ts'
import type { AvailabilityReader } from './persistence/availability.ts'
import { filterKey, maxSearches } from './persistence/catalogue.ts'
import { readFacets } from './persistence/facets.ts'
import { type InStockReader, inStockMaxAgeMs } from './persistence/in-stock.ts'

/** Returns the body of the response about the facets of a query. */
export type FacetCache = (query: FacetsQuery) => Promise<Buffer>

type Entry = { revision: string; readAt: number; json: Buffer }

/**
 * Creates a cache of facets. Like pages (catalogue-cache.ts), facets are counted again when the catalogue changes; facets with
 * `inStock` also after two seconds.
 */
export function createFacetCache(
  database: Queryable,
  readAvailability: AvailabilityReader,
  readInStock: InStockReader,
): FacetCache {
  const count = limited((query: FacetsQuery) => readFacets(database, query, readInStock), maxSearches)
  const entries = new LRUCache<string, Entry, FacetsQuery>({
    max: 500,
    maxSize: 1_000_000,
    sizeCalculation: ({ json }, key) => json.length + key.length,
    fetchMethod: async (_key, _outdated, { context }) => {
      const now = performance.now()
      const { revision, facets, readAt = now } = await count(context)
      return { revision, readAt, json: Buffer.from(JSON.stringify({ success: true, data: facets })) }
    },
    ignoreFetchAbort: true,
  })
  return async query => {
    const key = filterKey(query)
    const remembered = entries.get(key)
    const isYoung = remembered && (!query.inStock || performance.now() - remembered.readAt < inStockMaxAgeMs)
    let entry = isYoung ? remembered : await entries.forceFetch(key, { context: query, forceRefresh: true })
    for (let reloads = 0; ; reloads += 1) {
      const { revision } = await readAvailability(noVariants)
      if (revision === entry.revision || reloads === maxReloads) {
        cacheLookups.add({ cache: 'facets', result: isYoung && reloads === 0 ? 'hit' : 'miss' })
        return entry.json
      }
      entry = await entries.forceFetch(key, { context: query, forceRefresh: true })
    }
  }
}

const noVariants: readonly string[] = []
