import { Controller, type FieldPathByValue, type UseFormSetValue, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useProblems } from '../../app/problems.ts'
import { useCampgroundName, useCampgroundOptions } from '../../app/shared-queries.ts'
import { DateField, SelectField, TextField } from '../../design/Field.tsx'
import { weekdayName } from './ClosureNights.tsx'
import type { ClosureControl, ClosureForm } from './closure-form.ts'
import './closures.css'

type ClosureFieldsProps = {
  control: ClosureControl
  setValue: UseFormSetValue<ClosureForm>
  /** Neither type nor campground of a closure that exists can be changed. */
  isNew: boolean
}

type DateName = FieldPathByValue<ClosureForm, string | null | undefined>
const weekdays = ['1', '2', '3', '4', '5', '6', '0'] as const

/** Which nights, and why. Fields of the other type are null. */
export function ClosureFields({ control, setValue, isNew }: ClosureFieldsProps) {
  const { t } = useTranslation()
  const problemOf = useProblems()
  const nameOf = useCampgroundName()
  const campgrounds = useCampgroundOptions()
  const [type, campgroundId, startDate, effectiveFrom] = useWatch({
    control,
    name: ['closureType', 'campgroundId', 'startDate', 'effectiveFrom'],
  })
  const date = (name: DateName, label: string, min?: string | null, hint?: string) => (
    <Controller
      key={name}
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <DateField
          label={label}
          value={field.value ?? ''}
          min={min ?? undefined}
          onChange={value => field.onChange(value || null)}
          {...(hint && { hint })}
          problem={problemOf(fieldState.error)}
        />
      )}
    />
  )
  const chooseType = (value: ClosureForm['closureType']) => {
    setValue('closureType', value)
    for (const name of ['startDate', 'endDate', 'weekday', 'effectiveFrom', 'effectiveTo'] as const)
      setValue(name, null)
  }
  return (
    <>
      <div className="closure-fields">
        <Controller
          control={control}
          name="campgroundId"
          render={({ field, fieldState }) => (
            <SelectField
              label={t('fields.campground')}
              value={field.value}
              onChange={field.onChange}
              options={isNew ? campgrounds : [{ value: campgroundId, label: nameOf(campgroundId) }]}
              {...(isNew && { empty: t('fields.choose') })}
              isDisabled={!isNew}
              problem={problemOf(fieldState.error)}
            />
          )}
        />
        <SelectField
          label={t('closures.type')}
          value={type}
          onChange={value => value && chooseType(value)}
          options={(['date_range', 'weekly'] as const).map(value => ({ value, label: t(`closures.types.${value}`) }))}
          isDisabled={!isNew}
        />
      </div>
      <div className="closure-fields">
        {type === 'date_range' ? (
          <>
            {date('startDate', t('closures.startDate'))}
            {date('endDate', t('closures.endDate'), startDate)}
          </>
        ) : (
          <>
            <Controller
              control={control}
              name="weekday"
              render={({ field, fieldState }) => (
                <SelectField
                  label={t('closures.weekday')}
                  value={field.value === null || field.value === undefined ? '' : `${field.value}`}
                  onChange={value => field.onChange(value === '' ? null : Number(value))}
                  options={weekdays.map(value => ({ value, label: weekdayName(Number(value)) }))}
                  empty={t('fields.choose')}
                  problem={problemOf(fieldState.error)}
                />
              )}
            />
            {date('effectiveFrom', t('closures.effectiveFrom'), undefined, t('closures.openBeginning'))}
            {date('effectiveTo', t('closures.effectiveTo'), effectiveFrom, t('closures.openEnd'))}
          </>
        )}
      </div>
      <Controller
        control={control}
        name="reason"
        render={({ field: { value, onChange }, fieldState }) => (
          <TextField
            label={t('closures.reason')}
            hint={t('closures.reasonHint')}
            value={value}
            onChange={onChange}
            maxLength={200}
            problem={problemOf(fieldState.error)}
          />
        )}
      />
    </>
  )
}
