import { useTranslation } from 'react-i18next'
import type { Schemas } from '../../app/client.ts'
import { Badge } from '../../design/Badge.tsx'
import { type Column, DataTable } from '../../design/DataTable.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Section } from '../../design/Section.tsx'
import { DateTime, Id, Money } from '../../design/Values.tsx'
import { usePayments } from './queries.ts'

type Payment = Schemas['AdminPayment']

const tones = { applied: 'positive', unapplied: 'danger', failed: 'neutral' } as const

/** What the payment service has said of a booking, and what was given back. */
export function BookingPayments({ id }: { id: string }) {
  const { t } = useTranslation()
  const columns: Column<Payment>[] = [
    {
      id: 'paidAt',
      header: t('bookings.payments.paidAt'),
      isTitle: true,
      cell: ({ paidAt }) => <DateTime at={paidAt} />,
    },
    {
      id: 'outcome',
      header: t('bookings.payments.outcome'),
      cell: ({ outcome }) => <Badge tone={tones[outcome]}>{t(`bookings.payments.outcomes.${outcome}`)}</Badge>,
    },
    {
      id: 'tradeNo',
      header: t('bookings.payments.tradeNo'),
      cell: ({ providerTradeNo }) => <Id>{providerTradeNo}</Id>,
    },
    {
      id: 'refund',
      header: t('bookings.payments.refund'),
      cell: ({ refund }) =>
        refund === null ? (
          '–'
        ) : (
          <Badge tone={refund.status === 'due' ? 'notice' : 'info'}>
            {t(`bookings.payments.refunds.${refund.status}`)}
          </Badge>
        ),
    },
    { id: 'amount', header: t('bookings.amount'), align: 'end', cell: ({ amount }) => <Money amount={amount} /> },
  ]
  return (
    <Section title={t('bookings.payments.title')} isCard={false}>
      <Loaded query={usePayments(id)} rows={2}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="muted">{t('bookings.payments.none')}</p>
          ) : (
            <DataTable
              label={t('bookings.payments.title')}
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
