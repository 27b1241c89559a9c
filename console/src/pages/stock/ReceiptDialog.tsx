import { createReceiptSchema } from '@campstore/contract/admin/inventory'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormTextField } from '../../design/FormFields.tsx'
import { LinesField } from './LinesField.tsx'
import { LocationField } from './LocationField.tsx'
import { type MovementDialogProps, onlyStore, unwritten, useMoveStock } from './movement-form.ts'

/** Books a delivery in. */
export function ReceiptDialog({ variants, locations, close, moved }: MovementDialogProps) {
  const { t } = useTranslation()
  const { control, watch, dialog } = useMoveStock({
    schema: createReceiptSchema,
    values: {
      locationId: onlyStore(locations),
      reference: '',
      lines: variants.map(({ variantId }) => ({ variantId, quantity: unwritten })),
    },
    run: (admin, request) => admin.createReceipt(request),
    done: count => t('stock.received', { count }),
    close,
    moved,
  })
  return (
    <FormDialog title={t('stock.actions.receipt')} action={t('stock.bookIn')} {...dialog} isWide close={close}>
      <p className="muted">{t('stock.receiptHint')}</p>
      <div className="form-columns">
        <LocationField control={control} name="locationId" label={t('stock.location')} locations={locations} />
        <FormTextField
          control={control}
          name="reference"
          label={t('stock.reference')}
          hint={t('stock.referenceHint')}
          maxLength={100}
        />
      </div>
      <LinesField control={control} name="lines" pieces="quantity" variants={variants} at={watch('locationId')} />
    </FormDialog>
  )
}
