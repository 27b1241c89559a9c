import { decidePaymentSchema } from '@campstore/contract/admin/payments'
import { Scale } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { type ItemOf, useRead } from '../../app/client.ts'
import { useFormAction } from '../../app/form-action.ts'
import { FormDialog, FormTextField, useField } from '../../design/Form.tsx'
import { RadioField } from '../../design/RadioField.tsx'
import { Facts, Id, Money } from '../../design/Values.tsx'
import { GuardedButton } from './GuardedButton.tsx'
import { TargetLink } from './RecordLink.tsx'

export type Payment = ItemOf<'listAdminPayments'>

/** Opens the decision about a payment with a used trade number, for administrators who may edit payments. */
export function DecideButton({ payment }: { payment: Payment }) {
  const { t } = useTranslation()
  return (
    <GuardedButton permissions={['payments.edit']} icon={Scale} isSmall label={t('payments.decide')}>
      {close => <DecisionDialog payment={payment} close={close} />}
    </GuardedButton>
  )
}

const choices = decidePaymentSchema.shape.decision.options
// Another name than the request has: a conflict about the decision closes the form, and the page shows the first one.
const formSchema = decidePaymentSchema.pick({ note: true }).extend({ choice: z.enum(choices, 'is missing') })

/** Staff decide once what a payment is whose trade number was used (docs/contract/admin.md#used-trade-numbers). */
function DecisionDialog({ payment, close }: { payment: Payment; close(): void }) {
  const { t } = useTranslation()
  const { eventId, target, providerTradeNo } = payment
  const { control, field, dialog } = useFormAction({
    schema: formSchema,
    values: { note: '' },
    run: (admin, { choice: decision, note }) =>
      admin.decidePayment({ eventId, targetKind: target.kind, decision, note }),
    done: () => t('payments.decided'),
    failed: t('payments.notDecided'),
    close,
  })
  const choice = useField({ control, name: 'choice' })
  const { data: sameNumber } = useRead('listAdminPayments', { q: providerTradeNo })
  const others = sameNumber?.data.filter(one => one.providerTradeNo === providerTradeNo && one.target.id !== target.id)
  return (
    <FormDialog {...dialog} title={t('payments.decideTitle')} action={t('payments.decide')}>
      <p className="muted">{t('payments.decideHint')}</p>
      <Facts
        of={{
          [t('fields.amount')]: <Money {...payment} />,
          [t('money.of')]: <TargetLink {...target} />,
          [t('payments.tradeNo')]: <Id>{providerTradeNo}</Id>,
          [t('payments.usedFor')]: others?.map(({ eventId, target }) => <TargetLink key={eventId} {...target} />),
        }}
      />
      <RadioField
        label={t('fields.payment')}
        value={choice.field.value}
        onChange={choice.field.onChange}
        options={choices.map(value => ({
          value,
          label: t(`payments.decisions.${value}`),
          hint: t(`payments.decisionHints.${value}`),
        }))}
        problem={choice.problem}
      />
      <FormTextField {...field('note', t('notes.text'))} rows={2} maxLength={200} />
    </FormDialog>
  )
}
