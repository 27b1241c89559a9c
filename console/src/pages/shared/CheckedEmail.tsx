import { useTranslation } from 'react-i18next'
import { Email } from '../../design/Values.tsx'

/** The address of a customer, and whether the customer still has to verify it; a dash without one. */
export function CheckedEmail({ address, isVerified }: { address: string; isVerified: boolean }) {
  const { t } = useTranslation()
  if (address === '') return '–'
  return (
    <>
      <Email address={address} />
      {!isVerified && <span className="muted"> ({t('fields.unverified')})</span>}
    </>
  )
}
