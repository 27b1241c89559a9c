import type { Product } from '@campstore/contract/products/schemas'
import { cacheLookups } from '@campstore/core/telemetry/shared-metrics'
import { LRUCache } from 'lru-cache'
import type { AvailabilityReader } from './persistence/availability.ts'
import type { CatalogueSnapshot } from './persistence/catalogue.ts'
import { presentProduct } from './presenters.ts'

/** A query of the catalogue whose response may be cached. */
export type CatalogueQuery = {
  /** The same text for the same query. */
  key: string
  /** How long which products it finds may be remembered although the catalogue is the same; undefined means without end. */
  maxAgeMs?: number | undefined
  /** Reads its products from the database. */
  read(): Promise<CatalogueSnapshot>
  /** Builds the response body. May throw the error of a query that finds nothing. */
  present(products: readonly Product[], total: number): object
}

/** A response body as JSON in bytes, and how many products its query finds. */
export type CatalogueBody = { json: Buffer; total: number }

/** Returns the body of a query's response. */
export type CatalogueCache = (query: CatalogueQuery) => Promise<CatalogueBody>

type Entry = CatalogueSnapshot & {
  readAt: number
  variantIds: string[]
  /** The last response body, and the quantities that it shows. */
  body?: { quantities: readonly number[]; json: Buffer }
}

/** Sizes in characters: a page of 20 products has about 20,000, and is stored a second time as the last response body. */
const limits = { max: 1_000, maxSize: 1_500_000 }

/** How often a snapshot is read again because the catalogue changed meanwhile. */
export const maxReloads = 3

/**
 * Creates a cache that keeps content that does not change with stock, and reads the quantities for each request.
 *
 * Each request sends PostgreSQL one statement, for the available quantities and the revision of the catalogue, both as of one
 * moment after the request came. A snapshot of another revision is read again. So nothing depends on a time to live:
 * everything that was committed before a request is in its response. While the catalogue changes faster than snapshots are
 * read, the last one is used: it is from a moment after the request came, too.
 *
 * However many requests miss the same snapshot at once, one of them reads it.
 */
export function createCatalogueCache(readAvailability: AvailabilityReader): CatalogueCache {
  const entries = new LRUCache<string, Entry, CatalogueQuery>({
    ...limits,
    // LRUCache takes no size of 0.
    sizeCalculation: ({ size }) => size + 1,
    fetchMethod: async (_key, _outdated, { context }) => {
      const now = performance.now()
      const snapshot = await context.read()
      return {
        ...snapshot,
        readAt: snapshot.readAt ?? now,
        variantIds: snapshot.products.flatMap(({ variants }) => variants.map(({ id }) => id)),
      }
    },
    // A snapshot that is evicted while it is being read still serves the requests that wait for it.
    ignoreFetchAbort: true,
  })

  return async query => {
    const { key, maxAgeMs = Number.POSITIVE_INFINITY } = query
    const remembered = entries.get(key)
    const known = remembered && performance.now() - remembered.readAt < maxAgeMs ? remembered : undefined
    let entry = known ?? (await entries.forceFetch(key, { context: query, forceRefresh: remembered !== undefined }))
    for (let reloads = 0; ; reloads += 1) {
      const { revision, quantities } = await readAvailability(entry.variantIds)
      if (revision === entry.revision || reloads === maxReloads) {
        cacheLookups.add({ cache: 'catalogue', result: known && reloads === 0 ? 'hit' : 'miss' })
        // Clients can invent any number of queries that find nothing; these must not displace useful entries.
        if (entry.variantIds.length === 0) entries.delete(key)
        return { json: renderBody(entry, quantities, query), total: entry.total }
      }
      entry = await entries.forceFetch(key, { context: query, forceRefresh: true })
    }
  }
}

/** While the quantities stay the same, the JSON is not built again. */
function renderBody(entry: Entry, quantities: readonly number[], { present }: CatalogueQuery): Buffer {
  const { body, products, variantIds, total } = entry
  if (body?.quantities.every((quantity, index) => quantity === quantities[index])) return body.json
  const available = new Map(variantIds.map((id, index) => [id, quantities[index] ?? 0]))
  const shown = products.map(product => presentProduct(product, available))
  const json = Buffer.from(JSON.stringify(present(shown, total)))
  entry.body = { quantities, json }
  return json
}
