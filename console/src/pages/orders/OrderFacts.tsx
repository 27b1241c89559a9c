import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { Section } from '../../design/Section.tsx'
import { DateTime, Email, Fact, Facts, Id, Phone } from '../../design/Values.tsx'
import type { Order } from './queries.ts'

/** Who receives the order, and how it is paid. */
export function RecipientSection({ order }: { order: Order }) {
  const { t } = useTranslation()
  const { recipientName, shippingPhone, shippingAddress, paymentMethod, paidAt, codConfirmedAt } = order
  return (
    <Section title={t('orders.recipient')}>
      <Facts>
        <Fact label={t('fields.name')}>{recipientName ?? '–'}</Fact>
        <Fact label={t('fields.phone')}>{shippingPhone === null ? '–' : <Phone number={shippingPhone} />}</Fact>
        <Fact label={t('orders.address')}>{shippingAddress ?? '–'}</Fact>
        <Fact label={t('fields.paymentMethod')}>{paymentMethod ? t(`paymentMethod.${paymentMethod}`) : '–'}</Fact>
        {codConfirmedAt && (
          <Fact label={t('orders.codConfirmedAt')}>
            <DateTime at={codConfirmedAt} />
          </Fact>
        )}
        {paidAt && (
          <Fact label={t('payments.paidAt')}>
            <DateTime at={paidAt} />
          </Fact>
        )}
      </Facts>
    </Section>
  )
}

/** Who carries the order. */
export function ShipmentSection({ shipment }: { shipment: Schemas['Shipment'] }) {
  const { t } = useTranslation()
  const { carrier, trackingNumber, at, by } = shipment
  return (
    <Section title={t('orders.shipment')}>
      <Facts>
        <Fact label={t('orders.carrier')}>{carrier ?? t('orders.notSaid')}</Fact>
        <Fact label={t('orders.trackingNumber')}>
          {trackingNumber === null ? t('orders.notSaid') : <Id>{trackingNumber}</Id>}
        </Fact>
        <Fact label={t('orders.shippedAt')}>
          <DateTime at={at} />
        </Fact>
        <Fact label={t('orders.shippedBy')}>{by.name ?? by.id}</Fact>
      </Facts>
    </Section>
  )
}

/** Who ordered. */
export function BuyerSection({ order: { customerId, buyerName, buyerEmail, buyerEmailVerified } }: { order: Order }) {
  const { t } = useTranslation()
  const { can } = useSession()
  const path = encodeURIComponent(customerId)
  return (
    <Section
      title={t('orders.buyer')}
      actions={<Link to={`/orders?customerId=${path}`}>{t('customers.allOrders')}</Link>}
    >
      <Facts>
        <Fact label={t('fields.customer')}>
          {can('customers.view') ? <Link to={`/customers/${path}`}>{buyerName}</Link> : buyerName}
        </Fact>
        <Fact label={t('fields.email')}>
          {buyerEmail ? <Email address={buyerEmail} /> : '–'}
          {buyerEmail && !buyerEmailVerified && <small className="muted"> {t('fields.unverified')}</small>}
        </Fact>
      </Facts>
    </Section>
  )
}
