import { createCountSchema, createReceiptSchema, createTransferSchema } from '@campstore/contract/admin/inventory'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../design/FormDialog.tsx'
import { type Bound, FormSelectField, FormTextField } from '../../design/FormFields.tsx'
import { LinesField } from './LinesField.tsx'
import { type MovementDialogProps, onlyStore, unwritten, useMoveStock } from './movement-form.ts'
import type { StockLocation } from './queries.ts'

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

type LocationFieldProps<Fields extends FieldValues, Result> = Bound<Fields, Result> & {
  locations: readonly StockLocation[]
}

/** Chooses a location; of a transfer, another one than the first. */
function LocationField<Fields extends FieldValues, Result>(props: LocationFieldProps<Fields, Result>) {
  const { locations, ...field } = props
  const { t } = useTranslation()
  return (
    <FormSelectField
      {...field}
      options={locations.map(({ id, name }) => ({ value: id, label: name }))}
      empty={t('fields.choose')}
      whenRuleBroken={t('stock.sameLocation')}
    />
  )
}
