import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { Section } from '../../design/Section.tsx'
import { DateTime, Email, Facts, Id, Phone } from '../../design/Values.tsx'
import type { Order } from './queries.ts'

/** Who receives the order, and how it is paid. */
export function RecipientSection({ order }: { order: Order }) {
  const { t } = useTranslation()
  const { recipientName, shippingPhone, shippingAddress, paymentMethod, paidAt, codConfirmedAt } = order
  return (
    <Section title={t('orders.recipient')}>
      <Facts
        of={{
          [t('fields.name')]: recipientName ?? '–',
          [t('fields.phone')]: shippingPhone === null ? '–' : <Phone number={shippingPhone} />,
          [t('orders.address')]: shippingAddress ?? '–',
          [t('fields.paymentMethod')]: paymentMethod ? t(`paymentMethod.${paymentMethod}`) : '–',
          [t('orders.codConfirmedAt')]: codConfirmedAt && <DateTime at={codConfirmedAt} />,
          [t('payments.paidAt')]: paidAt && <DateTime at={paidAt} />,
        }}
      />
    </Section>
  )
}

/** Who carries the order. */
export function ShipmentSection({ shipment }: { shipment: Schemas['Shipment'] }) {
  const { t } = useTranslation()
  const { carrier, trackingNumber, at, by } = shipment
  return (
    <Section title={t('orders.shipment')}>
      <Facts
        of={{
          [t('orders.carrier')]: carrier ?? t('orders.notSaid'),
          [t('orders.trackingNumber')]: trackingNumber === null ? t('orders.notSaid') : <Id>{trackingNumber}</Id>,
          [t('orders.shippedAt')]: <DateTime at={at} />,
          [t('orders.shippedBy')]: by.name ?? by.id,
        }}
      />
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
      actions={<Link to={`/orders?customerId=${path}`}>{t('customers.all.orders')}</Link>}
    >
      <Facts
        of={{
          [t('fields.customer')]: can('customers.view') ? (
            <Link to={`/customers/${path}`}>{buyerName}</Link>
          ) : (
            buyerName
          ),
          [t('fields.email')]: (
            <>
              {buyerEmail ? <Email address={buyerEmail} /> : '–'}
              {buyerEmail && !buyerEmailVerified && <small className="muted"> {t('fields.unverified')}</small>}
            </>
          ),
        }}
      />
    </Section>
  )
}
