import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { z } from 'zod'

type QuoteOptions<Body, Quote> = {
  /** The operation, and the record. */
  key: readonly string[]
  /** The body of the request. */
  schema: z.ZodType<Body>
  fields: object
  ask(body: Body, options: { signal: AbortSignal }): Promise<Quote>
}

/** What the API calculates for the fields of a form, again after each change; nothing while they are no valid request. */
export function useQuote<Body, Quote>({ key, schema, fields, ask }: QuoteOptions<Body, Quote>) {
  const text = useDeferredValue(JSON.stringify(fields))
  const { success, data } = schema.safeParse(JSON.parse(text))
  return useQuery({
    queryKey: [...key, text],
    queryFn: success ? ({ signal }) => ask(data, { signal }) : skipToken,
    placeholderData: success ? keepPreviousData : undefined,
  })
}
