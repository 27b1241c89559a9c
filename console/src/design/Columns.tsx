import type { ReactNode } from 'react'
import './columns.css'

/** A record's page: what it is about, and beside it, or below it on narrow screens, what belongs to it. */
export function Columns({ children, side }: { children: ReactNode; side: ReactNode }) {
  return (
    <div className="columns stack">
      <div className="columns-part">{children}</div>
      <div className="columns-part">{side}</div>
    </div>
  )
}
