import { useTranslation } from 'react-i18next'
import type { Schemas } from '../../app/client.ts'
import { Badge } from '../../design/Badge.tsx'
import { type Column, DataTable } from '../../design/DataTable.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Section } from '../../design/Section.tsx'
import { DateTime, Id, Money } from '../../design/Values.tsx'
import { usePaymentsOf } from './queries.ts'

const tones = { applied: 'positive', unapplied: 'danger', failed: 'neutral' } as const

/** What the payment service has said about an order. */
export function OrderPayments({ orderId }: { orderId: string }) {
  const { t } = useTranslation()
  const columns = useColumns()
  return (
    <Section title={t('orders.payments')} isCard={false}>
      <Loaded query={usePaymentsOf(orderId)} rows={2}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="muted">{t('orders.noPayments')}</p>
          ) : (
            <DataTable
              label={t('orders.payments')}
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

function useColumns(): Column<Schemas['AdminPayment']>[] {
  const { t } = useTranslation()
  return [
    {
      id: 'number',
      header: t('orders.tradeNumber'),
      isTitle: true,
      cell: ({ providerTradeNo }) => <Id>{providerTradeNo}</Id>,
    },
    { id: 'paid', header: t('orders.paidAt'), cell: ({ paidAt }) => <DateTime at={paidAt} /> },
    { id: 'method', header: t('orders.paymentMethod'), cell: ({ paymentMethod }) => paymentMethod },
    { id: 'amount', header: t('fields.amount'), align: 'end', cell: ({ amount }) => <Money amount={amount} /> },
    {
      id: 'outcome',
      header: t('orders.outcome'),
      cell: ({ outcome, reason, refund }) => (
        <span className="stack-tight">
          <span>
            <Badge tone={tones[outcome]}>{t(`orders.outcomes.${outcome}`)}</Badge>
          </span>
          {reason && <small className="muted">{t(`orders.unapplied.${reason}`)}</small>}
          {refund && (
            <small className="muted">
              {refund.status === 'due'
                ? t('orders.refundDue')
                : t('orders.refundDone', { reference: refund.reference ?? '' })}
            </small>
          )}
        </span>
      ),
    },
  ]
}
