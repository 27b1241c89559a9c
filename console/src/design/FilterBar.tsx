import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Filters } from '../lib/filters.ts'
import { Button } from './Button.tsx'
import './filter-bar.css'

type FilterBarProps = {
  filters: Pick<Filters, 'count' | 'clear'>
  /** The search field, which is always shown. */
  search?: ReactNode
  /** Fields of the other filters; on narrow screens behind a button. */
  children?: ReactNode
  /** Controls of the whole list, such as its export. */
  end?: ReactNode
}

/** The filters above a list. */
export function FilterBar({ filters, search, children, end }: FilterBarProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <search className="filter-bar row no-print">
      {search}
      {children && (
        <button
          type="button"
          className="button button-secondary filter-bar-toggle"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <SlidersHorizontal aria-hidden />
          {t('filters.title', { count: filters.count })}
        </button>
      )}
      {children && (
        <div id={id} className="filter-bar-fields" data-open={isOpen}>
          {children}
        </div>
      )}
      {filters.count > 0 && (
        <Button variant="quiet" onPress={filters.clear}>
          {t('filters.clear')}
        </Button>
      )}
      {end && <div className="filter-bar-end row">{end}</div>}
    </search>
  )
}
