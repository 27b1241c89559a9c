import type { ReactNode } from 'react'
import './badge.css'

export type BadgeTone = 'positive' | 'notice' | 'danger' | 'info' | 'neutral'

/** A state in a word or two; the dot's shape differs as well as its colour. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>
}
