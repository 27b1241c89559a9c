import { t } from 'i18next'
import { TextField } from '../../design/Field.tsx'

/** The amount of a refund, for administrators who may not choose another one. */
export function FixedAmount({ amount }: { amount: string }) {
  return <TextField label={t('refund.amount')} hint={t('refund.fixed')} value={amount} isReadOnly />
}
