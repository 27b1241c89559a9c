import { type CreateTransfer, createTransferSchema } from '@campstore/contract/admin/inventory'
import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
import { client } from '../../app/client.ts'
import { useProblems } from '../../app/problems.ts'
import { SelectField, TextField } from '../../design/Field.tsx'
import { BookingDialog, type BookingProps, choicesOf, onHandAt, unwritten, writtenOf } from './BookingDialog.tsx'
import { LinesField } from './LinesField.tsx'

/** Moves stock from one location to another. */
export function TransferDialog({ variants, locations, close, booked }: BookingProps) {
  const { t } = useTranslation()
  const problemOf = useProblems()
  const { control, handleSubmit, watch } = useForm({
    resolver: zodResolver(createTransferSchema),
    defaultValues: {
      fromLocationId: '',
      toLocationId: '',
      reason: '',
      lines: variants.map(({ variantId }) => ({ variantId, quantity: unwritten })),
      idempotencyKey: crypto.randomUUID(),
    },
  })
  const locationId = watch('fromLocationId')
  const book = useAction({
    run: (request: CreateTransfer) => client().admin.createTransfer(request),
    done: ({ movements }) => t('stock.transferred', { count: movements.length / 2 }),
    failed: t('stock.notBooked'),
    onDone: () => {
      booked()
      close()
    },
  })
  return (
    <BookingDialog
      title={t('stock.actions.transfer')}
      hint={t('stock.transferHint')}
      action={t('stock.bookTransfer')}
      isPending={book.isPending}
      close={close}
      submit={handleSubmit(request => book.mutate(request))}
    >
      <div className="form-columns">
        <Controller
          control={control}
          name="fromLocationId"
          render={({ field: { value, onChange }, fieldState }) => (
            <SelectField
              label={t('stock.fromLocation')}
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
          name="toLocationId"
          render={({ field: { value, onChange }, fieldState }) => (
            <SelectField
              label={t('stock.toLocation')}
              value={value}
              onChange={onChange}
              options={choicesOf(locations)}
              empty={t('fields.choose')}
              problem={fieldState.error?.type === 'custom' ? t('stock.sameLocation') : problemOf(fieldState.error)}
            />
          )}
        />
        <Controller
          control={control}
          name="reason"
          render={({ field: { value, onChange }, fieldState }) => (
            <TextField
              label={t('stock.reason')}
              hint={t('stock.reasonHint')}
              value={value}
              onChange={onChange}
              maxLength={500}
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
