import { t } from 'i18next'
import { Undo2 } from 'lucide-react'
import type { Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { type Columns, column, dayColumn, endColumn, moneyColumn, titleColumn } from '../../design/columns.tsx'
import { Email, TwoLines } from '../../design/Values.tsx'
import { AskingButton } from '../shared/DialogButtons.tsx'
import { RecordLink } from '../shared/links.tsx'
import { badgeOf } from '../shared/StatusBadges.tsx'

type Claim = Schemas['AdminClaim']

const ClaimBadge = badgeOf({ available: 'positive', applied: 'notice', used: 'neutral' }, status =>
  t(`coupons.claimStatuses.${status}`),
)

/** The columns of claims on coupons. The heading of a row is the coupon in a customer's list, the customer in a coupon's list. */
export function useClaimColumns(title: 'coupon' | 'customer'): Columns<Claim> {
  const { can } = useSession()
  return [
    title === 'coupon'
      ? titleColumn('coupon', t('coupons.coupon'), { isWide: true }, ({ couponId, code }) => (
          <RecordLink to="coupons" id={couponId} name={code} />
        ))
      : titleColumn('customer', t('fields.customer'), { isWide: true }, ({ customer: { id, name, email } }) => (
          <TwoLines below={email && <Email address={email} />}>
            <RecordLink to="customers" id={id} name={name} />
          </TwoLines>
        )),
    column('order', t('fields.order'), { isExtra: true }, ({ orderId }) =>
      orderId ? <RecordLink to="orders" id={orderId} /> : '–',
    ),
    moneyColumn('discount', t('coupons.discount'), { place: 'aside' }),
    dayColumn('claimedAt', t('coupons.claimedAt'), { place: 'line' }),
    column('status', t('fields.status'), { place: 'state' }, ({ status }) => <ClaimBadge status={status} />),
    can('coupons.edit') &&
      endColumn(
        'action',
        t('coupons.takeBack'),
        { place: 'state' },
        claim => claim.status === 'available' && <TakeBackButton claim={claim} />,
      ),
  ]
}

const TakeBackButton = ({ claim: { id, couponId, code, customer } }: { claim: Claim }) => (
  <AskingButton
    isIconOnly
    icon={Undo2}
    label={t('coupons.takeBackFrom', { code, name: customer.name })}
    title={t('coupons.takeBackTitle', { code })}
    hint={t('coupons.takeBackWarning', { name: customer.name })}
    confirm={t('coupons.takeBack')}
    isDangerous
    run={admin => admin.deleteCouponClaim({ id: couponId, claimId: String(id) })}
    done={() => t('coupons.takenBack')}
    failed={t('coupons.notTakenBack')}
  />
)
