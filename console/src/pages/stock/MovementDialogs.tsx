import { createCountSchema, createReceiptSchema, createTransferSchema } from '@campstore/contract/admin/inventory'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Changes, Schemas } from '../../app/client.ts'
import { useFormAction } from '../../app/form-action.ts'
import { FormDialog } from '../../design/FormDialog.tsx'
import { type Bound, FormSelectField, FormTextField } from '../../design/FormFields.tsx'
import { LinesField, unwritten } from './LinesField.tsx'
import type { Stock, StockLocation } from './stock.ts'

/** Properties of each dialog that moves stock. */
export type MovementDialogProps = {
  /** The selected variants of the list. */
  variants: readonly Stock[]
  locations: readonly StockLocation[]
  close(): void
  /** Called after stock was moved. */
  moved(): void
}

/** Books a delivery in. */
export function ReceiptDialog({ variants, locations, ...ends }: MovementDialogProps) {
  const { t } = useTranslation()
  const { field, watch, dialog } = useMoveStock(ends, {
    schema: createReceiptSchema,
    values: {
      locationId: onlyStore(locations),
      reference: '',
      lines: variants.map(({ variantId }) => ({ variantId, quantity: unwritten })),
    },
    run: (admin, request) => admin.createReceipt(request),
    done: count => t('stock.received', { count }),
  })
  return (
    <FormDialog title={t('stock.actions.receipt')} action={t('stock.bookIn')} {...dialog}>
      <p className="muted">{t('stock.receiptHint')}</p>
      <div className="form-columns">
        <LocationField {...field('locationId')} label={t('stock.location')} locations={locations} />
        <FormTextField
          {...field('reference')}
          label={t('stock.reference')}
          hint={t('stock.reasonHint')}
          maxLength={100}
        />
      </div>
      <LinesField {...field('lines')} pieces="quantity" variants={variants} at={watch('locationId')} />
    </FormDialog>
  )
}

/** Books the differences of a count: from the pieces on hand at the time of booking. */
export function CountDialog({ variants, locations, ...ends }: MovementDialogProps) {
  const { t } = useTranslation()
  const { field, watch, dialog } = useMoveStock(ends, {
    schema: createCountSchema,
    values: {
      locationId: onlyStore(locations),
      reason: '',
      lines: variants.map(({ variantId }) => ({ variantId, counted: unwritten })),
    },
    run: (admin, request) => admin.createCount(request),
    done: count => t('stock.countBooked', { count }),
  })
  return (
    <FormDialog title={t('stock.actions.count')} action={t('stock.bookCount')} {...dialog}>
      <p className="muted">{t('stock.countHint')}</p>
      <div className="form-columns">
        <LocationField {...field('locationId')} label={t('stock.location')} locations={locations} />
        <ReasonField {...field('reason')} />
      </div>
      <LinesField {...field('lines')} pieces="counted" variants={variants} at={watch('locationId')} />
    </FormDialog>
  )
}

/** Moves stock from one location to another. */
export function TransferDialog({ variants, locations, ...ends }: MovementDialogProps) {
  const { t } = useTranslation()
  const { field, watch, dialog } = useMoveStock(ends, {
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
  })
  return (
    <FormDialog title={t('stock.actions.transfer')} action={t('stock.bookTransfer')} {...dialog}>
      <p className="muted">{t('stock.transferHint')}</p>
      <div className="form-columns">
        <LocationField {...field('fromLocationId')} label={t('stock.fromLocation')} locations={locations} />
        <LocationField {...field('toLocationId')} label={t('stock.toLocation')} locations={locations} />
        <ReasonField {...field('reason')} />
      </div>
      <LinesField {...field('lines')} pieces="quantity" variants={variants} at={watch('fromLocationId')} />
    </FormDialog>
  )
}

type MoveStock<Input extends FieldValues, Output extends object> = {
  schema: z.ZodType<Output, Input>
  values: DefaultValues<Input>
  run(changes: Changes, request: Output): Promise<Schemas['BookedMovements']>
  /** The note of success, with the number of movements. */
  done(count: number): string
}

/** The form and action of a dialog that moves stock; the dialog closes after success. */
function useMoveStock<Input extends FieldValues, Output extends object>(
  { close, moved }: Pick<MovementDialogProps, 'close' | 'moved'>,
  { done, ...action }: MoveStock<Input, Output>,
) {
  const { t } = useTranslation()
  const form = useFormAction({
    ...action,
    done: ({ movements }) => done(movements.length),
    failed: t('stock.notBooked'),
    closeWhenDone: close,
    onDone: moved,
  })
  return { ...form, dialog: { ...form.dialog, isWide: true } }
}

/** The only store, if there is just one. */
const onlyStore = (locations: readonly StockLocation[]): string => {
  const stores = locations.filter(({ kind }) => kind === 'store')
  return stores.length === 1 ? (stores[0]?.id ?? '') : ''
}

type FieldProps<Fields extends FieldValues, Result> = Omit<Bound<Fields, Result>, 'label'>

function ReasonField<Fields extends FieldValues, Result>(field: FieldProps<Fields, Result>) {
  const { t } = useTranslation()
  return <FormTextField {...field} label={t('fields.reason')} hint={t('stock.reasonHint')} maxLength={500} />
}

type LocationFieldProps<Fields extends FieldValues, Result> = Bound<Fields, Result> & {
  locations: readonly StockLocation[]
}

/** Chooses a location; for a transfer, not the first one again. */
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
