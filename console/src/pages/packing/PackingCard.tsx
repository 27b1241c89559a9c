import { t } from 'i18next'
import { Banknote, ChevronDown, ChevronUp, Truck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { Button, IconButton } from '../../design/Button.tsx'
import { cx } from '../../design/cx.ts'
import { Picture } from '../../design/Picture.tsx'
import { Badge, DateTime, Id, Money, Phone } from '../../design/Values.tsx'
import { NoteLines } from '../shared/NotesSection.tsx'
import { ReallocateButton } from '../shared/ReallocateButton.tsx'

export type PackingOrder = Schemas['PickingListItem']

type PackingCardProps = {
  order: PackingOrder
  isSelected?: boolean
  select?: (() => void) | undefined
  ship?: (() => void) | undefined
}

/** One order to pack; printed, it is the packing slip. On a phone it has two lines, and the rest on tap. */
export function PackingCard({ order, isSelected = false, select, ship }: PackingCardProps) {
  const { can } = useSession()
  const [isOpen, setOpen] = useState(false)
  const { id, readyAt, items, toCollect, shippable, recipientName } = order
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <article
      className={cx('card packing-card', isSelected && 'packing-card-selected', isOpen && 'packing-card-open')}
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
          <small className="muted packing-wide">
            {t('packing.readySince')} <DateTime at={readyAt} />
          </small>
          <small className="muted packing-brief">
            {[recipientName, t('orders.return.pieces', { count: pieces })].filter(Boolean).join(' · ')}
          </small>
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
        <span className="packing-brief no-print">
          <IconButton
            icon={isOpen ? ChevronUp : ChevronDown}
            label={t('packing.items', { id })}
            aria-expanded={isOpen}
            onPress={() => setOpen(!isOpen)}
          />
        </span>
      </header>
      <div className="stack-tight">
        <Recipient order={order} />
        <NoteLines notes={order.notes} />
      </div>
      <ul className="packing-items stack">
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
        {!shippable && can('orders.edit') && <ReallocateButton id={id} isSmall />}
      </footer>
    </article>
  )
}

const Recipient = ({ order: { recipientName, shippingAddress, shippingPhone } }: { order: PackingOrder }) => (
  <address className="packing-recipient">
    <strong>{recipientName ?? t('packing.noRecipient')}</strong>
    {shippingAddress && <span>{shippingAddress}</span>}
    {shippingPhone && <Phone number={shippingPhone} />}
  </address>
)

function PackingItem({ item }: { item: PackingOrder['items'][number] }) {
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
        <ul className="row packing-picks">
          <li className="muted mono">{sku}</li>
          {picks.map(({ locationId, locationName, quantity, missing, onHand }) => (
            <li key={locationId}>
              {missing > 0 ? (
                <Badge tone="danger">{t('packing.missing', { location: locationName, quantity, onHand })}</Badge>
              ) : (
                <small>{t('packing.pick', { location: locationName, quantity })}</small>
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
