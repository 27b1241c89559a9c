import { claimsQuerySchema } from '@campstore/contract/admin/coupons'
import { t } from 'i18next'
import { CircleStop, Pencil, RotateCcw, TicketPercent, UserPlus } from 'lucide-react'
import { useSession } from '../../app/session.ts'
import { Patterns } from '../../design/charts/charts.tsx'
import { Section } from '../../design/Section.tsx'
import { filtersOf, useFilters } from '../../lib/filters.ts'
import { ActionButton, AskingButton, DialogButton } from '../shared/DialogButtons.tsx'
import { choiceOf, List } from '../shared/List.tsx'
import { RecordPage } from '../shared/Record.tsx'
import { CouponDialog } from './CouponDialog.tsx'
import { CouponCosts, CouponFacts, CouponStateBadge, CouponUseSection } from './CouponFacts.tsx'
import { useClaimColumns } from './claim-columns.tsx'
import type { Coupon } from './coupon.ts'
import { GiveDialog } from './GiveDialog.tsx'

/** One coupon: conditions, usage, cost and customers. */
export function CouponPage() {
  const { can } = useSession()
  return (
    <>
      <Patterns />
      <RecordPage
        list="coupons"
        operation="getCoupon"
        title={coupon => coupon?.code ?? t('coupons.coupon')}
        badge={coupon => <CouponStateBadge coupon={coupon} />}
        subtitle={({ name }) => name}
        actions={coupon => can('coupons.edit') && <CouponActions coupon={coupon} />}
        side={coupon => <CouponFacts coupon={coupon} />}
      >
        {coupon => (
          <>
            <CouponUseSection coupon={coupon} />
            {can('orders.view', 'bookings.view') && <CouponCosts coupon={coupon} />}
            {can('customers.view') && <CouponClaims couponId={coupon.id} />}
          </>
        )}
      </RecordPage>
    </>
  )
}

function CouponActions({ coupon }: { coupon: Coupon }) {
  const { id, code, status } = coupon
  return (
    <>
      {status === 'active' ? (
        <AskingButton
          icon={CircleStop}
          label={t('coupons.end')}
          title={t('coupons.endTitle', { code })}
          hint={t('coupons.endHint')}
          isDangerous
          run={admin => admin.changeCoupon({ id, status: 'inactive' })}
          done={() => t('coupons.ended', { code })}
          failed={t('coupons.notChanged')}
        />
      ) : (
        <ActionButton
          icon={RotateCcw}
          label={t('coupons.activate')}
          run={admin => admin.changeCoupon({ id, status: 'active' })}
          done={() => t('actions.reactivated', { name: code })}
          failed={t('coupons.notChanged')}
        />
      )}
      <DialogButton icon={Pencil} label={t('actions.edit')}>
        {close => <CouponDialog coupon={coupon} close={close} />}
      </DialogButton>
      <DialogButton permissions={['customers.view']} icon={UserPlus} variant="primary" label={t('coupons.give')}>
        {close => <GiveDialog coupon={coupon} close={close} />}
      </DialogButton>
    </>
  )
}

const parsers = filtersOf(claimsQuerySchema.shape, 'status')

/** The customers with a coupon, and its order. */
function CouponClaims({ couponId }: { couponId: string }) {
  const filters = useFilters(parsers)
  return (
    <Section title={t('coupons.claims')} isCard={false}>
      <List
        label={t('coupons.claims')}
        operation="listCouponClaims"
        query={{ ...filters.values, couponId }}
        filters={filters}
        fields={[choiceOf(filters, 'status', t('fields.status'), status => t(`coupons.claimStatuses.${status}`))]}
        icon={TicketPercent}
        none={t('coupons.noClaims')}
        columns={useClaimColumns('customer')}
        rows={4}
        isDense
      />
    </Section>
  )
}
