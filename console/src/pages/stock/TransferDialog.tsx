import { type CreateTransfer, createTransferSchema } from '@campstore/contract/admin/inventory'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormTextField } from '../../design/FormFields.tsx'
import { LinesField } from './LinesField.tsx'
import { LocationField } from './LocationField.tsx'
import { type MovementDialogProps, unwritten, useMoveStock } from './movement-form.ts'

/** Moves stock from one location to another. */
export function TransferDialog({ variants, locations, close, moved }: MovementDialogProps) {
  const { t } = useTranslation()
  const form = useForm({
    resolver: zodResolver(createTransferSchema),
    defaultValues: {
      fromLocationId: '',
      toLocationId: '',
      reason: '',
      lines: variants.map(({ variantId }) => ({ variantId, quantity: unwritten })),
    },
  })
  const { control, handleSubmit, watch } = form
  const transfer = useMoveStock({
    form,
    run: (admin, request: CreateTransfer) => admin.createTransfer(request),
    // Each line is a movement out and one in.
    done: count => t('stock.transferred', { count: count / 2 }),
    close,
    moved,
  })
  return (
    <FormDialog
      title={t('stock.actions.transfer')}
      action={t('stock.bookTransfer')}
      isPending={transfer.isPending}
      isWide
      close={close}
      submit={handleSubmit(request => transfer.mutate(request))}
    >
      <p className="muted">{t('stock.transferHint')}</p>
      <div className="form-columns">
        <LocationField control={control} name="fromLocationId" label={t('stock.fromLocation')} locations={locations} />
        <LocationField control={control} name="toLocationId" label={t('stock.toLocation')} locations={locations} />
        <FormTextField
          control={control}
          name="reason"
          label={t('stock.reason')}
          hint={t('stock.reasonHint')}
          maxLength={500}
        />
      </div>
      <LinesField control={control} name="lines" pieces="quantity" variants={variants} at={watch('fromLocationId')} />
    </FormDialog>
  )
}
