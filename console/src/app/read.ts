import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type AnswerOf, client, type QueryOf, type ReadName } from './client.ts'

type ReadOptions = {
  enabled?: boolean
  /** Meanwhile shows what was read with other fields, such as the previous page of a list. */
  keepsPrevious?: true | undefined
  staleTime?: number
  refetchInterval?: number | false
}

type Read<Name extends ReadName> = (fields: QueryOf<Name>, options: { signal: AbortSignal }) => Promise<AnswerOf<Name>>

/** What an administration operation reads, by its name and fields: `useRead('getCoupon', { id })`. */
export function useRead<Name extends ReadName>(
  name: Name,
  fields: QueryOf<Name>,
  { keepsPrevious, ...options }: ReadOptions = {},
): UseQueryResult<AnswerOf<Name>> {
  const operation: string = name
  const read: Read<Name> = Reflect.get(client().admin, operation)
  return useQuery({
    queryKey: [name, fields],
    queryFn: ({ signal }) => read(fields, { signal }),
    placeholderData: keepsPrevious ? keepPreviousData : undefined,
    ...options,
  })
}
