import { t } from 'i18next'
import { Link } from 'react-router'
import type { Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { Email, Id } from '../../design/Values.tsx'

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

/** The id of the booking or order of a payment, linked to its page. */
export const TargetLink = ({ kind, id }: Schemas['AdminPayment']['target']) => <RecordLink to={`${kind}s`} id={id} />

/** The address of a customer, and whether the customer still has to verify it; a dash without one. */
export function CheckedEmail({ address, isVerified }: { address: string; isVerified: boolean }) {
  if (address === '') return '–'
  return (
    <>
      <Email address={address} />
      {!isVerified && <span className="muted"> ({t('fields.unverified')})</span>}
    </>
  )
}
