import { changeBookingPolicySchema } from '@campstore/contract/admin/policies'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '../../app/client.ts'
import { useFormAction } from '../../app/form-action.ts'
import { Button, IconButton } from '../../design/Button.tsx'
import { FormDialog, FormNumberField } from '../../design/Form.tsx'
import { Section } from '../../design/Section.tsx'
import { Facts } from '../../design/Values.tsx'
import { formatShare } from '../../lib/format.ts'
import { GuardedButton } from '../shared/GuardedButton.tsx'

type Tiers = Schemas['BookingPolicy']['cancellationTiers']

/** When guests may cancel a paid stay, and how much they get back. */
export function CancellationRules({ tiers }: { tiers: Tiers }) {
  const { t } = useTranslation()
  const facts = tiers.map(({ daysBefore, refundPercent }) => [
    t('settings.daysBefore', { count: daysBefore }),
    t('settings.comesBack', { share: formatShare(refundPercent / 100) }),
  ])
  return (
    <Section
      title={t('settings.cancellation')}
      hint={t('settings.cancellationHint')}
      actions={
        <GuardedButton permissions={['campgrounds.edit']} icon={Pencil} label={t('settings.changeTiers')}>
          {close => <TiersDialog tiers={tiers} close={close} />}
        </GuardedButton>
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

const formSchema = changeBookingPolicySchema.pick({ cancellationTiers: true }).required()
const mostTiers = 5

/** Replaces all tiers; without any, only staff cancel paid stays. */
function TiersDialog({ tiers, close }: { tiers: Tiers; close(): void }) {
  const { t } = useTranslation()
  const { control, field, dialog } = useFormAction({
    schema: formSchema,
    values: { cancellationTiers: tiers },
    run: (admin, fields) => admin.changeBookingPolicy(fields),
    done: () => t('settings.tiersSaved'),
    failed: t('settings.tiersNotSaved'),
    closeWhenDone: close,
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
    </FormDialog>
  )
}

/** A tier after another one: half of its days and percentage. */
const nextTier = (last = { daysBefore: 28, refundPercent: 200 }): Tiers[number] => ({
  daysBefore: Math.floor(last.daysBefore / 2),
  refundPercent: Math.floor(last.refundPercent / 2),
})
