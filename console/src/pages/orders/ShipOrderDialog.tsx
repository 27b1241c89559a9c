import { type ShipOrder, shipOrderSchema } from '@campstore/contract/admin/orders'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
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
  const form = useForm({ resolver: zodResolver(shipOrderSchema), defaultValues: {} })
  const { control, handleSubmit } = form
  const ship = useAction({
    run: (admin, fields: ShipOrder) => admin.shipOrder({ id, ...fields }),
    done: () => t('orders.shipped'),
    failed: t('orders.notShipped'),
    form,
    close,
  })
  return (
    <FormDialog
      title={t('orders.shipTitle')}
      close={close}
      action={t('orders.actions.ship')}
      isPending={ship.isPending}
      submit={handleSubmit(fields => ship.mutate(fields))}
    >
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
