import type { UseQueryResult } from '@tanstack/react-query'
import { t } from 'i18next'
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { useEffect } from 'react'
import { type Filters, pageSizes } from '../lib/filters.ts'
import { formatNumber } from '../lib/format.ts'
import { IconButton } from './Button.tsx'
import { SelectField } from './Field.tsx'
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

export type PagerProps = { meta: PageMeta; filters: Pick<Filters, 'setPage'> & Partial<Pick<Filters, 'setSize'>> }

/** The position in a list, buttons to its other pages, and the number of rows of a page. */
export function Pager({ meta, filters }: PagerProps) {
  const { page, size, totalElements, totalPages } = meta
  if (totalElements === 0) return null
  const first = page * size + 1
  const last = totalPages - 1
  const step = (icon: LucideIcon, label: string, to: number) => (
    <IconButton
      icon={icon}
      label={label}
      isDisabled={to < 0 || to > last || to === page}
      onPress={() => filters.setPage(to)}
    />
  )
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
        <span className="row">
          {step(ChevronFirst, t('pager.first'), 0)}
          {step(ChevronLeft, t('pager.previous'), page - 1)}
          <span>{t('pager.page', { page: formatNumber(page + 1), pages: formatNumber(totalPages) })}</span>
          {step(ChevronRight, t('pager.next'), page + 1)}
          {step(ChevronLast, t('pager.last'), last)}
        </span>
      )}
      {filters.setSize && totalElements > pageSizes[0] && (
        <SelectField
          label={t('pager.size')}
          value={`${size}`}
          onChange={rows => filters.setSize?.(Number(rows))}
          options={pageSizes.map(rows => ({ value: `${rows}`, label: `${rows}` }))}
        />
      )}
    </nav>
  )
}
