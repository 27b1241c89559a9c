import type { ReactNode } from 'react'
import './columns.css'

/** A record's page: its facts and, next to them or, on narrow screens, below them, its related records. */
export function Columns({ children, side }: { children: ReactNode; side: ReactNode }) {
  return (
    <div className="columns stack">
      <div className="columns-part">{children}</div>
      <div className="columns-part">{side}</div>
    </div>
  )
}
