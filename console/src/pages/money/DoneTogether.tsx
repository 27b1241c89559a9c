import { refundDoneSchema } from '@campstore/contract/admin/refunds'
import { t } from 'i18next'
import { CheckCheck } from 'lucide-react'
import { useFormAction } from '../../app/form-action.ts'
import { FormDialog, FormTextField } from '../../design/Form.tsx'
import { Message } from '../../design/Message.tsx'
import { Facts, Money } from '../../design/Values.tsx'
import { sumOf } from '../../lib/amounts.ts'
import { DialogButton } from '../shared/DialogButtons.tsx'
import { TargetLink } from '../shared/links.tsx'
import { PaymentText } from '../shared/PaymentsSection.tsx'
import { Reason, type Refund } from './RefundFormDialog.tsx'

type DoneTogetherProps = { refunds: readonly Refund[]; onDone(): void }

/** Whether cash that a courier collected is given back. */
export const isCash = ({ payment }: Refund): boolean => payment.eventId === ''

/** Records that one transaction of the provider made the selected refunds. */
export function DoneTogether({ refunds, onDone }: DoneTogetherProps) {
  const [first] = refunds
  return (
    <div className="row no-print">
      <DialogButton
        label={t('money.markTogether', { count: refunds.length })}
        icon={CheckCheck}
        isSmall
        variant={refunds.length > 1 ? 'primary' : 'secondary'}
        isDisabled={refunds.length < 2}
      >
        {close => first && <TogetherDialog refunds={[first, ...refunds.slice(1)]} close={close} onDone={onDone} />}
      </DialogButton>
    </div>
  )
}

type TogetherDialogProps = { refunds: readonly [Refund, ...Refund[]]; close(): void; onDone(): void }

function TogetherDialog({ refunds, close, onDone }: TogetherDialogProps) {
  const [{ currency, customer, target, payment }] = refunds
  const isOfOne = new Set(refunds.map(paymentOf)).size === 1
  const { field, dialog } = useFormAction({
    schema: refundDoneSchema,
    values: { reference: '', note: '' },
    run: (admin, said) => admin.refundsDone({ ids: refunds.map(({ id }) => id), ...said }),
    done: () => t('money.recordedTogether', { count: refunds.length }),
    failed: t('money.notRecorded'),
    close,
    onDone,
  })
  return (
    <FormDialog
      {...dialog}
      title={t('money.markTogether', { count: refunds.length })}
      action={t('money.markDone')}
      isDisabled={!isOfOne}
    >
      {isOfOne ? (
        <p className="muted">{t('money.markTogetherHint')}</p>
      ) : (
        <Message tone="danger">{t('money.severalPayments')}</Message>
      )}
      <ul className="stack">
        {refunds.map(refund => (
          <li key={refund.id} className="spread">
            <span className="stack-tight">
              {!isOfOne && <TargetLink {...refund.target} />}
              <Reason refund={refund} />
            </span>
            <Money {...refund} />
          </li>
        ))}
      </ul>
      {isOfOne && (
        <>
          <Facts
            of={{
              [t('money.together')]: <Money amount={sumOf(refunds.map(({ amount }) => amount))} currency={currency} />,
              [t('fields.customer')]: customer?.name ?? t('money.unknownCustomer'),
              [t('money.of')]: <TargetLink {...target} />,
              [t('fields.payment')]: <PaymentText payment={payment} />,
            }}
          />
          <FormTextField
            {...field('reference', t('money.reference'), t('money.referenceHint'))}
            maxLength={128}
            autoComplete="off"
            autoFocus
          />
          <FormTextField {...field('note', t('notes.text'))} rows={2} maxLength={200} />
        </>
      )}
    </FormDialog>
  )
}

/** What a transaction of the provider gives back: one payment, or the cash of one order. */
const paymentOf = ({ target, payment }: Refund): string => `${target.kind} ${target.id} ${payment.eventId}`
