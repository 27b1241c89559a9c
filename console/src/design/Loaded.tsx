import type { UseQueryResult } from '@tanstack/react-query'
import { t } from 'i18next'
import type { LucideIcon } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react'
import { retried } from '../lib/retried.ts'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { ErrorState, ErrorText } from './ErrorState.tsx'
import { Message } from './Message.tsx'
import { type PageMeta, Pager, type PagerProps, useLastPage } from './Pager.tsx'
import './empty-state.css'
import './loading.css'

type LoadedProps<Data> = { query: UseQueryResult<Data>; rows?: number; children(data: Data): ReactNode }

/** The data of a query, or its loading, or its failure. Data stays if a later read fails. */
export function Loaded<Data>({ query, rows, children }: LoadedProps<Data>) {
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

/** A part of a page, loaded when it is first shown. One that cannot be loaded says so in its place; what was typed around it stays. */
export const lazyPart = <Props,>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy<ComponentType<Props>>(() => retried(load).catch(error => ({ default: () => <ErrorState error={error} /> })))

type LoadedListProps<Item> = {
  query: UseQueryResult<{ data: readonly Item[]; meta: PageMeta }>
  /** The number of placeholder rows during loading. */
  rows?: number
  filters: PagerProps['filters']
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

/** Loading counts as slow after this time, in milliseconds. */
const slowMs = 5_000

/** Lines in the place of data that loads, so that nothing moves when it arrives; after a while, a text says that it is slow. */
export function Loading({ rows = 6, isPage = false }: { rows?: number; isPage?: boolean }) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={isPage ? 'loading loading-page' : 'loading'} role="status">
      <span className={isSlow ? 'muted' : 'visually-hidden'}>{t(isSlow ? 'states.slow' : 'states.loading')}</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
        <span key={index} className="skeleton" />
      ))}
    </div>
  )
}

type EmptyStateProps = { icon: LucideIcon; title: string; hint?: ReactNode; isCard?: true }

/** Says that there is nothing to show, and why, or the next step. */
export const EmptyState = ({ icon: Icon, title, hint, isCard }: EmptyStateProps) => (
  <div className={cx('empty-state', isCard && 'card')}>
    <span className="empty-state-icon">
      <Icon aria-hidden />
    </span>
    <strong>{title}</strong>
    {hint && <div className="muted">{hint}</div>}
  </div>
)
