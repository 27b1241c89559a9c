import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import './empty-state.css'

type EmptyStateProps = { icon: LucideIcon; title: string; hint?: ReactNode; isCard?: true }

/** Says that there is nothing to show, and why, or the next step. */
export const EmptyState = ({ icon: Icon, title, hint, isCard }: EmptyStateProps) => (
  <div className={cx('empty-state', isCard && 'card')}>
    <span className="empty-state-icon">
      <Icon aria-hidden />
    </span>
    <p className="empty-state-title">{title}</p>
    {hint && <div className="muted">{hint}</div>}
  </div>
)
