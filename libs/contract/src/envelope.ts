import { z } from 'zod'
import type { Route } from './route.ts'

/** `meta` of a list (docs/contract/conventions.md#paging). */
export const metaSchema = z.object({
  page: z.int().min(0).describe('Number of this page, from 0'),
  size: z.int().min(0).describe('Maximum number of elements on a page'),
  totalElements: z.int().min(0).describe('Number of elements in the whole list'),
  totalPages: z.int().min(0).describe('Number of pages in the whole list'),
})

export type Meta = z.infer<typeof metaSchema>

/** Meta of one page: `totalPages` is 0 when the list is empty (docs/contract/conventions.md#paging). */
export const pageMeta = (page: number, size: number, totalElements: number): Meta => ({
  page,
  size,
  totalElements,
  totalPages: Math.ceil(totalElements / size),
})

/** Meta of a list that is a single page, even when empty (docs/contract/conventions.md#paging). */
export const singlePageMeta = (totalElements: number): Meta => ({
  page: 0,
  size: totalElements,
  totalElements,
  totalPages: 1,
})

/** Schema of the whole success body of a route: strict, so that tests find undeclared fields. */
export function successSchema(route: Route): z.ZodType {
  const success = z.literal(true)
  const { bulkData } = route
  if (route.shape === 'object')
    return bulkData
      ? z.union([z.strictObject({ success, data: route.data }), listSuccess(z.array(bulkData))])
      : z.strictObject({ success, data: route.data })
  return listSuccess(z.array(route.data))
}

const listSuccess = (data: z.ZodType) => z.strictObject({ success: z.literal(true), data, meta: metaSchema })
