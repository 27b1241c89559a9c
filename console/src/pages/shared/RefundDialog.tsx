import { openRefundBodySchema } from '@campstore/contract/admin/fields'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '../../app/client.ts'
import { useFormAction } from '../../app/form-action.ts'
import { FormDialog, FormTextField } from '../../design/Form.tsx'
import { formatMoney } from '../../lib/format.ts'

type RefundDialogProps = { target: Schemas['AdminPayment']['target']; left: string; close(): void }

/**
 * Opens a refund of a part of the payment for a booking or an order, which stays as it is.
 *
 * @param left the amount that may still be given back
 */
export function RefundDialog({ target: { kind, id }, left, close }: RefundDialogProps) {
  const { t } = useTranslation()
  const { field, dialog } = useFormAction({
    schema: openRefundBodySchema.refine(({ amount }) => Number(amount) <= Number(left), {
      path: ['amount'],
      message: `must be at most ${left}`,
    }),
    values: { amount: '', reason: '' },
    run: async (admin, body) =>
      void (await admin[kind === 'booking' ? 'refundBooking' : 'refundOrder']({ id, ...body })),
    done: () => t('refund.given'),
    failed: t('refund.notGiven'),
    close,
  })
  return (
    <FormDialog {...dialog} title={t('refund.give')} action={t('refund.give')}>
      <p className="muted">{t('refund.giveHint')}</p>
      <FormTextField
        {...field('amount', t('refund.amount'), t('refund.most', { amount: formatMoney(left) }))}
        inputMode="decimal"
        autoFocus
      />
      <FormTextField {...field('reason', t('fields.reason'))} rows={3} />
    </FormDialog>
  )
}
