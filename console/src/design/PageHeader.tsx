import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import './page-header.css'

type PageHeaderProps = {
  title: string
  /** Next to the title, such as the state of a record. */
  badge?: ReactNode
  /** A line below the title. */
  subtitle?: ReactNode
  /** Above the title: a link to the record's list. */
  back?: ReactNode
  children?: ReactNode
}

/** Title and actions of a page. It names the document, and takes the focus when another page was opened. */
export function PageHeader({ title, badge, subtitle, back, children }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname, key } = useLocation()
  useEffect(() => {
    document.title = `${title} · campstore`
  }, [title])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another page moves the focus; the first one and another language do not
  useEffect(() => {
    if (key !== 'default' && !document.querySelector('[role="dialog"]')) heading.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <header className="page-header spread">
      <div className="page-header-text">
        {back && <div className="page-header-back">{back}</div>}
        <div className="row">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {badge}
        </div>
        {subtitle && <div className="muted">{subtitle}</div>}
      </div>
      {children && <div className="page-header-actions row">{children}</div>}
    </header>
  )
}
