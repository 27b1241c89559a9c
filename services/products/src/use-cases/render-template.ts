import { successSchema } from '@campstore/contract/envelope'
import { productVariantSchema } from '@campstore/contract/products/schemas'
import type { Route } from '@campstore/contract/route'
import { z } from 'zod'
import { cut, fill, type ResponseTemplate } from '../domain/response-template.ts'

/** A success body of which parts are live, and what it was made from. */
export type Body = { revision: string; variantIds: string[]; body: object }

/** Prepares an answer. */
export const prepareAnswer = ({ revision, variantIds, body }: Body): ResponseTemplate => ({
  revision,
  variantIds,
  fragments: cut(body),
})

/** What is prepared where there is nothing to answer. */
export const nothing = (revision: string): ResponseTemplate => ({ revision, variantIds: [], fragments: [] })

const product = z.object({ variants: z.array(productVariantSchema.pick({ id: true })) })
const products = z.object({ data: z.union([z.array(product), product.transform(only => [only])]) })

/**
 * Whether a prepared answer of unknown origin is one of this route: filled, it is a success body as the route declares it, and
 * its gaps are those of its variants.
 */
export function isAnswerOf(route: Route): (answer: ResponseTemplate) => boolean {
  const schema = successSchema(route)
  return ({ fragments, variantIds }) => {
    if (fragments.length !== variantIds.length + 1) return false
    const body = parsedJson(fill(fragments, []))
    const shown = products.safeParse(body).data?.data.flatMap(({ variants }) => variants.map(({ id }) => id))
    return shown?.join() === variantIds.join() && schema.safeParse(body).success
  }
}

function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
