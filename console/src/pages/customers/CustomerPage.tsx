import { Ban, Pencil, RotateCcw, TicketPercent, TimerOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { useAction } from '../../app/actions.ts'
import { useSession } from '../../app/session.ts'
import { BackLink } from '../../app/shell/BackLink.tsx'
import { Button } from '../../design/Button.tsx'
import { Columns } from '../../design/Columns.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Message } from '../../design/Message.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { Id } from '../../design/Values.tsx'
import { NotesSection } from '../shared/NotesSection.tsx'
import { ChangeCustomerDialog, GiveCouponDialog, ReleaseHoldsDialog, SuspendDialog } from './CustomerDialogs.tsx'
import { CustomerClaims, CustomerFacts, CustomerStatusBadge, LoyaltySection } from './CustomerFacts.tsx'
import { type Customer, useCustomer } from './queries.ts'
import { RecentBookings, RecentOrders } from './RecentPurchases.tsx'

/** One customer: tier, orders, bookings and coupons, and the actions of staff. */
export function CustomerPage() {
  const { id = '' } = useParams()
  const { t } = useTranslation()
  const query = useCustomer(id)
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

type Open = 'change' | 'coupon' | 'holds' | 'suspend'

function CustomerActions({ customer }: { customer: Customer }) {
  const { t } = useTranslation()
  const { can } = useSession()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
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
        <Button icon={TicketPercent} onPress={() => setOpen('coupon')}>
          {t('customers.giveCoupon')}
        </Button>
      )}
      {can('customers.edit', 'orders.edit', 'bookings.edit') && (
        <Button icon={TimerOff} onPress={() => setOpen('holds')}>
          {t('customers.releaseHolds')}
        </Button>
      )}
      {mayEdit && customer.status === 'suspended' && (
        <Button icon={RotateCcw} isPending={reactivate.isPending} onPress={() => reactivate.mutate()}>
          {t('customers.reactivate')}
        </Button>
      )}
      {mayEdit && customer.status === 'active' && (
        <Button icon={Ban} onPress={() => setOpen('suspend')}>
          {t('customers.suspend')}
        </Button>
      )}
      {mayEdit && (
        <Button icon={Pencil} variant="primary" onPress={() => setOpen('change')}>
          {t('actions.edit')}
        </Button>
      )}
      {open === 'change' && <ChangeCustomerDialog customer={customer} close={close} />}
      {open === 'coupon' && <GiveCouponDialog customer={customer} close={close} />}
      {open === 'holds' && <ReleaseHoldsDialog customer={customer} close={close} />}
      {open === 'suspend' && <SuspendDialog customer={customer} close={close} />}
    </>
  )
}
