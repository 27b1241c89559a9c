import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { DateTime } from './Values.tsx'
import './timeline.css'

/** An event in a record's history. */
export type TimelineEntry = {
  id: string
  at: string
  icon: LucideIcon
  title: string
  /** Who did it, and why. */
  by?: ReactNode
  tone?: 'positive' | 'danger' | 'neutral'
}

/** The history of a record, in its order. */
export function Timeline({ label, entries }: { label: string; entries: readonly TimelineEntry[] }) {
  return (
    <ol className="timeline" aria-label={label}>
      {entries.map(({ id, at, icon: Icon, title, by, tone = 'neutral' }) => (
        <li key={id} className={`timeline-entry timeline-${tone}`}>
          <span className="timeline-icon">
            <Icon aria-hidden />
          </span>
          <div>
            <p className="timeline-title">{title}</p>
            <p className="muted row timeline-about">
              <DateTime at={at} />
              {by && <span>{by}</span>}
            </p>
          </div>
        </li>
      ))}
    </ol>
  )
}
