import { changeShipmentSchema } from '@campstore/contract/admin/orders'
import { changeRecipientSchema } from '@campstore/contract/checkout/schemas'
import { t } from 'i18next'
import { Pencil, Undo2 } from 'lucide-react'
import { Link } from 'react-router'
import type { Schemas } from '../../app/client.ts'
import { useFormAction } from '../../app/form-action.ts'
import { useLocations } from '../../app/session.ts'
import { FormDialog, FormTextField } from '../../design/Form.tsx'
import { FactsSection, Section } from '../../design/Section.tsx'
import { DateTime, Id, Phone } from '../../design/Values.tsx'
import { formatNumber } from '../../lib/format.ts'
import { DialogButton } from '../shared/DialogButtons.tsx'
import { CheckedEmail, RecordLink } from '../shared/links.tsx'
import { ReasonDialog } from '../shared/ReasonDialogs.tsx'
import { isUndoable, mayChangeRecipient, type Order } from './order.ts'

/** The recipient and the payment of the order. */
export function RecipientSection({ order }: { order: Order }) {
  const { recipientName, shippingPhone, shippingAddress, paymentMethod, paidAt, codConfirmedAt } = order
  return (
    <FactsSection
      title={t('orders.recipient')}
      actions={
        <DialogButton
          isOffered={mayChangeRecipient(order)}
          permissions={['orders.edit']}
          label={t('orders.changeRecipient')}
          icon={Pencil}
          isSmall
        >
          {close => <ChangeRecipientDialog order={order} close={close} />}
        </DialogButton>
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
  const { carrier, trackingNumber, at, by } = shipment
  return (
    <FactsSection
      title={t('orders.shipment')}
      actions={
        <DialogButton permissions={['orders.edit']} label={t('orders.changeShipment')} icon={Pencil} isSmall>
          {close => <ChangeShipmentDialog id={id} shipment={shipment} close={close} />}
        </DialogButton>
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

/** Corrects who receives an order, until it has left. */
function ChangeRecipientDialog({ order, close }: { order: Order; close(): void }) {
  const { id, recipientName, shippingPhone, shippingAddress } = order
  const { field, dialog } = useFormAction({
    schema: changeRecipientSchema,
    values: { recipientName: recipientName ?? '', phone: shippingPhone ?? '', address: shippingAddress ?? '' },
    isChange: true,
    run: (admin, _, changed) => admin.changeRecipient({ id, ...changed }),
    done: () => t('orders.recipientChanged'),
    failed: t('orders.recipientNotChanged'),
    close,
  })
  return (
    <FormDialog title={t('orders.changeRecipient')} {...dialog}>
      <FormTextField {...field('recipientName', t('fields.name'))} autoFocus />
      <FormTextField {...field('phone', t('fields.phone'))} />
      <FormTextField {...field('address', t('campgrounds.address'))} rows={2} />
    </FormDialog>
  )
}

type ChangeShipmentDialogProps = { id: string; shipment: Schemas['Shipment']; close(): void }

function ChangeShipmentDialog({ id, shipment, close }: ChangeShipmentDialogProps) {
  const { field, dialog } = useFormAction({
    schema: changeShipmentSchema,
    values: { carrier: shipment.carrier, trackingNumber: shipment.trackingNumber },
    isChange: true,
    run: (admin, _, changed) => admin.changeShipment({ id, ...changed }),
    done: () => t('orders.shipmentChanged'),
    failed: t('orders.shipmentNotChanged'),
    close,
  })
  return (
    <FormDialog title={t('orders.changeShipment')} {...dialog}>
      <FormTextField {...field('carrier', t('orders.carrier'))} whenEmpty={null} />
      <FormTextField
        {...field('trackingNumber', t('orders.trackingNumber'), t('orders.trackingHint'))}
        whenEmpty={null}
      />
    </FormDialog>
  )
}

type Return = Order['returns'][number]

/** What came back of an order, oldest first; nothing where nothing did. */
export function ReturnsSection({ order }: { order: Order }) {
  if (order.returns.length === 0) return null
  return (
    <Section title={t('orders.return.section')}>
      <ul className="divided">
        {order.returns.map(made => (
          <li key={made.id}>
            <p className="note-text">{made.reason}</p>
            <ul>
              {made.items.map((item, index) => (
                <ReturnedItem key={String(index)} item={item} order={order} />
              ))}
            </ul>
            <div className="spread muted">
              <span>
                <DateTime at={made.at} /> · {made.by.name ?? made.by.id}
                {made.refundId === null && ` · ${t('orders.return.noRefund')}`}
              </span>
              {isUndoable(order, made) && (
                <DialogButton permissions={['orders.edit']} label={t('orders.return.undo.action')} icon={Undo2} isSmall>
                  {close => (
                    <ReasonDialog
                      title={t('orders.return.undo.title')}
                      hint={t('orders.return.undo.hint')}
                      action={t('orders.return.undo.action')}
                      run={async (admin, body) =>
                        void (await admin.undoReturn({ id: order.id, returnId: made.id, ...body }))
                      }
                      done={() => t('orders.return.undo.done')}
                      failed={t('orders.return.undo.failed')}
                      close={close}
                    />
                  )}
                </DialogButton>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function ReturnedItem({ item, order }: { item: Return['items'][number]; order: Order }) {
  const { data: locations = [] } = useLocations()
  const { orderItemId, quantity, to, locationId } = item
  const sku = order.items.find(({ id }) => id === orderItemId)?.sku
  const place = locations.find(({ id }) => id === locationId)?.name ?? locationId
  return (
    <li>
      {formatNumber(quantity)} × <Id>{sku ?? String(orderItemId)}</Id> {'→'}{' '}
      {place ?? t(`orders.return.destinations.${to}`)}
    </li>
  )
}
