import { openRefundBodySchema } from '@campstore/contract/admin/fields'
import { decidePaymentSchema } from '@campstore/contract/admin/payments'
import { withdrawableCauses } from '@campstore/contract/admin/refunds'
import { t } from 'i18next'
import { HandCoins, Scale, Undo2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { z } from 'zod'
import { type ItemOf, type Schemas, useRead } from '../../app/client.ts'
import { useFormAction } from '../../app/form-action.ts'
import { useSession } from '../../app/session.ts'
import { type Columns, column, endColumn, titleColumn } from '../../design/columns.tsx'
import { FormDialog, FormTextField, useField } from '../../design/Form.tsx'
import { RadioField } from '../../design/RadioField.tsx'
import { TableSection } from '../../design/TableSection.tsx'
import { Badge, DateTime, Facts, Id, Money } from '../../design/Values.tsx'
import { formatMoney } from '../../lib/format.ts'
import {
  type AmountLeft,
  amountFieldOf,
  type PaymentTarget,
  refuseAmount,
  useAmountLeft,
  usePayments,
} from './amount-left.tsx'
import { DialogButton } from './DialogButtons.tsx'
import { TargetLink } from './links.tsx'
import { ReasonDialog } from './ReasonDialogs.tsx'

const tones = { applied: 'positive', unapplied: 'danger', failed: 'neutral', repeated: 'neutral' } as const
const refundTones = { due: 'notice', done: 'info', withdrawn: 'neutral' } as const

type PaymentsProps = {
  target: PaymentTarget
  /** What was to be paid, or was collected in cash. */
  cost: string
  refunds: Schemas['AdminOrder']['refunds']
  /** Whether its state allows a refund of a part of what was paid. */
  isRefundable: boolean
}

/** The payment notifications and refunds of a booking or an order, for administrators who may see payments. */
export function PaymentsSection(props: PaymentsProps) {
  const { can } = useSession()
  return can('payments.view') ? <Payments {...props} /> : null
}

function Payments({ target, cost, refunds, isRefundable }: PaymentsProps) {
  const { can } = useSession()
  const left = useAmountLeft(target, cost, refunds)
  const mayGive = isRefundable && Number(left.amount) > 0 && can('payments.edit')
  const columns: Columns<Payment> = [
    titleColumn('tradeNo', t('payments.tradeNo'), payment => <PaymentText payment={payment} />),
    column('outcome', t('fields.outcome'), payment => <Outcome payment={payment} />),
    endColumn('amount', t('fields.amount'), payment => <Money {...payment} />),
  ]
  return (
    <TableSection
      title={t('payments.title')}
      actions={
        <DialogButton isOffered={mayGive} label={t('refund.give')} icon={HandCoins} isSmall>
          {close => <RefundDialog target={target} left={left} close={close} />}
        </DialogButton>
      }
      columns={columns}
      items={usePayments(target)}
      keyOf={({ eventId }) => eventId}
      empty={t('payments.none')}
      isDense
    />
  )
}

/** The trade number of a payment, its method, and when it was paid. */
export function PaymentText({ payment }: { payment: ItemOf<'listRefunds'>['payment'] }) {
  const { providerTradeNo, paymentMethod, paidAt } = payment
  return (
    <span className="stack-tight">
      <Id>{providerTradeNo}</Id>
      <small className="muted">{t(`paymentMethod.${paymentMethod}`, { defaultValue: paymentMethod })}</small>
      <small className="muted">
        <DateTime at={paidAt} />
      </small>
    </span>
  )
}

function Outcome({ payment }: { payment: Payment }) {
  const { outcome, reason, refunds, currency, decision, decidedBy, decidedAt, decisionNote } = payment
  return (
    <span className="stack-tight">
      <Badge tone={tones[outcome]}>{t(reason ? `money.reasons.${reason}` : `payments.outcomes.${outcome}`)}</Badge>
      {reason === 'trade_number_used' && !decision && (
        <span>
          <DecideButton payment={payment} />
        </span>
      )}
      {decision && decidedAt && (
        <small>
          {t(`payments.decisions.${decision}`)} · {decidedBy?.name ?? decidedBy?.id} · <DateTime at={decidedAt} />
        </small>
      )}
      {decisionNote && <small>{decisionNote}</small>}
      {refunds.map(refund => (
        <span key={refund.id}>
          <Badge tone={refundTones[refund.status]}>{t(`payments.refunds.${refund.status}`)}</Badge>{' '}
          <Money amount={refund.amount} currency={currency} /> {refund.reference && <Id>{refund.reference}</Id>}
          {refund.failureReason !== null && <small>{t('money.failed', { reason: refund.failureReason })}</small>}
          <Withdrawal refund={refund} />
          <WithdrawButton refund={refund} isTold />
        </span>
      ))}
    </span>
  )
}

type RefundDialogProps = { target: PaymentTarget; left: AmountLeft; close(): void }

/** Opens a refund of a part of the payment for a booking or an order, which stays as it is. */
function RefundDialog({ target: { kind, id }, left, close }: RefundDialogProps) {
  const { field, dialog } = useFormAction({
    schema: openRefundBodySchema.superRefine(({ amount }, ctx) => refuseAmount(ctx, 'amount', left, amount)),
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
      <FormTextField {...field('amount', t('refund.amount'))} {...amountFieldOf(left)} autoFocus />
      <FormTextField {...field('reason', t('fields.reason'))} rows={3} />
    </FormDialog>
  )
}

export type Payment = ItemOf<'listAdminPayments'>

/** Opens the decision about a payment with a used trade number, for administrators who may edit payments. */
export const DecideButton = ({ payment }: { payment: Payment }) => (
  <DialogButton permissions={['payments.edit']} icon={Scale} isSmall label={t('payments.decide')}>
    {close => <DecisionDialog payment={payment} close={close} />}
  </DialogButton>
)

const choices = decidePaymentSchema.shape.decision.options
// Another name than the request has, so that a conflict, with the first decision, shows as a message and not at the field: the form closes.
const formSchema = decidePaymentSchema.pick({ note: true }).extend({ choice: z.enum(choices, 'is missing') })

/** Staff decide once about a payment whose trade number was used before (docs/contract/admin.md#used-trade-numbers). */
function DecisionDialog({ payment, close }: { payment: Payment; close(): void }) {
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

type Refund = Pick<ItemOf<'listRefunds'>, 'id' | 'cause' | 'status' | 'amount' | 'withdrawnAt' | 'withdrawalReason'>

/** When and why a refund was withdrawn, and whether it was made after all; nothing of another one. */
export function Withdrawal({ refund: { status, withdrawnAt, withdrawalReason } }: { refund: Refund }) {
  if (withdrawnAt === null) return null
  return (
    <>
      {status === 'done' && <Badge tone="danger">{t('refund.madeAfterAll')}</Badge>}
      <small>
        {t('refund.withdrawnAt')} <DateTime at={withdrawnAt} />: {withdrawalReason}
      </small>
    </>
  )
}

type WithdrawButtonProps = Pick<ComponentProps<typeof DialogButton>, 'isIconOnly'> & {
  refund: Refund
  /** Whether the payment service is to make it; staff give back the cash of a courier. */
  isTold: boolean
}

/** Withdraws a refund that is due, if its cause allows that, for administrators who may edit payments. */
export function WithdrawButton({ refund, isTold, ...button }: WithdrawButtonProps) {
  const { id, cause, status, amount } = refund
  if (!withdrawableCauses.includes(cause)) return null
  return (
    <DialogButton
      isOffered={status === 'due'}
      {...button}
      permissions={['payments.edit']}
      icon={Undo2}
      isSmall
      label={t('refund.withdraw')}
    >
      {close => (
        <ReasonDialog
          title={t('refund.withdrawTitle', { amount: formatMoney(amount), cause: t(`money.causes.${cause}`) })}
          hint={t(isTold ? 'refund.withdrawHint' : 'refund.withdrawCashHint')}
          action={t('refund.withdraw')}
          run={(admin, body) => admin.withdrawRefund({ id, ...body })}
          done={() => t('refund.withdrawn')}
          failed={t('refund.notWithdrawn')}
          close={close}
        />
      )}
    </DialogButton>
  )
}
