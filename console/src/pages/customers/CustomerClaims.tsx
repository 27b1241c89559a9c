import { useTranslation } from 'react-i18next'
import { DataTable } from '../../design/DataTable.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Section } from '../../design/Section.tsx'
import { useClaimColumns } from '../coupons/claim-columns.tsx'
import { useClaimsOf } from './queries.ts'

/** The coupons that a customer has or had. */
export function CustomerClaims({ customerId }: { customerId: string }) {
  const { t } = useTranslation()
  const { columns, question } = useClaimColumns('coupon')
  return (
    <Section title={t('customers.claims')} isCard={false}>
      <Loaded query={useClaimsOf(customerId)} rows={2}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="muted">{t('customers.noClaims')}</p>
          ) : (
            <DataTable
              label={t('customers.claims')}
              columns={columns}
              items={data}
              keyOf={({ id }) => String(id)}
              isDense
            />
          )
        }
      </Loaded>
      {question}
    </Section>
  )
}
