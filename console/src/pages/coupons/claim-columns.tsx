import { Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { column, dayColumn, endColumn, moneyColumn, titleColumn } from '../../design/column-kinds.tsx'
import type { Column } from '../../design/DataTable.tsx'
import { TwoLines } from '../../design/TwoLines.tsx'
import { Email } from '../../design/Values.tsx'
import { AskingButton } from '../shared/AskingButton.tsx'
import { RecordLink } from '../shared/RecordLink.tsx'
import { badgeOf } from '../shared/StatusBadges.tsx'

type Claim = Schemas['AdminClaim']

const ClaimBadge = badgeOf({ available: 'positive', applied: 'notice', used: 'neutral' }, (t, status) =>
  t(`coupons.claimStatuses.${status}`),
)

/** The heading of a row: the coupon in a customer's list, the customer in a coupon's list. */
type Title = 'coupon' | 'customer'

/** The columns of claims on coupons; available ones can be taken back, after a question. */
export function useClaimColumns(of: Title): Column<Claim>[] {
  const { t } = useTranslation()
  const { can } = useSession()
  const columns = useColumns(of)
  const action: Column<Claim> = endColumn(
    'action',
    t('coupons.takeBack'),
    ({ id, couponId, code, status, customer: { name } }) =>
      status === 'available' && (
        <AskingButton
          isIconOnly
          icon={Undo2}
          label={t('coupons.takeBackFrom', { code, name })}
          title={t('coupons.takeBackTitle', { code })}
          hint={t('coupons.takeBackWarning', { name })}
          confirm={t('coupons.takeBack')}
          isDangerous
          action={{
            run: admin => admin.deleteCouponClaim({ id: couponId, claimId: String(id) }),
            done: () => t('coupons.takenBack'),
            failed: t('coupons.notTakenBack'),
          }}
        />
      ),
    { place: 'state' },
  )
  return can('coupons.edit') ? [...columns, action] : columns
}

function useColumns(of: Title): Column<Claim>[] {
  const { t } = useTranslation()
  const title: Column<Claim> =
    of === 'coupon'
      ? titleColumn('coupon', t('coupons.coupon'), ({ couponId, code }) => (
          <RecordLink to="coupons" id={couponId} name={code} />
        ))
      : titleColumn('customer', t('fields.customer'), ({ customer: { id, name, email } }) => (
          <TwoLines below={email && <Email address={email} />}>
            <RecordLink to="customers" id={id} name={name} />
          </TwoLines>
        ))
  return [
    title,
    column('order', t('fields.order'), ({ orderId }) => (orderId ? <RecordLink to="orders" id={orderId} /> : '–'), {
      isExtra: true,
    }),
    moneyColumn('discount', t('coupons.discount'), { place: 'aside' }),
    dayColumn('claimedAt', t('coupons.claimedAt'), { place: 'line' }),
    column('status', t('fields.status'), ({ status }) => <ClaimBadge status={status} />, { place: 'state' }),
  ]
}
