import { Banknote, Shuffle, Truck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { Badge } from '../../design/Badge.tsx'
import { Button } from '../../design/Button.tsx'
import { cx } from '../../design/cx.ts'
import { Picture } from '../../design/Picture.tsx'
import { DateTime, Id, Money, Phone } from '../../design/Values.tsx'
import { AskingButton } from '../shared/AskingButton.tsx'
import { NoteLines } from '../shared/NotesSection.tsx'

export type PackingOrder = Schemas['PickingListItem']

type PackingCardProps = {
  order: PackingOrder
  isSelected?: boolean
  select?: (() => void) | undefined
  ship?: (() => void) | undefined
}

/** One order to pack: its recipient, its picks, and the amount to collect. Printed, it is the packing slip. */
export function PackingCard({ order, isSelected = false, select, ship }: PackingCardProps) {
  const { t } = useTranslation()
  const { id, readyAt, items, toCollect, shippable } = order
  return (
    <article
      className={cx('card packing-card', isSelected && 'packing-card-selected')}
      aria-label={t('orders.title', { id })}
    >
      <header className="packing-head row">
        {select && (
          <label className="check no-print">
            <input type="checkbox" checked={isSelected} onChange={select} aria-label={t('packing.select', { id })} />
          </label>
        )}
        <div className="stack-tight">
          <Link to={`/orders/${id}`}>
            <Id>{id}</Id>
          </Link>
          <span className="muted packing-small">
            {t('packing.readySince')} <DateTime at={readyAt} />
          </span>
        </div>
        {Number(toCollect) > 0 && (
          <span className="packing-collect">
            <Banknote aria-hidden />
            <span>
              <small>{t('packing.collect')}</small>
              <strong>
                <Money amount={toCollect} />
              </strong>
            </span>
          </span>
        )}
      </header>
      <div className="stack-tight">
        <Recipient order={order} />
        <NoteLines notes={order.notes} />
      </div>
      <ul className="packing-items">
        {items.map(item => (
          <PackingItem key={item.id} item={item} />
        ))}
      </ul>
      <footer className="packing-foot no-print">
        {ship && shippable && (
          <Button isSmall icon={Truck} onPress={ship}>
            {t('orders.actions.ship')}
          </Button>
        )}
        {!shippable && <ReallocateButton id={id} />}
      </footer>
    </article>
  )
}

function Recipient({ order: { recipientName, shippingAddress, shippingPhone } }: { order: PackingOrder }) {
  const { t } = useTranslation()
  return (
    <address className="packing-recipient">
      <strong>{recipientName ?? t('packing.noRecipient')}</strong>
      {shippingAddress && <span>{shippingAddress}</span>}
      {shippingPhone && <Phone number={shippingPhone} />}
    </address>
  )
}

function PackingItem({ item }: { item: PackingOrder['items'][number] }) {
  const { t } = useTranslation()
  const { productName, specification, sku, quantity, imageUrl, picks } = item
  return (
    <li className="packing-item">
      <span className="packing-tick" aria-hidden />
      <Picture src={imageUrl} isPrinted />
      <div className="stack-tight">
        <span>
          <strong>{productName}</strong>
          {specification && <span className="muted"> {specification}</span>}
        </span>
        <span className="muted mono">{sku}</span>
        <ul className="row packing-picks">
          {picks.map(({ locationId, locationName, quantity, missing, onHand }) => (
            <li key={locationId}>
              {missing > 0 ? (
                <Badge tone="danger">{t('packing.missing', { location: locationName, quantity, onHand })}</Badge>
              ) : (
                <span className="packing-small">{t('packing.pick', { location: locationName, quantity })}</span>
              )}
            </li>
          ))}
        </ul>
      </div>
      <span className="packing-quantity">
        <span className="visually-hidden">{t('fields.quantity')}</span> {quantity} ×
      </span>
    </li>
  )
}

/** Takes the missing pieces from other stores. */
function ReallocateButton({ id }: { id: string }) {
  const { t } = useTranslation()
  const { can } = useSession()
  if (!can('orders.edit')) return null
  return (
    <AskingButton
      isSmall
      variant="primary"
      icon={Shuffle}
      label={t('orders.actions.reallocate')}
      title={t('orders.reallocateTitle')}
      hint={t('orders.reallocateHint')}
      action={{
        run: admin => admin.reallocateOrder({ id }),
        done: () => t('packing.reallocated', { id }),
        failed: t('packing.notReallocated', { id }),
      }}
    />
  )
}
