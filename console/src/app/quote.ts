import { useDeferredValue } from 'react'
import type { z } from 'zod'

/** The body of a request for a quote, by the fields of a form, again after each change; undefined while they are no valid request. */
export function useQuoteBody<Body>(schema: z.ZodType<Body>, fields: object): Body | undefined {
  const text = useDeferredValue(JSON.stringify(fields))
  return schema.safeParse(JSON.parse(text)).data
}

/** How a quote is read: nothing without a body, and the previous one until the next one is there. */
export const quoteOptions = (body: object | undefined) => ({
  enabled: body !== undefined,
  keepsPrevious: body && (true as const),
})
