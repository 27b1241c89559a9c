import { changeBookingPolicySchema, changeShippingPolicySchema } from '@campstore/contract/admin/policies'
import { cancellationTiersInput } from '@campstore/contract/booking/cancellation'
import { t } from 'i18next'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { z } from 'zod'
import { type Schemas, useRead } from '../../app/client.ts'
import { useFormAction } from '../../app/form-action.ts'
import { Button, IconButton } from '../../design/Button.tsx'
import { FormCheckField, FormChecksField, FormDialog, FormNumberField, FormTextField } from '../../design/Form.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { FactsSection, Section } from '../../design/Section.tsx'
import { Facts, Money } from '../../design/Values.tsx'
import { formatShare, weekdayName } from '../../lib/format.ts'
import { DialogButton } from '../shared/DialogButtons.tsx'

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
  const { advanceDays, bookingWindowDays, maxNights, dateBoundaryHour, lowAvailabilityThreshold, timezone } = policy
  return (
    <FactsSection
      title={t('settings.bookingPolicy')}
      hint={t('settings.policyHint')}
      actions={
        <DialogButton permissions={['campgrounds.edit']} icon={Pencil} label={t('settings.changeBookingPolicy')}>
          {close => <BookingPolicyDialog policy={policy} close={close} />}
        </DialogButton>
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

const policySchema = changeBookingPolicySchema
  .omit({ timezone: true, occupyingStatuses: true, cancellationTiers: true })
  .required()
  .extend({ keepsCompleted: z.boolean() })
  .superRefine(({ advanceDays, bookingWindowDays }, ctx) => {
    if (advanceDays > bookingWindowDays)
      ctx.addIssue({ code: 'custom', path: ['advanceDays'], message: `must be at most ${bookingWindowDays}` })
  })

function BookingPolicyDialog({ policy, close }: { policy: BookingPolicy; close(): void }) {
  const { timezone: _, occupyingStatuses: __, cancellationTiers: ___, ...fields } = policy
  const { field, dialog } = useFormAction({
    schema: policySchema,
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
    close,
  })
  const number = (name: Exclude<keyof typeof fields, 'holidayWeekdays'>, label: string, hint: string) => (
    <FormNumberField {...field(name, label, hint)} />
  )
  return (
    <FormDialog title={t('settings.changeBookingPolicy')} {...dialog} isWide>
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

type Tiers = Schemas['BookingPolicy']['cancellationTiers']

/** When guests may cancel a paid stay, and how much they get back. */
function CancellationRules({ tiers }: { tiers: Tiers }) {
  const facts = tiers.map(({ daysBefore, refundPercent }) => [
    t('settings.daysBefore', { count: daysBefore }),
    t('settings.comesBack', { share: formatShare(refundPercent / 100) }),
  ])
  return (
    <Section
      title={t('settings.cancellation')}
      hint={t('settings.cancellationHint')}
      actions={
        <DialogButton permissions={['campgrounds.edit']} icon={Pencil} label={t('settings.changeTiers')}>
          {close => <TiersDialog tiers={tiers} close={close} />}
        </DialogButton>
      }
    >
      {tiers.length === 0 ? (
        <p className="muted">{t('settings.noTiers')}</p>
      ) : (
        <Facts of={{ ...Object.fromEntries(facts), [t('settings.afterTiers')]: t('settings.onlyStaff') }} />
      )}
    </Section>
  )
}

const tiersSchema = z.object({ cancellationTiers: cancellationTiersInput })
const mostTiers = 5

/** Replaces all tiers; without any, only staff cancel paid stays. */
function TiersDialog({ tiers, close }: { tiers: Tiers; close(): void }) {
  const { control, errors, field, dialog } = useFormAction({
    schema: tiersSchema,
    values: { cancellationTiers: tiers },
    isChange: true,
    run: (admin, fields) => admin.changeBookingPolicy(fields),
    done: () => t('settings.tiersSaved'),
    failed: t('settings.tiersNotSaved'),
    close,
  })
  const { fields, append, remove } = useFieldArray({ control, name: 'cancellationTiers' })
  return (
    <FormDialog title={t('settings.changeTiers')} action={t('actions.save')} {...dialog}>
      <p>{t('settings.tiersHint')}</p>
      {fields.map(({ id }, index) => (
        <div key={id} className="tier-row">
          <FormNumberField {...field(`cancellationTiers.${index}.daysBefore`, t('settings.tierDays'))} />
          <FormNumberField {...field(`cancellationTiers.${index}.refundPercent`, t('settings.tierPercent'))} />
          <IconButton icon={Trash2} label={t('settings.removeTier')} onPress={() => remove(index)} />
        </div>
      ))}
      {fields.length < mostTiers && (
        <div>
          <Button icon={Plus} onPress={() => append(nextTier(fields.at(-1)))}>
            {t('settings.addTier')}
          </Button>
        </div>
      )}
      {errors.cancellationTiers?.type === 'overtaken' && <p className="field-problem">{t('problems.overtaken')}</p>}
    </FormDialog>
  )
}

/** A tier after another one: half of its days and percentage. */
const nextTier = (last = { daysBefore: 28, refundPercent: 200 }): Tiers[number] => ({
  daysBefore: Math.floor(last.daysBefore / 2),
  refundPercent: Math.floor(last.refundPercent / 2),
})

type ShippingPolicy = { flatFee: string; freeShippingThreshold: string }

/** What shipping costs. */
export function ShippingPolicyTab() {
  const policy = useRead('getShippingPolicy', {})
  return (
    <Loaded query={policy} rows={3}>
      {policy => (
        <FactsSection
          title={t('settings.shippingPolicy')}
          hint={t('settings.shippingHint')}
          actions={
            <DialogButton permissions={['campgrounds.edit']} icon={Pencil} label={t('settings.changeShippingPolicy')}>
              {close => <ShippingPolicyDialog policy={policy} close={close} />}
            </DialogButton>
          }
          of={{
            [t('settings.flatFee')]: <Money amount={policy.flatFee} />,
            [t('settings.freeFrom')]: <Money amount={policy.freeShippingThreshold} />,
          }}
        />
      )}
    </Loaded>
  )
}

const formSchema = changeShippingPolicySchema.required()

function ShippingPolicyDialog({ policy, close }: { policy: ShippingPolicy; close(): void }) {
  const { field, dialog } = useFormAction({
    schema: formSchema,
    values: policy,
    isChange: true,
    run: (admin, _fields, changed) => admin.changeShippingPolicy(changed),
    done: () => t('settings.shippingSaved'),
    failed: t('settings.shippingNotSaved'),
    close,
  })
  return (
    <FormDialog title={t('settings.changeShippingPolicy')} {...dialog}>
      <FormTextField {...field('flatFee', t('settings.flatFee'))} inputMode="decimal" />
      <FormTextField
        {...field('freeShippingThreshold', t('settings.freeFrom'), t('settings.freeFromHint'))}
        inputMode="decimal"
      />
    </FormDialog>
  )
}
