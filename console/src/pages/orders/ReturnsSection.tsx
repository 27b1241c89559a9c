import { useTranslation } from 'react-i18next'
import { useLocations } from '../../app/shared-queries.ts'
import { Section } from '../../design/Section.tsx'
import { DateTime, Id } from '../../design/Values.tsx'
import { formatNumber } from '../../lib/format.ts'
import type { Order } from './order.ts'

type Return = Order['returns'][number]

/** What came back of an order, oldest first; nothing where nothing did. */
export function ReturnsSection({ order }: { order: Order }) {
  const { t } = useTranslation()
  if (order.returns.length === 0) return null
  return (
    <Section title={t('orders.return.section')}>
      <ul className="notes">
        {order.returns.map(made => (
          <li key={made.id}>
            <p className="note-text">{made.reason}</p>
            <ul>
              {made.items.map((item, index) => (
                <ReturnedItem key={String(index)} item={item} order={order} />
              ))}
            </ul>
            <p className="muted">
              <DateTime at={made.at} /> · {made.by.name ?? made.by.id}
              {made.refundId === null && ` · ${t('orders.return.noRefund')}`}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function ReturnedItem({ item, order }: { item: Return['items'][number]; order: Order }) {
  const { t } = useTranslation()
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
