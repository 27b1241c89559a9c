import type { ReactNode } from 'react'
import './sums.css'

/** Amounts below a table, and their sum. */
export const Sums = ({ children }: { children: ReactNode }) => <dl className="sums">{children}</dl>

type SumProps = { label: ReactNode; children: ReactNode; isFinal?: boolean }

export const Sum = ({ label, children, isFinal = false }: SumProps) => (
  <div className={isFinal ? 'sums-final' : undefined}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
