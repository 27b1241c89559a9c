import { type Movement, movementSchema } from '@campstore/contract/admin/inventory'
import { type AdminProduct, adminProductSchema } from '@campstore/contract/admin/products'
import type { ApiResponse, Client } from '@campstore/testing/client'
import { z } from 'zod'

/** Path of the internal endpoints for products. */
export const adminProductsPath = '/internal/products/products'
/** Path of the internal endpoints for movements. */
export const movementsPath = '/internal/products/inventory-movements'

/** Parses the product of a response; throws when its status is another one. */
export const expectProduct = (answer: ApiResponse, status = 200): AdminProduct =>
  adminProductSchema.parse(dataOf(answer, status))

/** Reads a product that must exist. */
export const readAdminProduct = async (client: Client, id: string): Promise<AdminProduct> =>
  expectProduct(await client.get(`${adminProductsPath}/${id}`))

export const listMovements = async (client: Client, query: string): Promise<Movement[]> =>
  z.array(movementSchema).parse(dataOf(await client.get(`${movementsPath}${query}`)))

/** The data of a response; throws when its status is another one. */
export function dataOf({ status, body, data }: ApiResponse, expected = 200): unknown {
  if (status !== expected) throw new Error(`status ${status}: ${JSON.stringify(body)}`)
  return data
}
