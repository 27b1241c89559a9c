import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client, type Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { Badge } from '../../design/Badge.tsx'
import { column, endColumn, titleColumn } from '../../design/column-kinds.tsx'
import { type Column, DataTable } from '../../design/DataTable.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Section } from '../../design/Section.tsx'
import { DateTime, Id, Money } from '../../design/Values.tsx'

type Payment = Schemas['AdminPayment']

const tones = { applied: 'positive', unapplied: 'danger', failed: 'neutral', repeated: 'neutral' } as const

/** The payment notifications and refunds of a booking or an order, for administrators who may see payments. */
export function PaymentsSection({ target }: { target: PaymentTarget }) {
  const { can } = useSession()
  return can('payments.view') ? <Payments target={target} /> : null
}

function Payments({ target }: { target: PaymentTarget }) {
  const { t } = useTranslation()
  const columns = useColumns()
  const query = usePayments(target)
  return (
    <Section title={t('payments.title')} isCard={false}>
      <Loaded query={query} rows={2}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="muted">{t('payments.none')}</p>
          ) : (
            <DataTable
              label={t('payments.title')}
              columns={columns}
              items={data}
              keyOf={({ eventId }) => eventId}
              isDense
            />
          )
        }
      </Loaded>
    </Section>
  )
}

function useColumns(): Column<Payment>[] {
  const { t } = useTranslation()
  return [
    titleColumn('paidAt', t('payments.paidAt'), ({ paidAt }) => <DateTime at={paidAt} />),
    column('tradeNo', t('payments.tradeNo'), ({ providerTradeNo, paymentMethod }) => (
      <span className="stack-tight">
        <Id>{providerTradeNo}</Id>
        <small className="muted">{t(`paymentMethod.${paymentMethod}`, { defaultValue: paymentMethod })}</small>
      </span>
    )),
    column('outcome', t('fields.outcome'), payment => <Outcome payment={payment} />),
    endColumn('amount', t('fields.amount'), ({ amount, currency }) => <Money amount={amount} currency={currency} />),
  ]
}

function Outcome({ payment: { outcome, reason, refund, currency } }: { payment: Payment }) {
  const { t } = useTranslation()
  return (
    <span className="stack-tight">
      <span>
        <Badge tone={tones[outcome]}>{t(`payments.outcomes.${outcome}`)}</Badge>
      </span>
      {reason && <small className="muted">{t(`money.reasons.${reason}`)}</small>}
      {refund && (
        <span>
          <Badge tone={refund.status === 'due' ? 'notice' : 'info'}>{t(`payments.refunds.${refund.status}`)}</Badge>{' '}
          <Money amount={refund.amount} currency={currency} /> {refund.reference && <Id>{refund.reference}</Id>}
        </span>
      )}
    </span>
  )
}

export type PaymentTarget = Schemas['AdminPayment']['target']

/** The payments for a booking or an order, for administrators who may see payments. */
function usePayments({ kind, id }: PaymentTarget) {
  const { can } = useSession()
  return useQuery({
    queryKey: ['payments', kind, id],
    queryFn: () => client().admin.listAdminPayments({ targetKind: kind, targetId: id, size: 100 }),
    enabled: can('payments.view'),
  })
}

/** The paid amount of a booking or an order: a payment form may charge whole TWD, so it may differ from the price. */
export const usePaidAmount = (target: PaymentTarget, cost: string): string =>
  usePayments(target).data?.data.find(({ outcome }) => outcome === 'applied')?.amount ?? cost
