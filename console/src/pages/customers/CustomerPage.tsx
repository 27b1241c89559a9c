import { t } from 'i18next'
import { Ban, Pencil, RotateCcw, TicketPercent, TimerOff } from 'lucide-react'
import { Link } from 'react-router'
import { useSession } from '../../app/session.ts'
import { Message } from '../../design/Message.tsx'
import { Id } from '../../design/Values.tsx'
import { ActionButton, DialogButton } from '../shared/DialogButtons.tsx'
import { NotesSection } from '../shared/NotesSection.tsx'
import { RecordPage } from '../shared/Record.tsx'
import { ChangeCustomerDialog, GiveCouponDialog, ReleaseHoldsDialog, SuspendDialog } from './CustomerDialogs.tsx'
import {
  type Customer,
  CustomerClaims,
  CustomerFacts,
  CustomerStatusBadge,
  LoyaltySection,
  RecentBookings,
  RecentOrders,
} from './CustomerSections.tsx'

/** One customer: tier, orders, bookings and coupons, and the actions of staff. */
export function CustomerPage() {
  const { can } = useSession()
  return (
    <RecordPage
      list="customers"
      operation="getCustomer"
      title={customer => customer?.name ?? t('fields.customer')}
      badge={({ status }) => <CustomerStatusBadge status={status} />}
      subtitle={({ id }) => <Id>{id}</Id>}
      actions={customer => <CustomerActions customer={customer} />}
      messages={customer => <Messages customer={customer} />}
      side={customer => (
        <>
          <LoyaltySection customer={customer} />
          <CustomerFacts customer={customer} />
          <NotesSection kind="Customer" id={customer.id} notes={customer.notes} />
        </>
      )}
    >
      {customer => (
        <>
          <RecentOrders customer={customer} />
          <RecentBookings customer={customer} />
          {can('coupons.view') && <CustomerClaims customerId={customer.id} />}
        </>
      )}
    </RecordPage>
  )
}

/** What staff have to know first: other records of the same person, and a suspension. */
const Messages = ({ customer: { joinedInto, sameEmail, status, statusReason: reason } }: { customer: Customer }) => (
  <>
    {joinedInto !== null && <Others text={t('customers.joinedInto')} ids={[joinedInto]} />}
    {sameEmail.length > 0 && <Others text={t('customers.sameEmail')} ids={sameEmail} />}
    {status === 'suspended' && joinedInto === null && (
      <Message tone="notice">
        {reason === null ? t('customers.suspendedHint') : t('customers.suspendedBecause', { reason })}
      </Message>
    )}
  </>
)

/** Other customers with the same e-mail, or into whom this one was merged. */
const Others = ({ text, ids }: { text: string; ids: string[] }) => (
  <Message tone="notice">
    {text}{' '}
    {ids.map(id => (
      <Link key={id} to={`/customers/${id}`}>
        <Id>{id}</Id>
      </Link>
    ))}
  </Message>
)

function CustomerActions({ customer }: { customer: Customer }) {
  const { can } = useSession()
  const mayEdit = can('customers.edit')
  if (customer.joinedInto !== null) return null
  return (
    <>
      <DialogButton
        isOffered={can('coupons.view', 'coupons.edit') && customer.status !== 'deleted'}
        icon={TicketPercent}
        label={t('customers.giveCoupon')}
      >
        {close => <GiveCouponDialog customer={customer} close={close} />}
      </DialogButton>
      <DialogButton
        permissions={['customers.edit', 'orders.edit', 'bookings.edit']}
        icon={TimerOff}
        label={t('customers.releaseHolds')}
      >
        {close => <ReleaseHoldsDialog customer={customer} close={close} />}
      </DialogButton>
      {mayEdit && customer.status === 'suspended' && (
        <ActionButton
          icon={RotateCcw}
          label={t('customers.reactivate')}
          run={admin => admin.reactivateCustomer({ id: customer.id })}
          done={() => t('customers.reactivated')}
          failed={t('customers.notReactivated')}
        />
      )}
      <DialogButton isOffered={mayEdit && customer.status === 'active'} icon={Ban} label={t('customers.suspend')}>
        {close => <SuspendDialog customer={customer} close={close} />}
      </DialogButton>
      <DialogButton permissions={['customers.edit']} icon={Pencil} variant="primary" label={t('actions.edit')}>
        {close => <ChangeCustomerDialog customer={customer} close={close} />}
      </DialogButton>
    </>
  )
}
