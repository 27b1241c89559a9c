import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import './charts.css'

/** The numbers of a chart as a table, which is rendered when someone opens it. */
export function Numbers({ children }: { children(): ReactNode }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="numbers no-print" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{t('charts.numbers')}</summary>
      {isOpen && <div className="numbers-table">{children()}</div>}
    </details>
  )
}
