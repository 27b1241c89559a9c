import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Schemas } from '../../app/client.ts'
import { formatNumber } from '../../app/format.ts'
import { useSession } from '../../app/session.ts'
import { Badge } from '../../design/Badge.tsx'
import { type Column, DataTable } from '../../design/DataTable.tsx'
import { Picture } from '../../design/Picture.tsx'
import { Section } from '../../design/Section.tsx'
import { Id, Money } from '../../design/Values.tsx'
import type { Order } from './queries.ts'

type Item = Order['items'][number]

/** What was ordered, where the pieces lie, and what it costs. */
export function OrderItems({ order }: { order: Order }) {
  const { t } = useTranslation()
  const columns = useColumns(order.items.some(({ picks }) => picks.length > 0))
  return (
    <Section title={t('orders.items')} isCard={false}>
      <DataTable label={t('orders.items')} columns={columns} items={order.items} keyOf={({ id }) => String(id)} />
      <OrderSum order={order} />
    </Section>
  )
}

function OrderSum({ order }: { order: Order }) {
  const { t } = useTranslation()
  const { can } = useSession()
  const { subtotal, shippingFee, discount, total, coupon } = order
  return (
    <dl className="order-sum">
      <div>
        <dt>{t('orders.subtotal')}</dt>
        <dd>
          <Money amount={subtotal} />
        </dd>
      </div>
      <div>
        <dt>{t('orders.shippingFee')}</dt>
        <dd>
          <Money amount={shippingFee} />
        </dd>
      </div>
      {(coupon !== null || Number(discount) > 0) && (
        <div>
          <dt>
            {t('orders.discount')}
            {coupon && (
              <>
                {' · '}
                {can('coupons.view') ? (
                  <Link to={`/coupons/${encodeURIComponent(coupon.id)}`}>{coupon.code}</Link>
                ) : (
                  coupon.code
                )}
              </>
            )}
          </dt>
          <dd>
            −<Money amount={discount} />
          </dd>
        </div>
      )}
      <div className="order-total">
        <dt>{t('orders.total')}</dt>
        <dd>
          <Money amount={total} />
        </dd>
      </div>
    </dl>
  )
}

function useColumns(hasPicks: boolean): Column<Item>[] {
  const { t } = useTranslation()
  const { can } = useSession()
  const picks: Column<Item> = {
    id: 'picks',
    header: t('orders.picks'),
    cell: ({ picks }) => (
      <ul className="order-picks">
        {picks.map(pick => (
          <PickLine key={pick.locationId} pick={pick} />
        ))}
      </ul>
    ),
  }
  return [
    {
      id: 'item',
      header: t('fields.item'),
      isTitle: true,
      isWide: true,
      cell: ({ productId, productName, imageUrl, specification, sku }) => (
        <span className="order-item">
          <Picture src={imageUrl} />
          <span className="stack-tight">
            {can('products.view') ? (
              <Link to={`/products/${encodeURIComponent(productId)}`}>{productName}</Link>
            ) : (
              <span>{productName}</span>
            )}
            <small className="muted">
              {specification} · <Id>{sku}</Id>
            </small>
          </span>
        </span>
      ),
    },
    ...(hasPicks ? [picks] : []),
    {
      id: 'price',
      header: t('orders.unitPrice'),
      align: 'end',
      cell: ({ unitPrice }) => <Money amount={unitPrice} />,
    },
    { id: 'quantity', header: t('orders.quantity'), align: 'end', cell: ({ quantity }) => formatNumber(quantity) },
    {
      id: 'sum',
      header: t('fields.amount'),
      align: 'end',
      cell: ({ lineTotal }) => <Money amount={lineTotal} />,
    },
  ]
}

function PickLine({ pick }: { pick: Schemas['Pick'] }) {
  const { t } = useTranslation()
  const { locationName, quantity, missing } = pick
  return (
    <li>
      {locationName} × {formatNumber(quantity)}{' '}
      {missing > 0 && <Badge tone="danger">{t('orders.missing', { count: missing })}</Badge>}
    </li>
  )
}
