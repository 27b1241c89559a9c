import { ApiError } from '@campstore/contract/errors'
import { productRoutes } from '@campstore/contract/products/routes'
import { type PreparedBody, prepared } from '@campstore/http/prepared'
import type { Dependencies } from '../dependencies.ts'
import type { ResponseTemplate } from '../domain/response-template.ts'
import { readProduct as findProduct } from '../persistence/catalogue.ts'
import { presentProduct } from '../presenters.ts'
import type { AnswerLive } from './cached-response.ts'
import { isAnswerOf, nothing, prepareAnswer } from './render-template.ts'

/**
 * One product that customers can see, with live availability (interface.md, Product catalogue).
 *
 * @throws {ApiError} NOT_FOUND for an id that is missing or that customers cannot see
 */
export const readProduct = ({ database }: Dependencies, answer: AnswerLive) => {
  const isSound = isAnswerOf(productRoutes.getProduct)

  const make = async (id: string): Promise<ResponseTemplate> => {
    const { revision, product } = await findProduct(database.pool, id)
    if (!product) return nothing(revision)
    const variantIds = product.variants.map(variant => variant.id)
    return prepareAnswer({ revision, variantIds, body: { success: true, data: presentProduct(product) } })
  }
  return async (id: string): Promise<PreparedBody> => {
    const json = await answer(`product ${id}`, { make: () => make(id), isSound })
    if (json === undefined) throw productUnknown()
    return prepared(json)
  }
}

/** The refusal of an id that names nothing that customers can see. */
export const productUnknown = () => new ApiError('NOT_FOUND', 'There is no such product')
