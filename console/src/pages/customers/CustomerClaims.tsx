import { useTranslation } from 'react-i18next'
import { Loaded } from '../../design/Loaded.tsx'
import { Section } from '../../design/Section.tsx'
import { ClaimsTable } from '../coupons/ClaimsTable.tsx'
import { useClaimsOf } from './queries.ts'

/** The coupons that a customer has or had. */
export function CustomerClaims({ customerId }: { customerId: string }) {
  const { t } = useTranslation()
  return (
    <Section title={t('customers.claims')} isCard={false}>
      <Loaded query={useClaimsOf(customerId)} rows={2}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="muted">{t('customers.noClaims')}</p>
          ) : (
            <ClaimsTable label={t('customers.claims')} claims={data} of="coupon" />
          )
        }
      </Loaded>
    </Section>
  )
}
