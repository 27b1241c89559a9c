import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { PreparedBody } from '@campstore/http/prepared'
import type { CatalogueDependencies } from '../dependencies.ts'
import { readProduct as findProduct } from '../persistence/catalogue.ts'

/**
 * One product that customers can see, with live availability (docs/contract/catalogue.md#visibility).
 *
 * @throws {ApiError} NOT_FOUND for an unknown id and for a product that customers cannot see
 */
export async function readProduct(deps: CatalogueDependencies, id: string): Promise<PreparedBody> {
  const { json } = await deps.answerFromCache({
    key: `product ${id}`,
    read: () => findProduct(deps.database.reads, id),
    present: ([data]) => {
      if (!data) throw productNotFound()
      return { success: true, data }
    },
  })
  return new PreparedBody(json)
}

/** The refusal of an id of no product that the caller can see. */
export const productNotFound = () => new ApiError('NOT_FOUND', text('product.notFound'))
