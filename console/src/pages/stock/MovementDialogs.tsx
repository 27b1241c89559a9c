import { createCountSchema, createReceiptSchema, createTransferSchema } from '@campstore/contract/admin/inventory'
import { maxLines } from '@campstore/contract/schemas'
import { t } from 'i18next'
import { useState } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import { z } from 'zod'
import { CampstoreError, type Changes, type Schemas } from '../../app/client.ts'
import { useFormAction } from '../../app/form-action.ts'
import { FormDialog, FormSelectField, FormTextField } from '../../design/Form.tsx'
import { LinesField, unwritten } from './LinesField.tsx'
import type { Stock, StockLocation } from './stock-columns.tsx'

/** Properties of each dialog that moves stock. */
export type MovementDialogProps = {
  /** The selected variants of the list. */
  variants: readonly Stock[]
  /** The location that the list shows, if it shows only one. */
  at: string | undefined
  locations: readonly StockLocation[]
  close(): void
  moved(): void
}

/** Books a delivery in. */
export function ReceiptDialog({ variants, at = '', locations, ...ends }: MovementDialogProps) {
  const choice = choiceOf(locations)
  const { field, watch, dialog } = useMoveStock(ends, {
    schema: createReceiptSchema,
    values: {
      locationId: at || onlyStore(locations),
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
        <FormSelectField {...field('locationId', t('stock.location'))} {...choice} />
        <FormTextField {...field('reference', t('stock.reference'), t('stock.reasonHint'))} maxLength={100} />
      </div>
      <LinesField {...field('lines', t('stock.addVariant'))} variants={variants} at={watch('locationId')} />
    </FormDialog>
  )
}

const countFormSchema = createCountSchema.extend({
  // A line that was not counted is left out. One request takes only 100 lines; a form has as many as its location.
  lines: z
    .array(
      z.strictObject({
        variantId: z.string(),
        counted: z.nan().or(createCountSchema.shape.lines.element.shape.counted),
      }),
    )
    .refine(lines => lines.some(isCounted)),
})
const isCounted = ({ counted }: { counted: number }): boolean => !Number.isNaN(counted)

/** Books the differences of a count: from the pieces on hand at the time of booking. */
export function CountDialog({ variants, at = '', locations, ...ends }: MovementDialogProps) {
  const choice = choiceOf(locations)
  const [booked, setBooked] = useState<{ done: number; all: number }>()
  const { field, watch, setValue, dialog } = useMoveStock(ends, {
    schema: countFormSchema,
    values: {
      locationId: at || onlyStore(locations),
      reason: '',
      lines: variants.map(({ variantId }) => ({ variantId, counted: unwritten })),
    },
    run: (admin, count) =>
      bookInParts(admin, count, (left, progress) => {
        setValue('lines', left)
        setBooked(progress)
      }),
    done: count => t('stock.countBooked', { count }),
    failed: t('stock.countNotBooked'),
  })
  return (
    <FormDialog title={t('stock.actions.count')} action={t('stock.bookCount')} {...dialog}>
      <p className="muted">{t('stock.countHint')}</p>
      <div className="form-columns">
        <FormSelectField {...field('locationId', t('stock.location'))} {...choice} />
        <FormTextField {...field('reason', t('fields.reason'), t('stock.reasonHint'))} maxLength={500} />
      </div>
      <LinesField
        {...field('lines', t('stock.addVariant'))}
        pieces="counted"
        variants={variants}
        at={watch('locationId')}
      />
      <p role="status">{booked && t('stock.countProgress', booked)}</p>
    </FormDialog>
  )
}

type Count = z.output<typeof countFormSchema>

/**
 * Books the counted lines, in as many requests as they need. Booked lines leave the form: another attempt must not count them again,
 * because pieces may have been sold since.
 *
 * @throws {CampstoreError} with the paths of the lines in the form
 */
async function bookInParts(
  { createCount }: Changes,
  { lines, ...count }: Count,
  bookedPart: (left: Count['lines'], progress: { done: number; all: number }) => void,
): Promise<Schemas['BookedMovements']> {
  const counted = lines.filter(isCounted)
  const movements: Schemas['BookedMovements']['movements'] = []
  let left = lines
  for (let first = 0; first < counted.length; first += maxLines) {
    const part = counted.slice(first, first + maxLines)
    try {
      movements.push(...(await createCount({ ...count, lines: part })).movements)
    } catch (error) {
      if (!(error instanceof CampstoreError)) throw error
      const lineOf = (index: string) => left.findIndex(({ variantId }) => variantId === part[Number(index)]?.variantId)
      const inForm = (path: string) => path.replace(/^lines\.(\d+)/, (_, index) => `lines.${lineOf(index)}`)
      const details = error.details.map(({ path, message }) => ({ path: inForm(path), message }))
      throw new CampstoreError(error.message, { ...error, details })
    }
    left = left.filter(line => !part.includes(line))
    bookedPart(left, { done: first + part.length, all: counted.length })
  }
  return { movements }
}

/** Moves stock from one location to another. */
export function TransferDialog({ variants, at = '', locations, ...ends }: MovementDialogProps) {
  const choice = choiceOf(locations)
  const { field, watch, dialog } = useMoveStock(ends, {
    schema: createTransferSchema,
    values: {
      fromLocationId: at,
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
        <FormSelectField {...field('fromLocationId', t('stock.fromLocation'))} {...choice} />
        <FormSelectField {...field('toLocationId', t('stock.toLocation'))} {...choice} />
        <FormTextField {...field('reason', t('fields.reason'), t('stock.reasonHint'))} maxLength={500} />
      </div>
      <LinesField {...field('lines', t('stock.addVariant'))} variants={variants} at={watch('fromLocationId')} />
    </FormDialog>
  )
}

type MoveStock<Input extends FieldValues, Output extends object> = {
  schema: z.ZodType<Output, Input>
  values: DefaultValues<Input>
  run(changes: Changes, request: Output): Promise<Schemas['BookedMovements']>
  /** The note of success, with the number of movements. */
  done(count: number): string
  /** The title of a failure, unless nothing was booked. */
  failed?: string
}

/** The form and action of a dialog that moves stock; the dialog closes after success. */
function useMoveStock<Input extends FieldValues, Output extends object>(
  { close, moved }: Pick<MovementDialogProps, 'close' | 'moved'>,
  { done, ...action }: MoveStock<Input, Output>,
) {
  const form = useFormAction({
    ...action,
    done: ({ movements }) => done(movements.length),
    failed: action.failed ?? t('stock.notBooked'),
    close,
    onDone: moved,
  })
  return { ...form, dialog: { ...form.dialog, isWide: true } }
}

const onlyStore = (locations: readonly StockLocation[]): string => {
  const stores = locations.filter(({ kind }) => kind === 'store')
  return stores.length === 1 ? (stores[0]?.id ?? '') : ''
}

/** The locations as options of a field; for a transfer, not the first one again. */
function choiceOf(locations: readonly StockLocation[]) {
  const options = locations.map(({ id, name }) => ({ value: id, label: name }))
  return { options, empty: t('fields.choose'), whenRuleBroken: t('stock.sameLocation') }
}
