import { type CreateClosure, createClosureSchema } from '@campstore/contract/admin/closures'
import { t } from 'i18next'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { useFormAction } from '../../app/form-action.ts'
import { useCampgroundName, useCampgroundOptions, useSession } from '../../app/session.ts'
import { SelectField } from '../../design/Field.tsx'
import { type Bound, FormDateField, FormDialog, FormSelectField, FormTextField, useField } from '../../design/Form.tsx'
import { weekdayName } from '../../lib/format.ts'
import { AffectedPreview } from './AffectedTable.tsx'
import type { Closure, ClosureDates } from './closure.ts'

type ClosureDialogProps = {
  closure?: Closure
  /** The first values of a new one. */
  initial?: ClosureDates
  close(): void
  saved?(closure: Closure): void
}

/** Closes nights of a campground, or changes a closure. It shows the affected bookings before it saves. */
export function ClosureDialog({ closure, initial = {}, close, saved }: ClosureDialogProps) {
  const { can } = useSession()
  const { dialog, ...form } = useFormAction({
    schema: createClosureSchema,
    values: formOf(closure ?? initial),
    isChange: closure !== undefined,
    run: (admin, fields, changed) =>
      closure ? admin.changeClosure({ ...changed, id: String(closure.id) }) : admin.createClosure(fields),
    done: () => t(closure ? 'closures.changed' : 'closures.created'),
    failed: t('closures.notSaved'),
    close,
    onDone: saved,
  })
  return (
    <FormDialog
      title={t(closure ? 'closures.change' : 'closures.create')}
      isWide
      action={closure ? undefined : t('closures.createAction')}
      {...dialog}
    >
      <div className="form-columns">
        <WhereFields form={form} isNew={closure === undefined} />
      </div>
      <div className="form-columns">
        <NightFields form={form} />
      </div>
      <FormTextField {...form.field('reason', t('fields.reason'), t('closures.reasonHint'))} maxLength={200} />
      {can('bookings.view') && <AffectedPreview dates={form.watch()} />}
    </FormDialog>
  )
}

type FieldsProps = { form: Omit<ReturnType<typeof useFormAction<ClosureForm, CreateClosure, Closure>>, 'dialog'> }

/** The campground and the type, which of an existing closure cannot be changed. Fields of the other type are null. */
function WhereFields({ form: { field, watch, setValue }, isNew }: FieldsProps & { isNew: boolean }) {
  const nameOf = useCampgroundName()
  const campgrounds = useCampgroundOptions()
  const id = watch('campgroundId')
  const chooseType = (value: ClosureForm['closureType']) => {
    setValue('closureType', value, { shouldDirty: true })
    for (const name of ['startDate', 'endDate', 'weekday', 'effectiveFrom', 'effectiveTo'] as const)
      setValue(name, null)
  }
  return (
    <>
      <FormSelectField
        {...field('campgroundId', t('fields.campground'))}
        options={isNew ? campgrounds : [{ value: id, label: nameOf(id) }]}
        empty={isNew ? t('fields.choose') : undefined}
        isDisabled={!isNew}
      />
      <SelectField
        label={t('fields.type')}
        value={watch('closureType')}
        onChange={value => value && chooseType(value)}
        options={(['date_range', 'weekly'] as const).map(value => ({ value, label: t(`closures.types.${value}`) }))}
        isDisabled={!isNew}
      />
    </>
  )
}

/** The first and the last night; or the weekday, and the first and last day of the rule, which may both be open. */
function NightFields({ form: { field, watch } }: FieldsProps) {
  const { closureType, startDate, effectiveFrom } = watch()
  if (closureType === 'date_range')
    return (
      <>
        <FormDateField {...field('startDate', t('closures.startDate'))} />
        <FormDateField {...field('endDate', t('closures.endDate'))} min={startDate ?? undefined} />
      </>
    )
  return (
    <>
      <WeekdayField {...field('weekday', t('closures.weekday'))} />
      <FormDateField {...field('effectiveFrom', t('closures.effectiveFrom'), t('closures.openBeginning'))} />
      <FormDateField
        {...field('effectiveTo', t('closures.effectiveTo'), t('closures.openEnd'))}
        min={effectiveFrom ?? undefined}
      />
    </>
  )
}

const weekdays = ['1', '2', '3', '4', '5', '6', '0'] as const

function WeekdayField<Fields extends FieldValues, Result>(bound: Bound<Fields, Result>) {
  const { field, problem } = useField(bound, value => value && weekdayName(Number(value)))
  return (
    <SelectField
      label={bound.label}
      value={`${field.value ?? ''}`}
      onChange={value => field.onChange(value === '' ? null : Number(value))}
      options={weekdays.map(value => ({ value, label: weekdayName(Number(value)) }))}
      empty={t('fields.choose')}
      problem={problem}
    />
  )
}

type ClosureForm = z.input<typeof createClosureSchema>

/** The fields of a closure with their first values: a strict schema allows no others. */
const formOf = (from: ClosureDates & { reason?: string }): ClosureForm => ({
  campgroundId: from.campgroundId ?? '',
  closureType: from.closureType ?? 'date_range',
  startDate: from.startDate ?? null,
  endDate: from.endDate ?? null,
  weekday: from.weekday ?? null,
  effectiveFrom: from.effectiveFrom ?? null,
  effectiveTo: from.effectiveTo ?? null,
  reason: from.reason ?? '',
})
