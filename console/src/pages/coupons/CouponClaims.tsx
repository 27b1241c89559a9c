import { claimsQuerySchema } from '@campstore/contract/admin/coupons'
import { TicketPercent } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { client } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { Section } from '../../design/Section.tsx'
import { filtersOf, useFilters } from '../../lib/filters.ts'
import { choiceOf, List } from '../shared/List.tsx'
import { useClaimColumns } from './claim-columns.tsx'

const parsers = filtersOf(claimsQuerySchema.shape, 'status')

/** Who has a coupon, and on which order it is. */
export function CouponClaims({ couponId }: { couponId: string }) {
  const { t } = useTranslation()
  const { can } = useSession()
  const filters = useFilters(parsers)
  const { columns, question } = useClaimColumns('customer')
  return (
    <Section title={t('coupons.claims')} isCard={false}>
      <List
        label={t('coupons.claims')}
        operation={() => client().admin.listCouponClaims}
        query={{ ...filters.values, couponId }}
        isEnabled={can('customers.view')}
        filters={filters}
        fields={[choiceOf(filters, 'status', t('fields.status'), status => t(`coupons.claimStatuses.${status}`))]}
        icon={TicketPercent}
        none={t('coupons.noClaims')}
        columns={columns}
        keyOf={({ id }) => String(id)}
        rows={4}
        isDense
      />
      {question}
    </Section>
  )
}
