import { createCountSchema } from '@campstore/contract/admin/inventory'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormTextField } from '../../design/FormFields.tsx'
import { LinesField } from './LinesField.tsx'
import { LocationField } from './LocationField.tsx'
import { type MovementDialogProps, onlyStore, unwritten, useMoveStock } from './movement-form.ts'

/** Books the differences that a count has found: the difference to what is on hand when it is booked. */
export function CountDialog({ variants, locations, close, moved }: MovementDialogProps) {
  const { t } = useTranslation()
  const { control, watch, dialog } = useMoveStock({
    schema: createCountSchema,
    values: {
      locationId: onlyStore(locations),
      reason: '',
      lines: variants.map(({ variantId }) => ({ variantId, counted: unwritten })),
    },
    run: (admin, request) => admin.createCount(request),
    done: count => t('stock.countBooked', { count }),
    close,
    moved,
  })
  return (
    <FormDialog title={t('stock.actions.count')} action={t('stock.bookCount')} {...dialog} isWide close={close}>
      <p className="muted">{t('stock.countHint')}</p>
      <div className="form-columns">
        <LocationField control={control} name="locationId" label={t('stock.location')} locations={locations} />
        <FormTextField
          control={control}
          name="reason"
          label={t('fields.reason')}
          hint={t('stock.reasonHint')}
          maxLength={500}
        />
      </div>
      <LinesField control={control} name="lines" pieces="counted" variants={variants} at={watch('locationId')} />
    </FormDialog>
  )
}
