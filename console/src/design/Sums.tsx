import type { ReactNode } from 'react'
import { Money } from './Values.tsx'
import './sums.css'

/** Amounts below a table, and their sum. */
export const Sums = ({ children }: { children: ReactNode }) => <dl className="sums">{children}</dl>

export const Sum = ({ label, amount, isFinal = false }: { label: ReactNode; amount: string; isFinal?: boolean }) => (
  <div className={isFinal ? 'sums-final' : undefined}>
    <dt>{label}</dt>
    <dd>
      <Money amount={amount} />
    </dd>
  </div>
)
