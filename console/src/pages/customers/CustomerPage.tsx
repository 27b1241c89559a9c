import { changeCustomerSchema, suspendCustomerSchema } from '@campstore/contract/admin/customers'
import { t } from 'i18next'
import { Ban, Pencil, RotateCcw, TicketPercent, TimerOff } from 'lucide-react'
import { Link } from 'react-router'
import { z } from 'zod'
import { useRead } from '../../app/client.ts'
import { useFormAction } from '../../app/form-action.ts'
import { useSession } from '../../app/session.ts'
import { FormDateField, FormDialog, FormNumberField, FormSelectField, FormTextField } from '../../design/Form.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Message } from '../../design/Message.tsx'
import { notifyProblem, Refusals } from '../../design/Toasts.tsx'
import { Id } from '../../design/Values.tsx'
import { ActionButton, DialogButton } from '../shared/DialogButtons.tsx'
import { NotesSection } from '../shared/NotesSection.tsx'
import { ReasonDialog } from '../shared/ReasonDialogs.tsx'
import { RecordPage } from '../shared/Record.tsx'
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

/** Changes the editable fields of a customer; only changed ones are sent. */
function ChangeCustomerDialog({ customer, close }: { customer: Customer; close(): void }) {
  const { name, phone, birthday, points } = customer
  const { field, dialog } = useFormAction({
    schema: changeCustomerSchema,
    values: { name, phone, birthday, points },
    isChange: true,
    run: (admin, _fields, changed) => admin.changeCustomer({ id: customer.id, ...changed }),
    done: () => t('customers.changed'),
    failed: t('customers.notChanged'),
    close,
  })
  return (
    <FormDialog title={t('customers.changeTitle')} {...dialog}>
      <FormNumberField {...field('points', t('customers.points'))} />
      <FormTextField {...field('phone', t('fields.phone'))} type="tel" whenEmpty={null} />
      <FormTextField {...field('name', t('fields.name'))} />
      <FormDateField {...field('birthday', t('customers.birthday'))} />
    </FormDialog>
  )
}

/** Suspends a customer, with a reason that other staff can read. */
function SuspendDialog({ customer: { id, name }, close }: { customer: Customer; close(): void }) {
  const { field, dialog } = useFormAction({
    schema: suspendCustomerSchema,
    values: {},
    run: (admin, fields) => admin.suspendCustomer({ id, ...fields }),
    done: () => t('customers.suspended', { name }),
    failed: t('customers.notSuspended'),
    close,
  })
  return (
    <FormDialog title={t('customers.suspendTitle', { name })} action={t('customers.suspend')} isDangerous {...dialog}>
      <p>{t('customers.suspendWarning')}</p>
      <FormTextField
        {...field('reason', t('fields.reason'), t('customers.reasonHint'))}
        rows={3}
        whenEmpty={undefined}
      />
    </FormDialog>
  )
}

/** Cancels the unpaid bookings and orders of a customer, with a reason for their histories. */
const ReleaseHoldsDialog = ({ customer: { id, name }, close }: { customer: Customer; close(): void }) => (
  <ReasonDialog
    title={t('customers.releaseHoldsTitle', { name })}
    hint={t('customers.releaseHoldsHint')}
    action={t('customers.releaseHolds')}
    run={(admin, body) => admin.releaseHolds({ id, ...body })}
    done={({ bookingIds, orderIds }) => t('customers.holdsReleased', { count: bookingIds.length + orderIds.length })}
    onDone={({ failed, hasMore }) => {
      if (failed.length > 0 || hasMore)
        notifyProblem(t('customers.holdsLeft'), {
          list: <Refusals refused={failed.map(({ kind, id, message }) => ({ id: id ?? kind, message }))} />,
        })
    }}
    failed={t('customers.holdsNotReleased')}
    close={close}
  />
)

const giveSchema = z.object({ id: z.string().min(1) })

/** Gives a customer the right to use a coupon once. */
function GiveCouponDialog({ customer, close }: { customer: Customer; close(): void }) {
  const coupons = useRead('listAdminCoupons', { status: 'active', size: 100, sort: 'code,asc' })
  const { field, dialog } = useFormAction({
    schema: giveSchema,
    values: { id: '' },
    run: (admin, { id }) => admin.claimCoupon({ id, customerId: customer.id }),
    done: () => t('customers.couponGiven', { name: customer.name }),
    failed: t('coupons.notGiven'),
    close,
  })
  return (
    <FormDialog
      title={t('customers.giveCouponTo', { name: customer.name })}
      action={t('customers.giveCoupon')}
      {...dialog}
    >
      <Loaded query={coupons} rows={2}>
        {({ data }) =>
          data.length === 0 ? (
            <p>{t('customers.noActiveCoupon')}</p>
          ) : (
            <FormSelectField
              {...field('id', t('coupons.coupon'))}
              empty={t('fields.choose')}
              options={data.map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` }))}
            />
          )
        }
      </Loaded>
    </FormDialog>
  )
}
