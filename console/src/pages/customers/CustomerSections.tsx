import { t } from 'i18next'
import { Link } from 'react-router'
import { type Schemas, useRead } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { type Columns, column, moneyColumn, timeColumn, titleColumn } from '../../design/columns.tsx'
import { idOf } from '../../design/DataTable.tsx'
import { FactsSection } from '../../design/Section.tsx'
import { TableSection } from '../../design/TableSection.tsx'
import { DateTime, DaySpan, DayText, Email, Money, Phone, TwoLines } from '../../design/Values.tsx'
import { formatNumber } from '../../lib/format.ts'
import { useClaimColumns } from '../coupons/claim-columns.tsx'
import { RecordLink } from '../shared/links.tsx'
import { BookingStatusBadge, badgeOf, OrderStatusBadge, PaymentStatusBadge } from '../shared/StatusBadges.tsx'

export type Customer = Schemas['AdminCustomerDetail']

/** The points, tier and spending of a customer. */
export function LoyaltySection({ customer }: { customer: Customer }) {
  const { tier, points, totalSpent, firstPurchaseUsed } = customer
  return (
    <FactsSection
      title={t('customers.loyalty')}
      of={{
        [t('customers.tier')]: <TierBadge status={tier} />,
        [t('customers.points')]: formatNumber(points),
        [t('customers.totalSpent')]: <Money amount={totalSpent} />,
        [t('customers.firstPurchase')]: firstPurchaseUsed
          ? t('customers.hasPurchased')
          : t('customers.hasNotPurchased'),
      }}
    />
  )
}

/** The contact and the account of a customer. */
export function CustomerFacts({ customer }: { customer: Customer }) {
  const { email, phone, birthday, registeredAt, authProvider, tags, preferences } = customer
  const address = customer.defaultShippingAddress
  return (
    <FactsSection
      title={t('fields.account')}
      of={{
        [t('fields.email')]: email ? <Email address={email} /> : '–',
        [t('fields.phone')]: phone ? <Phone number={phone} /> : '–',
        [t('customers.birthday')]: birthday ? <DayText day={birthday} /> : '–',
        [t('customers.registeredAt')]: <DateTime at={registeredAt} />,
        [t('customers.authProvider')]: authProvider,
        [t('customers.newsletter')]: preferences.newsletter ? t('customers.wanted') : t('customers.notWanted'),
        [t('customers.tags')]: tags.length > 0 && tags.map(({ name }) => name).join(', '),
        [t('customers.interests')]: preferences.interests.length > 0 && preferences.interests.join(', '),
        [t('customers.address')]: address && (
          <>
            {address.recipientName}, <Phone number={address.phone} />, {address.address}
          </>
        ),
      }}
    />
  )
}

/** The coupons that a customer has or had. */
export function CustomerClaims({ customerId }: { customerId: string }) {
  const columns = useClaimColumns('coupon')
  const claims = useRead('listCouponClaims', { customerId, size: 50 })
  return (
    <TableSection title={t('coupons.page')} columns={columns} items={claims} empty={t('customers.noClaims')} isDense />
  )
}

export const CustomerStatusBadge = badgeOf<Customer['status']>(
  { active: 'positive', suspended: 'danger', deleted: 'neutral' },
  status => t(`customers.statuses.${status}`),
)

export const TierBadge = badgeOf<Customer['tier']>(
  { bronze: 'neutral', silver: 'info', gold: 'notice', platinum: 'positive' },
  tier => t(`customers.tiers.${tier}`),
)

/** The newest orders of a customer. */
export function RecentOrders({ customer: { id, recentOrders } }: { customer: Customer }) {
  const columns: Columns<Schemas['OrderListItem']> = [
    titleColumn('id', t('fields.order'), ({ id }) => <RecordLink to="orders" id={id} />),
    timeColumn('placedAt', t('orders.placedAt')),
    moneyColumn('total', t('orders.total')),
    column('payment', t('fields.payment'), ({ paymentStatus }) => <PaymentStatusBadge status={paymentStatus} />),
    column('status', t('fields.status'), ({ status }) => <OrderStatusBadge status={status} />),
  ]
  return <Recent kind="orders" customerId={id} columns={columns} items={recentOrders} />
}

/** The newest bookings of a customer. */
export function RecentBookings({ customer: { id, recentBookings } }: { customer: Customer }) {
  const columns: Columns<Schemas['BookingListItem']> = [
    titleColumn('id', t('fields.booking'), ({ bookingId }) => <RecordLink to="bookings" id={bookingId} />),
    column('stay', t('fields.stay'), ({ checkIn, checkOut, campgroundName }) => (
      <TwoLines below={campgroundName}>
        <DaySpan from={checkIn} to={checkOut} />
      </TwoLines>
    )),
    moneyColumn('finalAmount', t('fields.amount')),
    column('status', t('fields.status'), ({ status }) => <BookingStatusBadge status={status} />),
  ]
  return <Recent kind="bookings" customerId={id} columns={columns} items={recentBookings} />
}

type RecentProps<Item> = {
  kind: 'orders' | 'bookings'
  customerId: string
  columns: Columns<Item>
  items: readonly Item[]
}

/** A section with the newest, if there are any, and the way to all. */
function Recent<Item>({ kind, customerId, ...table }: RecentProps<Item>) {
  const { can } = useSession()
  const all = <Link to={`/${kind}?customerId=${encodeURIComponent(customerId)}`}>{t(`customers.all.${kind}`)}</Link>
  return (
    <TableSection
      {...table}
      title={t(`customers.${kind}`)}
      actions={can(`${kind}.view`) && all}
      keyOf={idOf}
      empty={t(`customers.noneOf.${kind}`)}
      isDense
    />
  )
}
