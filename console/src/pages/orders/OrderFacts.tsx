import {
  Ban,
  CircleCheck,
  Clock,
  CreditCard,
  HandCoins,
  Handshake,
  Pencil,
  ShoppingBag,
  Truck,
  Undo2,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Schemas } from '../../app/client.ts'
import { actorText, isGoodwill } from '../../app/history.ts'
import { useSession } from '../../app/session.ts'
import { DialogButton } from '../../design/DialogButton.tsx'
import { Section } from '../../design/Section.tsx'
import { Timeline } from '../../design/Timeline.tsx'
import { DateTime, Email, Facts, Id, Phone } from '../../design/Values.tsx'
import { RecordLink } from '../shared/RecordLink.tsx'
import { ChangeShipmentDialog } from './ChangeShipmentDialog.tsx'
import type { Order } from './queries.ts'

/** The recipient and the payment of the order. */
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
          [t('orders.events.codConfirmed')]: codConfirmedAt && <DateTime at={codConfirmedAt} />,
          [t('payments.paidAt')]: paidAt && <DateTime at={paidAt} />,
        }}
      />
    </Section>
  )
}

/** The shipment of the order; carrier and number can be corrected. */
export function ShipmentSection({ id, shipment }: { id: string; shipment: Schemas['Shipment'] }) {
  const { t } = useTranslation()
  const { can } = useSession()
  const { carrier, trackingNumber, at, by } = shipment
  return (
    <Section
      title={t('orders.shipment')}
      actions={
        can('orders.edit') && (
          <DialogButton label={t('orders.changeShipment')} icon={Pencil} isSmall>
            {close => <ChangeShipmentDialog id={id} shipment={shipment} close={close} />}
          </DialogButton>
        )
      }
    >
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

/** The buyer. */
export function BuyerSection({ order: { customerId, buyerName, buyerEmail, buyerEmailVerified } }: { order: Order }) {
  const { t } = useTranslation()
  return (
    <Section
      title={t('orders.buyer')}
      actions={<Link to={`/orders?customerId=${encodeURIComponent(customerId)}`}>{t('customers.all.orders')}</Link>}
    >
      <Facts
        of={{
          [t('fields.customer')]: (
            <RecordLink to="customers" id={customerId}>
              {buyerName}
            </RecordLink>
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

type Entry = Schemas['StatusHistoryEntry']
const looks = {
  placed: { icon: ShoppingBag, tone: 'neutral' },
  paid: { icon: CreditCard, tone: 'positive' },
  codConfirmed: { icon: Handshake, tone: 'positive' },
  payment: { icon: CreditCard, tone: 'danger' },
  shipped: { icon: Truck, tone: 'positive' },
  completed: { icon: CircleCheck, tone: 'positive' },
  returned: { icon: Undo2, tone: 'danger' },
  cancelled: { icon: Ban, tone: 'danger' },
  expired: { icon: Clock, tone: 'danger' },
  shipmentChanged: { icon: Pencil, tone: 'neutral' },
  refundDue: { icon: HandCoins, tone: 'neutral' },
  refundDone: { icon: HandCoins, tone: 'neutral' },
  refunded: { icon: HandCoins, tone: 'positive' },
  changed: { icon: CircleCheck, tone: 'neutral' },
} as const
type Event = keyof typeof looks

/** Frequent texts of the service; the title of the event says the same. */
const usual: Readonly<Record<string, Event>> = {
  paid: 'paid',
  'cash on delivery confirmed': 'codConfirmed',
  'the hold ended': 'expired',
  'cancelled by the member': 'cancelled',
  'refund done': 'refundDone',
  'all that was paid was given back': 'refunded',
}

function eventOf({ from, to, reason, at }: Entry, { refunds, returns }: Order): Event {
  if (from === null) return 'placed'
  if (reason !== null && reason in usual) return usual[reason] ?? 'changed'
  if (from === to && reason?.startsWith('shipment changed')) return 'shipmentChanged'
  if (from === to && returns.some(one => one.at === at)) return 'returned'
  if (from === to && isGoodwill(at, refunds)) return 'refundDue'
  if (from === to) return reason?.startsWith('payment') ? 'payment' : 'changed'
  return to === 'shipped' || to === 'completed' || to === 'returned' || to === 'cancelled' ? to : 'changed'
}

/** The history of an order, and the people in it. */
export function OrderTimeline({ order }: { order: Order }) {
  const { t } = useTranslation()
  const entries = order.statusHistory.map((entry, index) => {
    const { at, actor, reason } = entry
    const event = eventOf(entry, order)
    const who = actorText(t, actor)
    return {
      id: String(index),
      at,
      title: t(`orders.events.${event}`),
      by: reason === null || reason in usual ? who : `${who} · ${reason}`,
      ...looks[event],
    }
  })
  return <Timeline label={t('fields.history')} entries={entries} />
}
