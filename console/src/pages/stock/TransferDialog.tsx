import { createTransferSchema } from '@campstore/contract/admin/inventory'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormTextField } from '../../design/FormFields.tsx'
import { LinesField } from './LinesField.tsx'
import { LocationField } from './LocationField.tsx'
import { type MovementDialogProps, unwritten, useMoveStock } from './movement-form.ts'

/** Moves stock from one location to another. */
export function TransferDialog({ variants, locations, close, moved }: MovementDialogProps) {
  const { t } = useTranslation()
  const { control, watch, dialog } = useMoveStock({
    schema: createTransferSchema,
    values: {
      fromLocationId: '',
      toLocationId: '',
      reason: '',
      lines: variants.map(({ variantId }) => ({ variantId, quantity: unwritten })),
    },
    run: (admin, request) => admin.createTransfer(request),
    // Each line is a movement out and one in.
    done: count => t('stock.transferred', { count: count / 2 }),
    close,
    moved,
  })
  return (
    <FormDialog title={t('stock.actions.transfer')} action={t('stock.bookTransfer')} {...dialog} isWide close={close}>
      <p className="muted">{t('stock.transferHint')}</p>
      <div className="form-columns">
        <LocationField control={control} name="fromLocationId" label={t('stock.fromLocation')} locations={locations} />
        <LocationField control={control} name="toLocationId" label={t('stock.toLocation')} locations={locations} />
        <FormTextField
          control={control}
          name="reason"
          label={t('fields.reason')}
          hint={t('stock.reasonHint')}
          maxLength={500}
        />
      </div>
      <LinesField control={control} name="lines" pieces="quantity" variants={variants} at={watch('fromLocationId')} />
    </FormDialog>
  )
}
