import { Ban, Pencil, RotateCcw, TicketPercent, TimerOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { useAction } from '../../app/actions.ts'
import { useRead } from '../../app/read.ts'
import { useSession } from '../../app/session.ts'
import { BackLink } from '../../app/shell/BackLink.tsx'
import { Button } from '../../design/Button.tsx'
import { Columns } from '../../design/Columns.tsx'
import { DialogButton } from '../../design/DialogButton.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Message } from '../../design/Message.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { Id } from '../../design/Values.tsx'
import { GuardedButton } from '../shared/GuardedButton.tsx'
import { NotesSection } from '../shared/NotesSection.tsx'
import { ChangeCustomerDialog, GiveCouponDialog, ReleaseHoldsDialog, SuspendDialog } from './CustomerDialogs.tsx'
import { type Customer, CustomerClaims, CustomerFacts, CustomerStatusBadge, LoyaltySection } from './CustomerFacts.tsx'
import { RecentBookings, RecentOrders } from './RecentPurchases.tsx'

/** One customer: tier, orders, bookings and coupons, and the actions of staff. */
export function CustomerPage() {
  const { id = '' } = useParams()
  const { t } = useTranslation()
  const query = useRead('getCustomer', { id })
  const back = <BackLink to="customers" />
  const customer = query.data
  return (
    <>
      <PageHeader
        title={customer?.name ?? t('fields.customer')}
        back={back}
        badge={customer && <CustomerStatusBadge status={customer.status} />}
        subtitle={<Id>{id}</Id>}
      >
        {customer && <CustomerActions customer={customer} />}
      </PageHeader>
      <Loaded query={query}>{customer => <CustomerDetail customer={customer} />}</Loaded>
    </>
  )
}

function CustomerDetail({ customer }: { customer: Customer }) {
  const { t } = useTranslation()
  const { can } = useSession()
  return (
    <div className="stack">
      {customer.joinedInto !== null && <Others text={t('customers.joinedInto')} ids={[customer.joinedInto]} />}
      {customer.sameEmail.length > 0 && <Others text={t('customers.sameEmail')} ids={customer.sameEmail} />}
      {customer.status === 'suspended' && customer.joinedInto === null && (
        <Message tone="notice">
          {customer.statusReason === null
            ? t('customers.suspendedHint')
            : t('customers.suspendedBecause', { reason: customer.statusReason })}
        </Message>
      )}
      <Columns
        side={
          <>
            <LoyaltySection customer={customer} />
            <CustomerFacts customer={customer} />
            <NotesSection kind="Customer" id={customer.id} notes={customer.notes} />
          </>
        }
      >
        <RecentOrders customer={customer} />
        <RecentBookings customer={customer} />
        {can('coupons.view') && <CustomerClaims customerId={customer.id} />}
      </Columns>
    </div>
  )
}

/** Other customers with the same e-mail, or into whom this one was merged. */
function Others({ text, ids }: { text: string; ids: string[] }) {
  return (
    <Message tone="notice">
      {text}{' '}
      {ids.map(id => (
        <Link key={id} to={`/customers/${id}`}>
          <Id>{id}</Id>
        </Link>
      ))}
    </Message>
  )
}

function CustomerActions({ customer }: { customer: Customer }) {
  const { t } = useTranslation()
  const { can } = useSession()
  const reactivate = useAction({
    run: admin => admin.reactivateCustomer({ id: customer.id }),
    done: () => t('customers.reactivated'),
    failed: t('customers.notReactivated'),
  })
  const mayEdit = can('customers.edit')
  if (customer.joinedInto !== null) return null
  return (
    <>
      {can('coupons.view', 'coupons.edit') && customer.status !== 'deleted' && (
        <DialogButton icon={TicketPercent} label={t('customers.giveCoupon')}>
          {close => <GiveCouponDialog customer={customer} close={close} />}
        </DialogButton>
      )}
      <GuardedButton
        permissions={['customers.edit', 'orders.edit', 'bookings.edit']}
        icon={TimerOff}
        label={t('customers.releaseHolds')}
      >
        {close => <ReleaseHoldsDialog customer={customer} close={close} />}
      </GuardedButton>
      {mayEdit && customer.status === 'suspended' && (
        <Button icon={RotateCcw} isPending={reactivate.isPending} onPress={() => reactivate.mutate()}>
          {t('customers.reactivate')}
        </Button>
      )}
      {mayEdit && customer.status === 'active' && (
        <DialogButton icon={Ban} label={t('customers.suspend')}>
          {close => <SuspendDialog customer={customer} close={close} />}
        </DialogButton>
      )}
      {mayEdit && (
        <DialogButton icon={Pencil} variant="primary" label={t('actions.edit')}>
          {close => <ChangeCustomerDialog customer={customer} close={close} />}
        </DialogButton>
      )}
    </>
  )
}
