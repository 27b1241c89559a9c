import { changeShipmentSchema } from '@campstore/contract/admin/orders'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '../../app/client.ts'
import { useFormAction } from '../../app/form-action.ts'
import { FormDialog, FormTextField } from '../../design/Form.tsx'

type ChangeShipmentDialogProps = { id: string; shipment: Schemas['Shipment']; close(): void }

/** Corrects carrier and tracking number, which the customer sees. */
export function ChangeShipmentDialog({ id, shipment, close }: ChangeShipmentDialogProps) {
  const { t } = useTranslation()
  const { field, dialog } = useFormAction({
    schema: changeShipmentSchema,
    values: { carrier: shipment.carrier, trackingNumber: shipment.trackingNumber },
    isChange: true,
    run: (admin, _, changed) => admin.changeShipment({ id, ...changed }),
    done: () => t('orders.shipmentChanged'),
    failed: t('orders.shipmentNotChanged'),
    close,
  })
  return (
    <FormDialog title={t('orders.changeShipment')} action={t('actions.save')} {...dialog}>
      <FormTextField {...field('carrier', t('orders.carrier'))} whenEmpty={null} />
      <FormTextField
        {...field('trackingNumber', t('orders.trackingNumber'), t('orders.trackingHint'))}
        whenEmpty={null}
      />
    </FormDialog>
  )
}
