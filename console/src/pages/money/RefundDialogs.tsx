import { refundDoneSchema } from '@campstore/contract/admin/refunds'
import { t } from 'i18next'
import { CheckCheck } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { type ItemOf, useRead } from '../../app/client.ts'
import { useFormAction } from '../../app/form-action.ts'
import { FormDialog, FormTextField } from '../../design/Form.tsx'
import { Message } from '../../design/Message.tsx'
import { Badge, Facts, Money } from '../../design/Values.tsx'
import { sumOf } from '../../lib/amounts.ts'
import { DialogButton } from '../shared/DialogButtons.tsx'
import { TargetLink } from '../shared/links.tsx'
import { CopyButton } from '../shared/OutputButtons.tsx'
import { PaymentText, Withdrawal } from '../shared/PaymentsSection.tsx'

export type Refund = ItemOf<'listRefunds'>

type RefundFormDialogProps = {
  refund: Refund
  /** Opens the form of the next refund, if there is one. */
  next: (() => void) | undefined
  close(): void
}

/** A fact with a button that copies it. */
const copied = (label: string, shown: ReactNode, text: string) => ({
  [label]: (
    <span className="copied">
      {shown} {text && <CopyButton text={text} about={label} />}
    </span>
  ),
})

/** Records that a refund was made at the payment provider, or corrects what was recorded; the console moves no money. */
export function RefundFormDialog({ refund: opened, next, close }: RefundFormDialogProps) {
  // Somebody else may correct it while the form is open.
  const { data: refund = opened } = useRead('getRefund', { id: opened.id })
  const { id, amount, customer, payment } = refund
  const contact = customer?.email || customer?.phone
  const opensNext = useRef(false)
  const isDue = opened.status === 'due'
  const values = { reference: refund.reference ?? '', note: refund.note ?? '' }
  const { field, dialog } = useFormAction({
    schema: refundDoneSchema,
    values,
    isChange: !isDue,
    run: (admin, said, changed) =>
      isDue ? admin.refundDone({ ...said, id }) : admin.correctRefund({ ...values, ...changed, id }),
    done: () => t(isDue ? 'money.recorded' : 'money.corrected'),
    failed: t(isDue ? 'money.notRecorded' : 'money.notCorrected'),
    close,
    onDone: () => opensNext.current && next?.(),
  })
  const title = t(isDue ? 'money.markDone' : 'money.correct')
  return (
    <FormDialog
      {...dialog}
      title={title}
      action={isDue ? title : t('actions.save')}
      next={next && t('money.saveAndNext')}
      submit={event => {
        opensNext.current = event.nativeEvent.submitter?.getAttribute('name') === 'next'
        void dialog.submit(event)
      }}
    >
      <p className="muted">{t(isDue ? 'money.markDoneHint' : 'money.correctHint')}</p>
      <Facts
        of={{
          ...copied(t('fields.amount'), <Money {...refund} />, amount.replace(/\.00$/, '')),
          [t('fields.customer')]: customer?.name ?? t('money.unknownCustomer'),
          ...(contact && copied(t('fields.contact'), contact, contact)),
          [t('money.of')]: <TargetLink {...refund.target} />,
          [t('fields.reason')]: <Reason refund={refund} />,
          ...copied(t('fields.payment'), <PaymentText payment={payment} />, payment.providerTradeNo),
        }}
      />
      <FormTextField
        {...field('reference', t('money.reference'), t('money.referenceHint'))}
        maxLength={128}
        autoComplete="off"
        autoFocus
      />
      <FormTextField {...field('note', t('notes.text'))} rows={2} maxLength={200} />
    </FormDialog>
  )
}

/** Why money has to be given back: the reason of an unapplied payment in words, of others in the words of staff. */
export function Reason({ refund }: { refund: Refund }) {
  const { cause, reason, note, failureReason } = refund
  return (
    <span className="stack-tight">
      {cause === 'unapplied' ? (
        <Badge tone="notice">{t(`money.reasons.${reason}`, { defaultValue: reason })}</Badge>
      ) : (
        <>
          <Badge tone="info">{t(`money.causes.${cause}`)}</Badge>
          <small className="muted">{reason}</small>
        </>
      )}
      {failureReason !== null && <small>{t('money.failed', { reason: failureReason })}</small>}
      {refund.status === 'done' && <Withdrawal refund={refund} />}
      {note && <small>{note}</small>}
    </span>
  )
}

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
