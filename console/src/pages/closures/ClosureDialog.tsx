import { type CreateClosure, createClosureSchema } from '@campstore/contract/admin/closures'
import { type Control, type UseFormSetValue, useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useFormAction } from '../../app/form-action.ts'
import { useSession } from '../../app/session.ts'
import { useCampgroundName, useCampgroundOptions } from '../../app/shared-queries.ts'
import { SelectField } from '../../design/Field.tsx'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormDateField, FormSelectField, FormTextField } from '../../design/FormFields.tsx'
import { useProblems } from '../../lib/problems.ts'
import { AffectedPreview } from './AffectedTable.tsx'
import { weekdayName } from './ClosureNights.tsx'
import type { Closure, ClosureDates } from './closure.ts'

type ClosureDialogProps = {
  /** The closure that is changed; a new one without it. */
  closure?: Closure
  /** The first values of a new one. */
  initial?: ClosureDates
  close(): void
  /** Called with the saved closure. */
  saved?(closure: Closure): void
}

/** Closes nights of a campground, or changes a closure. It shows the affected bookings before it saves. */
export function ClosureDialog({ closure, initial = {}, close, saved }: ClosureDialogProps) {
  const { t } = useTranslation()
  const { can } = useSession()
  const { control, setValue, dialog } = useFormAction({
    schema: createClosureSchema,
    values: formOf(closure ?? initial),
    run: (admin, fields) =>
      closure ? admin.changeClosure({ ...fields, id: String(closure.id) }) : admin.createClosure(fields),
    done: () => t(closure ? 'closures.changed' : 'closures.created'),
    failed: t('closures.notSaved'),
    onDone: result => {
      close()
      saved?.(result)
    },
  })
  const dates = useWatch({ control })
  return (
    <FormDialog
      title={t(closure ? 'closures.change' : 'closures.create')}
      close={close}
      isWide
      action={t(closure ? 'actions.save' : 'closures.createAction')}
      {...dialog}
    >
      <ClosureFields control={control} setValue={setValue} isNew={closure === undefined} />
      {can('bookings.view') && <AffectedPreview dates={dates as ClosureDates} />}
    </FormDialog>
  )
}

type ClosureFieldsProps = {
  control: ClosureControl
  setValue: UseFormSetValue<ClosureForm>
  /** The type and the campground of an existing closure cannot be changed. */
  isNew: boolean
}

/** Which nights, and why. Fields of the other type are null. */
function ClosureFields({ control, setValue, isNew }: ClosureFieldsProps) {
  const { t } = useTranslation()
  const type = useWatch({ control, name: 'closureType' })
  const chooseType = (value: ClosureForm['closureType']) => {
    setValue('closureType', value)
    for (const name of ['startDate', 'endDate', 'weekday', 'effectiveFrom', 'effectiveTo'] as const)
      setValue(name, null)
  }
  return (
    <>
      <div className="form-columns">
        <ClosedCampground control={control} isNew={isNew} />
        <SelectField
          label={t('fields.type')}
          value={type}
          onChange={value => value && chooseType(value)}
          options={(['date_range', 'weekly'] as const).map(value => ({ value, label: t(`closures.types.${value}`) }))}
          isDisabled={!isNew}
        />
      </div>
      <div className="form-columns">
        {type === 'date_range' ? <RangeFields control={control} /> : <WeeklyFields control={control} />}
      </div>
      <FormTextField
        control={control}
        name="reason"
        label={t('fields.reason')}
        hint={t('closures.reasonHint')}
        maxLength={200}
      />
    </>
  )
}

function ClosedCampground({ control, isNew }: Pick<ClosureFieldsProps, 'control' | 'isNew'>) {
  const { t } = useTranslation()
  const nameOf = useCampgroundName()
  const campgrounds = useCampgroundOptions()
  const id = useWatch({ control, name: 'campgroundId' })
  return (
    <FormSelectField
      control={control}
      name="campgroundId"
      label={t('fields.campground')}
      options={isNew ? campgrounds : [{ value: id, label: nameOf(id) }]}
      empty={isNew ? t('fields.choose') : undefined}
      isDisabled={!isNew}
    />
  )
}

type NightsProps = Pick<ClosureFieldsProps, 'control'>

/** The first and the last night. */
function RangeFields({ control }: NightsProps) {
  const { t } = useTranslation()
  const first = useWatch({ control, name: 'startDate' }) ?? undefined
  return (
    <>
      <FormDateField control={control} name="startDate" label={t('closures.startDate')} />
      <FormDateField control={control} name="endDate" label={t('closures.endDate')} min={first} />
    </>
  )
}

/** The weekday, and the first and last day of the rule; both may be open. */
function WeeklyFields({ control }: NightsProps) {
  const { t } = useTranslation()
  const from = useWatch({ control, name: 'effectiveFrom' }) ?? undefined
  return (
    <>
      <WeekdayField control={control} />
      <FormDateField
        control={control}
        name="effectiveFrom"
        label={t('closures.effectiveFrom')}
        hint={t('closures.openBeginning')}
      />
      <FormDateField
        control={control}
        name="effectiveTo"
        label={t('closures.effectiveTo')}
        min={from}
        hint={t('closures.openEnd')}
      />
    </>
  )
}

const weekdays = ['1', '2', '3', '4', '5', '6', '0'] as const

function WeekdayField({ control }: NightsProps) {
  const { t } = useTranslation()
  const problemOf = useProblems()
  const { field, fieldState } = useController({ control, name: 'weekday' })
  return (
    <SelectField
      label={t('closures.weekday')}
      value={`${field.value ?? ''}`}
      onChange={value => field.onChange(value === '' ? null : Number(value))}
      options={weekdays.map(value => ({ value, label: weekdayName(Number(value)) }))}
      empty={t('fields.choose')}
      problem={problemOf(fieldState.error)}
    />
  )
}

type ClosureForm = z.input<typeof createClosureSchema>
type ClosureControl = Control<ClosureForm, unknown, CreateClosure>

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
