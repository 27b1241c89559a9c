import type { ReactNode } from 'react'
import './charts.css'

/** What the colours and patterns of a picture mean. */
export function Legend({ items }: { items: readonly { id: string; swatch: ReactNode; label: string }[] }) {
  return (
    <ul className="legend">
      {items.map(({ id, swatch, label }) => (
        <li key={id}>
          <svg width="20" height="14" aria-hidden>
            {swatch}
          </svg>
          {label}
        </li>
      ))}
    </ul>
  )
}
