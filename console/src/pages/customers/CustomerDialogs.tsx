import { changeCustomerSchema, suspendCustomerSchema } from '@campstore/contract/admin/customers'
import { cancelBodySchema } from '@campstore/contract/admin/fields'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
import { useFormAction } from '../../app/form-action.ts'
import { SelectField } from '../../design/Field.tsx'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormDateField, FormNumberField, FormTextField } from '../../design/FormFields.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { notifyProblem } from '../../design/Toasts.tsx'
import { type Customer, useActiveCoupons } from './queries.ts'

/** Changes the editable fields of a customer; only changed ones are sent. */
export function ChangeCustomerDialog({ customer, close }: { customer: Customer; close(): void }) {
  const { t } = useTranslation()
  const { name, phone, birthday, points } = customer
  const { control, dialog } = useFormAction({
    schema: changeCustomerSchema,
    values: { name, phone, birthday, points },
    run: (admin, _fields, changed) => admin.changeCustomer({ id: customer.id, ...changed }),
    done: () => t('customers.changed'),
    failed: t('customers.notChanged'),
    onDone: close,
  })
  return (
    <FormDialog title={t('customers.changeTitle')} close={close} action={t('actions.save')} {...dialog}>
      <FormNumberField control={control} name="points" label={t('customers.points')} />
      <FormTextField control={control} name="phone" label={t('fields.phone')} type="tel" whenEmpty={null} />
      <FormTextField control={control} name="name" label={t('fields.name')} />
      <FormDateField control={control} name="birthday" label={t('customers.birthday')} />
    </FormDialog>
  )
}

/** Suspends a customer, with a reason that other staff can read. */
export function SuspendDialog({ customer: { id, name }, close }: { customer: Customer; close(): void }) {
  const { t } = useTranslation()
  const { control, dialog } = useFormAction({
    schema: suspendCustomerSchema,
    values: {},
    run: (admin, fields) => admin.suspendCustomer({ id, ...fields }),
    done: () => t('customers.suspended', { name }),
    failed: t('customers.notSuspended'),
    close,
  })
  return (
    <FormDialog
      title={t('customers.suspendTitle', { name })}
      close={close}
      action={t('customers.suspend')}
      isDangerous
      {...dialog}
    >
      <p>{t('customers.suspendWarning')}</p>
      <FormTextField
        control={control}
        name="reason"
        label={t('fields.reason')}
        hint={t('customers.reasonHint')}
        rows={3}
        whenEmpty={undefined}
      />
    </FormDialog>
  )
}

/** Cancels the unpaid bookings and orders of a customer, with a reason for their histories. */
export function ReleaseHoldsDialog({ customer: { id, name }, close }: { customer: Customer; close(): void }) {
  const { t } = useTranslation()
  const { control, dialog } = useFormAction({
    schema: cancelBodySchema,
    values: { reason: '' },
    run: (admin, body) => admin.releaseHolds({ id, ...body }),
    done: ({ bookingIds, orderIds }) => t('customers.holdsReleased', { count: bookingIds.length + orderIds.length }),
    onDone({ failed, hasMore }) {
      if (failed.length > 0 || hasMore)
        notifyProblem(t('customers.holdsLeft'), { text: failed.map(({ message }) => message).join(' ') })
    },
    failed: t('customers.holdsNotReleased'),
    close,
  })
  return (
    <FormDialog
      title={t('customers.releaseHoldsTitle', { name })}
      close={close}
      action={t('customers.releaseHolds')}
      isDangerous
      {...dialog}
    >
      <p>{t('customers.releaseHoldsHint')}</p>
      <FormTextField control={control} name="reason" label={t('fields.reason')} rows={3} />
    </FormDialog>
  )
}

/** Gives a customer the right to use a coupon once. */
export function GiveCouponDialog({ customer, close }: { customer: Customer; close(): void }) {
  const { t } = useTranslation()
  const coupons = useActiveCoupons()
  const [id, setId] = useState('')
  const [isMissing, setMissing] = useState(false)
  const give = useAction({
    run: admin => admin.claimCoupon({ id, customerId: customer.id }),
    done: () => t('customers.couponGiven', { name: customer.name }),
    failed: t('coupons.notGiven'),
    onDone: close,
  })
  return (
    <FormDialog
      title={t('customers.giveCouponTo', { name: customer.name })}
      close={close}
      action={t('customers.giveCoupon')}
      isPending={give.isPending}
      submit={event => {
        event.preventDefault()
        setMissing(id === '')
        if (id) give.mutate()
      }}
    >
      <Loaded query={coupons} rows={2}>
        {({ data }) =>
          data.length === 0 ? (
            <p>{t('customers.noActiveCoupon')}</p>
          ) : (
            <SelectField
              label={t('coupons.coupon')}
              value={id}
              onChange={setId}
              empty={t('fields.choose')}
              problem={isMissing && id === '' ? t('problems.required') : undefined}
              options={data.map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` }))}
            />
          )
        }
      </Loaded>
    </FormDialog>
  )
}
