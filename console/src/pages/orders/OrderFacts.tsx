import { Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Schemas } from '../../app/client.ts'
import { FactsSection } from '../../design/Section.tsx'
import { DateTime, Id, Phone } from '../../design/Values.tsx'
import { CheckedEmail } from '../shared/CheckedEmail.tsx'
import { GuardedButton } from '../shared/GuardedButton.tsx'
import { RecordLink } from '../shared/RecordLink.tsx'
import { ChangeRecipientDialog } from './ChangeRecipientDialog.tsx'
import { ChangeShipmentDialog } from './ChangeShipmentDialog.tsx'
import type { Order } from './order.ts'
import { mayChangeRecipient } from './order-actions.ts'

/** The recipient and the payment of the order. */
export function RecipientSection({ order }: { order: Order }) {
  const { t } = useTranslation()
  const { recipientName, shippingPhone, shippingAddress, paymentMethod, paidAt, codConfirmedAt } = order
  return (
    <FactsSection
      title={t('orders.recipient')}
      actions={
        mayChangeRecipient(order) && (
          <GuardedButton permissions={['orders.edit']} label={t('orders.changeRecipient')} icon={Pencil} isSmall>
            {close => <ChangeRecipientDialog order={order} close={close} />}
          </GuardedButton>
        )
      }
      of={{
        [t('fields.name')]: recipientName ?? '–',
        [t('fields.phone')]: shippingPhone === null ? '–' : <Phone number={shippingPhone} />,
        [t('campgrounds.address')]: shippingAddress ?? '–',
        [t('fields.paymentMethod')]: paymentMethod ? t(`paymentMethod.${paymentMethod}`) : '–',
        [t('history.codConfirmed')]: codConfirmedAt && <DateTime at={codConfirmedAt} />,
        [t('payments.paidAt')]: paidAt && <DateTime at={paidAt} />,
      }}
    />
  )
}

/** The shipment of the order; carrier and number can be corrected. */
export function ShipmentSection({ id, shipment }: { id: string; shipment: Schemas['Shipment'] }) {
  const { t } = useTranslation()
  const { carrier, trackingNumber, at, by } = shipment
  return (
    <FactsSection
      title={t('orders.shipment')}
      actions={
        <GuardedButton permissions={['orders.edit']} label={t('orders.changeShipment')} icon={Pencil} isSmall>
          {close => <ChangeShipmentDialog id={id} shipment={shipment} close={close} />}
        </GuardedButton>
      }
      of={{
        [t('orders.carrier')]: carrier ?? t('orders.notSaid'),
        [t('orders.trackingNumber')]: trackingNumber === null ? t('orders.notSaid') : <Id>{trackingNumber}</Id>,
        [t('orders.shippedAt')]: <DateTime at={at} />,
        [t('orders.shippedBy')]: by.name ?? by.id,
      }}
    />
  )
}

/** The buyer. */
export function BuyerSection({ order: { customerId, buyerName, buyerEmail, buyerEmailVerified } }: { order: Order }) {
  const { t } = useTranslation()
  return (
    <FactsSection
      title={t('orders.buyer')}
      actions={<Link to={`/orders?customerId=${encodeURIComponent(customerId)}`}>{t('customers.all.orders')}</Link>}
      of={{
        [t('fields.customer')]: <RecordLink to="customers" id={customerId} name={buyerName} />,
        [t('fields.email')]: <CheckedEmail address={buyerEmail} isVerified={buyerEmailVerified} />,
      }}
    />
  )
}
