import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import './empty-state.css'

/** Says that there is nothing to show, and why, or the next step. */
export function EmptyState({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children?: ReactNode }) {
  return (
    <div className="empty-state">
      <span className="empty-state-icon">
        <Icon aria-hidden />
      </span>
      <p className="empty-state-title">{title}</p>
      {children && <div className="muted">{children}</div>}
    </div>
  )
}
