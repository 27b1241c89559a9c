import { z } from 'zod'
import type { Route } from './route.ts'

/** Paging facts of a list answer. */
export const metaSchema = z.object({
  page: z.int().min(0),
  size: z.int().min(0),
  totalElements: z.int().min(0),
  totalPages: z.int().min(0),
})

/** Paging facts as numbers. */
export type Meta = z.infer<typeof metaSchema>

/** Meta of one page: `totalPages` is 0 when there is nothing (decisions.md, 1). */
export const pageMeta = (page: number, size: number, totalElements: number): Meta => ({
  page,
  size,
  totalElements,
  totalPages: Math.ceil(totalElements / size),
})

/** Meta of a list that is a single page by itself, also when it is empty (decisions.md, 12). */
export const singlePageMeta = (totalElements: number): Meta => ({
  page: 0,
  size: totalElements,
  totalElements,
  totalPages: 1,
})

/** Schema of the whole success body of a route: strict, so that an undeclared field is found by a test. */
export function successSchema(route: Route): z.ZodType {
  const success = z.literal(true)
  if (route.shape === 'object') return z.strictObject({ success, data: route.data })
  return z.strictObject({ success, data: z.array(route.data), meta: metaSchema })
}
