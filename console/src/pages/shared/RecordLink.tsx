import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../app/session.ts'

type RecordLinkProps = {
  to: 'bookings' | 'coupons' | 'customers' | 'orders' | 'products'
  id: string
  children: ReactNode
}

/** The name of a record, its id where it has none, linked to its page for administrators who may see it. */
export function RecordLink({ to, id, children }: RecordLinkProps) {
  const { can } = useSession()
  const name = children || id
  return can(`${to}.view`) ? <Link to={`/${to}/${encodeURIComponent(id)}`}>{name}</Link> : name
}
