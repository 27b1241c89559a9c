import { type Movement, movementSchema } from '@campstore/contract/admin/inventory'
import { type AdminProduct, adminProductSchema } from '@campstore/contract/admin/products'
import type { Answer, Client } from '@campstore/testing/client'
import { z } from 'zod'

/** Where the admin service finds products. */
export const adminProductsPath = '/internal/products/products'
/** Where the admin service finds movements. */
export const movementsPath = '/internal/products/inventory-movements'

/** The product of an answer that must have it. */
export function productIn({ status, body, data }: Answer, expected = 200): AdminProduct {
  if (status !== expected) throw new Error(`no product: ${JSON.stringify(body)}`)
  return adminProductSchema.parse(data)
}

/** A product that must be answered. */
export const administeredProduct = async (client: Client, id: string): Promise<AdminProduct> =>
  productIn(await client.get(`${adminProductsPath}/${id}`))

/** The ids of a list that must be answered. */
export async function administeredIds(client: Client, query: string): Promise<string[]> {
  const answer = await client.get(`${adminProductsPath}${query}`)
  if (answer.status !== 200) throw new Error(`no list: ${JSON.stringify(answer.body)}`)
  return z
    .array(adminProductSchema)
    .parse(answer.data)
    .map(({ id }) => id)
}

/** The movements of a list that must be answered. */
export async function movementsOf(client: Client, query: string): Promise<Movement[]> {
  const answer = await client.get(`${movementsPath}${query}`)
  if (answer.status !== 200) throw new Error(`no list: ${JSON.stringify(answer.body)}`)
  return z.array(movementSchema).parse(answer.data)
}
