import type { FindPage } from '@campstore/database/pagination'
import type { ServiceContext } from '@campstore/service/dependencies'
import type { CatalogueCache } from './catalogue-cache.ts'
import type { PageReader } from './persistence/catalogue.ts'

/** What the use cases of this service depend on. */
export type Dependencies = ServiceContext

/** What lists depend on. */
export type CatalogueDependencies = Dependencies & {
  answerFromCache: CatalogueCache
  readPage: PageReader
  /** Reads a page of a staff list, on the staff pool. */
  findPage: FindPage
}
