import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client, type Schemas } from '../../app/client.ts'

export type Stock = Schemas['Stock']
export type StockLocation = Schemas['StockLocation']

/** Variants that a search finds, to add one to a form. */
export const useVariants = (q: string) =>
  useQuery({
    queryKey: ['stock', 'search', q],
    queryFn: ({ signal }) => client().admin.listStock({ q, size: 8 }, { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
