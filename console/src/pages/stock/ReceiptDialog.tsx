import { type CreateReceipt, createReceiptSchema } from '@campstore/contract/admin/inventory'
import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
import { client } from '../../app/client.ts'
import { useProblems } from '../../app/problems.ts'
import { SelectField, TextField } from '../../design/Field.tsx'
import {
  BookingDialog,
  type BookingProps,
  choicesOf,
  onHandAt,
  onlyStore,
  unwritten,
  writtenOf,
} from './BookingDialog.tsx'
import { LinesField } from './LinesField.tsx'

/** Books a delivery in. */
export function ReceiptDialog({ variants, locations, close, booked }: BookingProps) {
  const { t } = useTranslation()
  const problemOf = useProblems()
  const { control, handleSubmit, watch } = useForm({
    resolver: zodResolver(createReceiptSchema),
    defaultValues: {
      locationId: onlyStore(locations),
      reference: '',
      lines: variants.map(({ variantId }) => ({ variantId, quantity: unwritten })),
      idempotencyKey: crypto.randomUUID(),
    },
  })
  const locationId = watch('locationId')
  const book = useAction({
    run: (request: CreateReceipt) => client().admin.createReceipt(request),
    done: ({ movements }) => t('stock.received', { count: movements.length }),
    failed: t('stock.notBooked'),
    onDone: () => {
      booked()
      close()
    },
  })
  return (
    <BookingDialog
      title={t('stock.actions.receipt')}
      hint={t('stock.receiptHint')}
      action={t('stock.bookIn')}
      isPending={book.isPending}
      close={close}
      submit={handleSubmit(request => book.mutate(request))}
    >
      <div className="form-columns">
        <Controller
          control={control}
          name="locationId"
          render={({ field: { value, onChange }, fieldState }) => (
            <SelectField
              label={t('stock.location')}
              value={value}
              onChange={onChange}
              options={choicesOf(locations)}
              empty={t('fields.choose')}
              problem={problemOf(fieldState.error)}
            />
          )}
        />
        <Controller
          control={control}
          name="reference"
          render={({ field: { value, onChange }, fieldState }) => (
            <TextField
              label={t('stock.reference')}
              hint={t('stock.referenceHint')}
              value={value}
              onChange={onChange}
              maxLength={100}
              problem={problemOf(fieldState.error)}
            />
          )}
        />
      </div>
      <Controller
        control={control}
        name="lines"
        render={({ field: { value, onChange }, formState: { errors } }) => (
          <LinesField
            lines={value.map(({ variantId, quantity }) => ({ variantId, pieces: writtenOf(quantity) }))}
            onChange={lines =>
              onChange(lines.map(({ variantId, pieces = unwritten }) => ({ variantId, quantity: pieces })))
            }
            variants={variants}
            piecesLabel={t('stock.quantity')}
            aboutOf={variant => locationId && t('stock.nowOnHand', { count: onHandAt(variant, locationId) })}
            problemOf={index => problemOf(errors.lines?.[index]?.quantity)}
            problem={errors.lines?.message && t('stock.noLines')}
          />
        )}
      />
    </BookingDialog>
  )
}
