import type { FindPage } from '@campstore/database/pagination'
import type { ServiceContext } from '@campstore/service/dependencies'
import type { CatalogueCache } from './catalogue-cache.ts'
import type { FacetCache } from './facet-cache.ts'
import type { PageReader } from './persistence/catalogue.ts'

/** The dependencies of the use cases of this service. */
export type Dependencies = ServiceContext

export type CatalogueDependencies = Dependencies & {
  answerFromCache: CatalogueCache
  readPage: PageReader
  answerFacets: FacetCache
  /** Reads a page of a staff list, on the staff pool. */
  findPage: FindPage
}
