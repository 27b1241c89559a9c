import { HandCoins } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type ItemOf, type Schemas, useRead } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { Badge } from '../../design/Badge.tsx'
import { type Columns, column, endColumn, titleColumn } from '../../design/columns.tsx'
import { DataTable } from '../../design/DataTable.tsx'
import { DialogButton } from '../../design/DialogButton.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Section } from '../../design/Section.tsx'
import { DateTime, Id, Money } from '../../design/Values.tsx'
import { sumOf } from '../../lib/amounts.ts'
import { DecideButton, type Payment } from './DecideButton.tsx'
import { RefundDialog } from './RefundDialog.tsx'

const tones = { applied: 'positive', unapplied: 'danger', failed: 'neutral', repeated: 'neutral' } as const

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
  const { t } = useTranslation()
  const { can } = useSession()
  const query = usePayments(target)
  const left = useAmountLeft(target, cost, refunds)
  const mayGive = isRefundable && Number(left) > 0 && can('payments.edit')
  const columns: Columns<Payment> = [
    titleColumn('tradeNo', t('payments.tradeNo'), payment => <PaymentText payment={payment} />),
    column('outcome', t('fields.outcome'), payment => <Outcome payment={payment} />),
    endColumn('amount', t('fields.amount'), payment => <Money {...payment} />),
  ]
  return (
    <Section
      title={t('payments.title')}
      isCard={false}
      actions={
        mayGive && (
          <DialogButton label={t('refund.give')} icon={HandCoins} isSmall>
            {close => <RefundDialog target={target} left={left} close={close} />}
          </DialogButton>
        )
      }
    >
      <Loaded query={query} rows={2}>
        {({ data }) => (
          <DataTable
            label={t('payments.title')}
            columns={columns}
            items={data}
            keyOf={({ eventId }) => eventId}
            empty={t('payments.none')}
            isDense
          />
        )}
      </Loaded>
    </Section>
  )
}

/** The trade number of a payment, its method, and when it was paid. */
export function PaymentText({ payment }: { payment: ItemOf<'listRefunds'>['payment'] }) {
  const { t } = useTranslation()
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
  const { t } = useTranslation()
  const { outcome, reason, refunds, currency, decision, decidedBy, decidedAt, decisionNote } = payment
  return (
    <span className="stack-tight">
      <span>
        <Badge tone={tones[outcome]}>{t(reason ? `money.reasons.${reason}` : `payments.outcomes.${outcome}`)}</Badge>
      </span>
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
          <Badge tone={refund.status === 'due' ? 'notice' : 'info'}>{t(`payments.refunds.${refund.status}`)}</Badge>{' '}
          <Money amount={refund.amount} currency={currency} /> {refund.reference && <Id>{refund.reference}</Id>}
          {refund.failureReason !== null && <small>{t('money.failed', { reason: refund.failureReason })}</small>}
        </span>
      ))}
    </span>
  )
}

export type PaymentTarget = Schemas['AdminPayment']['target']

/** The payments for a booking or an order, for administrators who may see payments. */
function usePayments({ kind, id }: PaymentTarget) {
  const { can } = useSession()
  const fields = { targetKind: kind, targetId: id, size: 100 }
  return useRead('listAdminPayments', fields, { enabled: can('payments.view') })
}

/**
 * What is left of the paid amount of a booking or an order: a payment form may charge whole TWD, so it may differ from the price.
 * Refunds of other payments do not count.
 */
export function useAmountLeft(target: PaymentTarget, cost: string, refunds: PaymentsProps['refunds']): string {
  const paid = usePayments(target).data?.data.find(({ outcome }) => outcome === 'applied')?.amount ?? cost
  return sumOf([paid, ...refunds.filter(({ cause }) => cause !== 'unapplied').map(({ amount }) => `-${amount}`)])
}
