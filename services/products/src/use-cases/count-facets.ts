import type { FacetsQuery } from '@campstore/contract/products/schemas'
import { type PreparedBody, prepared } from '@campstore/http/prepared'
import type { CatalogueDependencies } from '../dependencies.ts'

/** By which values a list can be filtered further, and how many products each finds (docs/contract/catalogue.md#facets). */
export async function countFacets({ answerFacets }: CatalogueDependencies, query: FacetsQuery): Promise<PreparedBody> {
  return prepared(await answerFacets(query))
}
