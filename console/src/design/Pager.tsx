import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Filters } from '../lib/filters.ts'
import { formatNumber } from '../lib/format.ts'
import { IconButton } from './Button.tsx'
import './pager.css'

/** The number of this page, from 0, and the size of the list. */
export type PageMeta = { page: number; size: number; totalElements: number; totalPages: number }

type PagedQuery = UseQueryResult<{ data: readonly unknown[]; meta: PageMeta }>

/** Goes to the last page from one after it, for example after all records of the page were cancelled. @returns whether it does */
export function useLastPage({ data, isPlaceholderData }: PagedQuery, { setPage }: PagerProps['filters']): boolean {
  const { page = 0, totalPages = 0 } = data?.meta ?? {}
  const isBeyond = !isPlaceholderData && data?.data.length === 0 && page > 0 && totalPages > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is another one each time
  useEffect(() => {
    if (isBeyond) setPage(Math.min(page, totalPages) - 1, true)
  }, [isBeyond, page, totalPages])
  return isBeyond
}

type PagerProps = { meta: PageMeta; filters: Pick<Filters, 'setPage'> }

/** The position in a list, and buttons to its other pages. */
export function Pager({ meta, filters }: PagerProps) {
  const { t } = useTranslation()
  const { page, size, totalElements, totalPages } = meta
  if (totalElements === 0) return null
  const first = page * size + 1
  return (
    <nav className="pager spread no-print" aria-label={t('pager.label')}>
      <span className="muted">
        {t('pager.range', {
          first: formatNumber(first),
          last: formatNumber(Math.min(first + size - 1, totalElements)),
          total: formatNumber(totalElements),
        })}
      </span>
      {totalPages > 1 && (
        <span className="pager-steps">
          <IconButton
            icon={ChevronLeft}
            label={t('pager.previous')}
            isDisabled={page === 0}
            onPress={() => filters.setPage(page - 1)}
          />
          <span>{t('pager.page', { page: formatNumber(page + 1), pages: formatNumber(totalPages) })}</span>
          <IconButton
            icon={ChevronRight}
            label={t('pager.next')}
            isDisabled={page + 1 >= totalPages}
            onPress={() => filters.setPage(page + 1)}
          />
        </span>
      )}
    </nav>
  )
}
