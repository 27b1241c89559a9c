import { useTranslation } from 'react-i18next'
import { client } from '../../app/client.ts'
import { FilterBar } from '../../design/FilterBar.tsx'
import { FilterSelect } from '../../design/FilterFields.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Pager } from '../../design/Pager.tsx'
import { Section } from '../../design/Section.tsx'
import { useFilters } from '../../lib/filters.ts'
import { CsvButton } from '../shared/CsvButton.tsx'
import { ClaimsTable } from './ClaimsTable.tsx'
import { claimFilters, claimStatuses, useClaims } from './queries.ts'

/** Who has a coupon, and on which order it is. */
export function CouponClaims({ couponId }: { couponId: string }) {
  const { t } = useTranslation()
  const filters = useFilters(claimFilters)
  const { status } = filters.values
  const fields = { ...filters.values, couponId }
  return (
    <Section title={t('coupons.claims')} isCard={false}>
      <FilterBar filters={filters} end={<CsvButton read={() => client().admin.listCouponClaims.csv(fields)} />}>
        <FilterSelect
          label={t('fields.status')}
          value={status}
          onChange={status => filters.set({ status })}
          options={claimStatuses.map(value => ({ value, label: t(`coupons.claimStatuses.${value}`) }))}
        />
      </FilterBar>
      <Loaded query={useClaims({ ...fields, page: filters.page })} rows={4}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <p className="muted">{t('coupons.noClaims')}</p>
          ) : (
            <>
              <ClaimsTable label={t('coupons.claims')} claims={data} of="customer" />
              <Pager meta={meta} filters={filters} />
            </>
          )
        }
      </Loaded>
    </Section>
  )
}
