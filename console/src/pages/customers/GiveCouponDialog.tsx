import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
import { SelectField } from '../../design/Field.tsx'
import { FormDialog } from '../../design/FormDialog.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { type Customer, useActiveCoupons } from './queries.ts'

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
