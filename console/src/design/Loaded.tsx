import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import { ErrorState, ErrorText } from './ErrorState.tsx'
import { Loading } from './Loading.tsx'
import { Message } from './Message.tsx'
import { type PageMeta, Pager, type PagerProps, useLastPage } from './Pager.tsx'

type LoadedProps<Data> = { query: UseQueryResult<Data>; rows?: number; children(data: Data): ReactNode }

/** The data of a query, or its loading, or its failure. Data stays if a later read fails. */
export function Loaded<Data>({ query, rows, children }: LoadedProps<Data>) {
  const { t } = useTranslation()
  const { data, error, refetch, isPlaceholderData } = query
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <Loading rows={rows} />
  return (
    <>
      {error && (
        <Message tone="notice">
          <p>
            <strong>{t('states.stale')}</strong>
          </p>
          <ErrorText error={error} />
          <Button isSmall onPress={() => void refetch()}>
            {t('actions.retry')}
          </Button>
        </Message>
      )}
      {/* The shown data belongs to the previous filters. */}
      {isPlaceholderData && <Loading rows={0} />}
      {children(data)}
    </>
  )
}

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
