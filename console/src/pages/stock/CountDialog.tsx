import { type CreateCount, createCountSchema } from '@campstore/contract/admin/inventory'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormTextField } from '../../design/FormFields.tsx'
import { LinesField } from './LinesField.tsx'
import { LocationField } from './LocationField.tsx'
import { type MovementDialogProps, onlyStore, unwritten, useMoveStock } from './movement-form.ts'

/** Books the differences that a count has found: the difference to what is on hand when it is booked. */
export function CountDialog({ variants, locations, close, moved }: MovementDialogProps) {
  const { t } = useTranslation()
  const form = useForm({
    resolver: zodResolver(createCountSchema),
    defaultValues: {
      locationId: onlyStore(locations),
      reason: '',
      lines: variants.map(({ variantId }) => ({ variantId, counted: unwritten })),
    },
  })
  const { control, handleSubmit, watch } = form
  const count = useMoveStock({
    form,
    run: (admin, request: CreateCount) => admin.createCount(request),
    done: count => t('stock.countBooked', { count }),
    close,
    moved,
  })
  return (
    <FormDialog
      title={t('stock.actions.count')}
      action={t('stock.bookCount')}
      isPending={count.isPending}
      isWide
      close={close}
      submit={handleSubmit(request => count.mutate(request))}
    >
      <p className="muted">{t('stock.countHint')}</p>
      <div className="form-columns">
        <LocationField control={control} name="locationId" label={t('stock.location')} locations={locations} />
        <FormTextField
          control={control}
          name="reason"
          label={t('stock.reason')}
          hint={t('stock.reasonHint')}
          maxLength={500}
        />
      </div>
      <LinesField control={control} name="lines" pieces="counted" variants={variants} at={watch('locationId')} />
    </FormDialog>
  )
}
