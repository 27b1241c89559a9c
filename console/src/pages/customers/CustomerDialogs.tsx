import { changeCustomerSchema, suspendCustomerSchema } from '@campstore/contract/admin/customers'
import { t } from 'i18next'
import { z } from 'zod'
import { useRead } from '../../app/client.ts'
import { useFormAction } from '../../app/form-action.ts'
import { FormDateField, FormDialog, FormNumberField, FormSelectField, FormTextField } from '../../design/Form.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { notifyProblem, Refusals } from '../../design/Toasts.tsx'
import { ReasonDialog } from '../shared/ReasonDialogs.tsx'
import type { Customer } from './CustomerSections.tsx'

/** Changes the editable fields of a customer; only changed ones are sent. */
export function ChangeCustomerDialog({ customer, close }: { customer: Customer; close(): void }) {
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
export function SuspendDialog({ customer: { id, name }, close }: { customer: Customer; close(): void }) {
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
export const ReleaseHoldsDialog = ({ customer: { id, name }, close }: { customer: Customer; close(): void }) => (
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
export function GiveCouponDialog({ customer, close }: { customer: Customer; close(): void }) {
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
