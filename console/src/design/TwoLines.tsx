import type { ReactNode } from 'react'
import { Picture } from './Picture.tsx'
import { Id } from './Values.tsx'

type TwoLinesProps = { children: ReactNode; below: ReactNode; picture?: string | null }

/** A value, and a smaller one below it; next to its picture, if it may have one. */
export function TwoLines({ children, below, picture }: TwoLinesProps) {
  const lines = (
    <span className="stack-tight">
      {typeof children === 'string' ? <span>{children}</span> : children}
      {below && <small className="muted">{below}</small>}
    </span>
  )
  if (picture === undefined) return lines
  return (
    <span className="pictured">
      <Picture src={picture} />
      {lines}
    </span>
  )
}

type ItemNameProps = Omit<TwoLinesProps, 'below'> & { of: { specification: string; sku: string } }

/** The name of something with a SKU, and its specification and SKU below. */
export const ItemName = ({ of: { specification, sku }, ...item }: ItemNameProps) => (
  <TwoLines
    {...item}
    below={
      <>
        {specification && `${specification} · `}
        <Id>{sku}</Id>
      </>
    }
  />
)
