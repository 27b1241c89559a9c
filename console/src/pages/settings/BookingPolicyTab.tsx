import { changeBookingPolicySchema } from '@campstore/contract/admin/policies'
import { Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { type Schemas, useRead } from '../../app/client.ts'
import { useFormAction } from '../../app/form-action.ts'
import { FormCheckField, FormChecksField, FormDialog, FormNumberField } from '../../design/Form.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { FactsSection } from '../../design/Section.tsx'
import { weekdayName } from '../../lib/format.ts'
import { GuardedButton } from '../shared/GuardedButton.tsx'
import { CancellationRules } from './CancellationRules.tsx'

type BookingPolicy = Schemas['BookingPolicy']

/** When and how long customers can stay. */
export function BookingPolicyTab() {
  const policy = useRead('getBookingPolicy', {})
  return (
    <div className="stack">
      <Loaded query={policy} rows={6}>
        {policy => (
          <>
            <StayRules policy={policy} />
            <CancellationRules tiers={policy.cancellationTiers} />
          </>
        )}
      </Loaded>
    </div>
  )
}

const completedOccupy = ({ occupyingStatuses }: BookingPolicy) => occupyingStatuses.includes('completed')

function StayRules({ policy }: { policy: BookingPolicy }) {
  const { t } = useTranslation()
  const { advanceDays, bookingWindowDays, maxNights, dateBoundaryHour, lowAvailabilityThreshold, timezone } = policy
  return (
    <FactsSection
      title={t('settings.bookingPolicy')}
      hint={t('settings.policyHint')}
      actions={
        <GuardedButton permissions={['campgrounds.edit']} icon={Pencil} label={t('settings.changeBookingPolicy')}>
          {close => <BookingPolicyDialog policy={policy} close={close} />}
        </GuardedButton>
      }
      of={{
        [t('settings.advanceDays')]: t('settings.afterToday', { count: advanceDays }),
        [t('settings.bookingWindowDays')]: t('settings.afterToday', { count: bookingWindowDays }),
        [t('settings.maxNights')]: t('arrivals.nights', { count: maxNights }),
        [t('settings.dateBoundaryHour')]: `${dateBoundaryHour}:00`,
        [t('settings.lowAvailability')]: t('settings.sites', { count: lowAvailabilityThreshold }),
        [t('settings.completed')]: t(`settings.occupies.${completedOccupy(policy)}`),
        [t('settings.holidayWeekdays')]: policy.holidayWeekdays.map(weekdayName).join(', ') || t('settings.noWeekdays'),
        [t('settings.timezone')]: timezone,
      }}
    />
  )
}

const formSchema = changeBookingPolicySchema
  .omit({ timezone: true, occupyingStatuses: true, cancellationTiers: true })
  .required()
  .extend({ keepsCompleted: z.boolean() })
  .superRefine(({ advanceDays, bookingWindowDays }, ctx) => {
    if (advanceDays > bookingWindowDays)
      ctx.addIssue({ code: 'custom', path: ['advanceDays'], message: `must be at most ${bookingWindowDays}` })
  })

/** Changes the rules of bookings; only changed ones are sent. */
function BookingPolicyDialog({ policy, close }: { policy: BookingPolicy; close(): void }) {
  const { t } = useTranslation()
  const { timezone: _, occupyingStatuses: __, cancellationTiers: ___, ...fields } = policy
  const { field, dialog } = useFormAction({
    schema: formSchema,
    values: { ...fields, keepsCompleted: completedOccupy(policy) },
    isChange: true,
    run: (admin, _fields, { keepsCompleted, ...changed }) =>
      admin.changeBookingPolicy({
        ...changed,
        ...(keepsCompleted !== undefined && {
          occupyingStatuses: ['pending', 'confirmed', ...(keepsCompleted ? (['completed'] as const) : [])],
        }),
      }),
    done: () => t('settings.policySaved'),
    failed: t('settings.policyNotSaved'),
    closeWhenDone: close,
  })
  const number = (name: Exclude<keyof typeof fields, 'holidayWeekdays'>, label: string, hint: string) => (
    <FormNumberField {...field(name, label, hint)} />
  )
  return (
    <FormDialog title={t('settings.changeBookingPolicy')} action={t('actions.save')} {...dialog} isWide>
      <div className="form-columns">
        {number('advanceDays', t('settings.advanceDays'), t('settings.daysAfterToday'))}
        {number('bookingWindowDays', t('settings.bookingWindowDays'), t('settings.daysAfterToday'))}
        {number('maxNights', t('settings.maxNights'), t('settings.inNights'))}
        {number('dateBoundaryHour', t('settings.dateBoundaryHour'), t('settings.dateBoundaryHint'))}
        {number('lowAvailabilityThreshold', t('settings.lowAvailability'), t('settings.lowAvailabilityHint'))}
      </div>
      <FormChecksField
        {...field('holidayWeekdays', t('settings.holidayWeekdays'))}
        options={[1, 2, 3, 4, 5, 6, 0].map(value => ({ value, label: weekdayName(value) }))}
        isRow
      />
      <FormCheckField {...field('keepsCompleted', t('settings.completedOccupy'))} />
    </FormDialog>
  )
}
