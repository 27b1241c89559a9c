import { changeShippingPolicySchema } from '@campstore/contract/admin/policies'
import { Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../app/client.ts'
import { useFormAction } from '../../app/form-action.ts'
import { FormDialog, FormTextField } from '../../design/Form.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { FactsSection } from '../../design/Section.tsx'
import { Money } from '../../design/Values.tsx'
import { GuardedButton } from '../shared/GuardedButton.tsx'

type ShippingPolicy = { flatFee: string; freeShippingThreshold: string }

/** What shipping costs. */
export function ShippingPolicyTab() {
  const { t } = useTranslation()
  const policy = useRead('getShippingPolicy', {})
  return (
    <Loaded query={policy} rows={3}>
      {policy => (
        <FactsSection
          title={t('settings.shippingPolicy')}
          hint={t('settings.shippingHint')}
          actions={
            <GuardedButton permissions={['campgrounds.edit']} icon={Pencil} label={t('settings.changeShippingPolicy')}>
              {close => <ShippingPolicyDialog policy={policy} close={close} />}
            </GuardedButton>
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
  const { t } = useTranslation()
  const { field, dialog } = useFormAction({
    schema: formSchema,
    values: policy,
    isChange: true,
    run: (admin, _fields, changed) => admin.changeShippingPolicy(changed),
    done: () => t('settings.shippingSaved'),
    failed: t('settings.shippingNotSaved'),
    closeWhenDone: close,
  })
  return (
    <FormDialog title={t('settings.changeShippingPolicy')} action={t('actions.save')} {...dialog}>
      <FormTextField {...field('flatFee', t('settings.flatFee'))} inputMode="decimal" />
      <FormTextField
        {...field('freeShippingThreshold', t('settings.freeFrom'), t('settings.freeFromHint'))}
        inputMode="decimal"
      />
    </FormDialog>
  )
}
