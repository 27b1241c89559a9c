import type { ReactNode } from 'react'
import './charts.css'

/** The meaning of a chart's colours and patterns. */
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

/** A piece of a bar in a legend; `inset` is its distance from the top and the bottom. */
export function Swatch({ of, inset = 1, pattern }: { of: string; inset?: number; pattern?: string | undefined }) {
  const shape = { y: inset, width: 20, height: 14 - 2 * inset, rx: inset > 1 ? 2 : 3 }
  return (
    <>
      <rect className={of} {...shape} />
      {pattern && <rect fill={pattern} {...shape} />}
    </>
  )
}
