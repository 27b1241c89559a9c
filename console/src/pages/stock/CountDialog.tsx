import { type CreateCount, createCountSchema } from '@campstore/contract/admin/inventory'
import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
import { client } from '../../app/client.ts'
import { formatDelta } from '../../app/format.ts'
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

/** Books the differences that a count has found: the difference to what is on hand when it is booked. */
export function CountDialog({ variants, locations, close, booked }: BookingProps) {
  const { t } = useTranslation()
  const problemOf = useProblems()
  const { control, handleSubmit, watch } = useForm({
    resolver: zodResolver(createCountSchema),
    defaultValues: {
      locationId: onlyStore(locations),
      reason: '',
      lines: variants.map(({ variantId }) => ({ variantId, counted: unwritten })),
      idempotencyKey: crypto.randomUUID(),
    },
  })
  const locationId = watch('locationId')
  const book = useAction({
    run: (request: CreateCount) => client().admin.createCount(request),
    done: ({ movements }) => t('stock.countBooked', { count: movements.length }),
    failed: t('stock.notBooked'),
    onDone: () => {
      booked()
      close()
    },
  })
  return (
    <BookingDialog
      title={t('stock.actions.count')}
      hint={t('stock.countHint')}
      action={t('stock.bookCount')}
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
            lines={value.map(({ variantId, counted }) => ({ variantId, pieces: writtenOf(counted) }))}
            onChange={lines =>
              onChange(lines.map(({ variantId, pieces = unwritten }) => ({ variantId, counted: pieces })))
            }
            variants={variants}
            piecesLabel={t('stock.countedPieces')}
            aboutOf={(variant, pieces) =>
              locationId && <Difference onHand={onHandAt(variant, locationId)} counted={pieces} />
            }
            problemOf={index => problemOf(errors.lines?.[index]?.counted)}
            problem={errors.lines?.message && t('stock.noLines')}
          />
        )}
      />
    </BookingDialog>
  )
}

/** What was counted against what is on hand now. */
function Difference({ onHand, counted }: { onHand: number; counted: number | undefined }) {
  const { t } = useTranslation()
  const difference = counted === undefined ? 0 : counted - onHand
  return (
    <>
      {t('stock.nowOnHand', { count: onHand })}
      {difference !== 0 && (
        <>
          {' '}
          <span className={difference > 0 ? 'amount-in' : 'amount-out'}>{formatDelta(difference)}</span>
        </>
      )}
    </>
  )
}
