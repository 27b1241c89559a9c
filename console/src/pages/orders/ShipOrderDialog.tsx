import { shipOrderSchema } from '@campstore/contract/admin/orders'
import { useTranslation } from 'react-i18next'
import { useFormAction } from '../../app/form-action.ts'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormTextField } from '../../design/FormFields.tsx'
import { Message } from '../../design/Message.tsx'
import { wholeTwd } from '../../lib/amounts.ts'
import { formatMoney } from '../../lib/format.ts'
import type { Order } from './queries.ts'

/** Ships an order; who carries it may be said. */
export function ShipOrderDialog({ order, close }: { order: Order; close(): void }) {
  const { t } = useTranslation()
  const { id, paymentStatus, total, recipientName, shippingAddress } = order
  const { control, dialog } = useFormAction({
    schema: shipOrderSchema,
    values: {},
    run: (admin, fields) => admin.shipOrder({ id, ...fields }),
    done: () => t('orders.shipped'),
    failed: t('orders.notShipped'),
    close,
  })
  return (
    <FormDialog title={t('orders.shipTitle')} close={close} action={t('orders.actions.ship')} {...dialog}>
      <p>
        <strong>{recipientName}</strong>
        <br />
        {shippingAddress}
      </p>
      {paymentStatus === 'unpaid' && (
        <Message tone="info">{t('orders.toCollect', { amount: formatMoney(wholeTwd(total)) })}</Message>
      )}
      <FormTextField control={control} name="carrier" label={t('orders.carrier')} whenEmpty={undefined} />
      <FormTextField
        control={control}
        name="trackingNumber"
        label={t('orders.trackingNumber')}
        hint={t('orders.trackingHint')}
        whenEmpty={undefined}
      />
    </FormDialog>
  )
}
