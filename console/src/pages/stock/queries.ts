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

export const useVariant = (variantId: string) =>
  useQuery({
    queryKey: ['stock', 'variant', variantId],
    queryFn: async ({ signal }) => (await client().admin.listStock({ variantId }, { signal })).data[0] ?? null,
  })

export const useMovements = (variantId: string, page: number) =>
  useQuery({
    queryKey: ['movements', variantId, page],
    queryFn: ({ signal }) => client().admin.listMovements({ variantId, page, size: 20 }, { signal }),
    placeholderData: keepPreviousData,
  })
