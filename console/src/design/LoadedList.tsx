import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from './Loaded.tsx'
import { Loading } from './Loading.tsx'
import { type PageMeta, Pager, type PagerProps, useLastPage } from './Pager.tsx'

type LoadedListProps<Item> = {
  query: UseQueryResult<{ data: readonly Item[]; meta: PageMeta }>
  /** The number of placeholder rows during loading. */
  rows?: number
  filters: PagerProps['filters']
  /** Shown instead of an empty list. */
  empty: ReactNode
  children(items: readonly Item[]): ReactNode
}

/** A page of a list, after a query has read it, and buttons to the other pages. */
export function LoadedList<Item>({ query, rows, filters, empty, children }: LoadedListProps<Item>) {
  const isBeyond = useLastPage(query, filters)
  return (
    <Loaded query={query} rows={rows}>
      {({ data, meta }) =>
        isBeyond ? (
          <Loading rows={rows} />
        ) : data.length === 0 ? (
          empty
        ) : (
          <div>
            {children(data)}
            <Pager meta={meta} filters={filters} />
          </div>
        )
      }
    </Loaded>
  )
}
