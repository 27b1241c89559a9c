import { Link } from 'react-router'
import { useSession } from '../../app/session.ts'
import { Id } from '../../design/Values.tsx'

type RecordLinkProps = {
  to: 'bookings' | 'campgrounds' | 'coupons' | 'customers' | 'orders' | 'products'
  id: string
  name?: string | null
}

/** The name of a record, its id where it has none, linked to its page for administrators who may see it. */
export function RecordLink({ to, id, name }: RecordLinkProps) {
  const { can } = useSession()
  const text = name || <Id>{id}</Id>
  return can(`${to}.view`) ? <Link to={`/${to}/${encodeURIComponent(id)}`}>{text}</Link> : text
}
