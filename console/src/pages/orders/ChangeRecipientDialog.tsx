import { changeRecipientSchema } from '@campstore/contract/checkout/schemas'
import { useTranslation } from 'react-i18next'
import { useFormAction } from '../../app/form-action.ts'
import { FormDialog, FormTextField } from '../../design/Form.tsx'
import type { Order } from './order.ts'

/** Corrects who receives an order, until it has left. */
export function ChangeRecipientDialog({ order, close }: { order: Order; close(): void }) {
  const { t } = useTranslation()
  const { id, recipientName, shippingPhone, shippingAddress } = order
  const { field, dialog } = useFormAction({
    schema: changeRecipientSchema,
    values: { recipientName: recipientName ?? '', phone: shippingPhone ?? '', address: shippingAddress ?? '' },
    isChange: true,
    run: (admin, _, changed) => admin.changeRecipient({ id, ...changed }),
    done: () => t('orders.recipientChanged'),
    failed: t('orders.recipientNotChanged'),
    close,
  })
  return (
    <FormDialog title={t('orders.changeRecipient')} action={t('actions.save')} {...dialog}>
      <FormTextField {...field('recipientName', t('fields.name'))} autoFocus />
      <FormTextField {...field('phone', t('fields.phone'))} />
      <FormTextField {...field('address', t('campgrounds.address'))} rows={2} />
    </FormDialog>
  )
}
