import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Message } from '../../design/Message.tsx'
import { type Product, useOpenOrders } from './queries.ts'

/** Where the open orders of a variant are listed. */
export const openOrdersOf = (variantId: string): string =>
  `/orders?status=unshipped&variantId=${encodeURIComponent(variantId)}`

/** Warns how many open orders hold variants of a product; they are shipped as they are. */
export function OpenOrders({ product, only }: { product: Product; only?: string }) {
  const { t } = useTranslation()
  const { data: counts = {} } = useOpenOrders(product)
  const held = product.variants.filter(({ id }) => (counts[id] ?? 0) > 0 && (only === undefined || id === only))
  if (held.length === 0) return null
  return (
    <Message tone="notice">
      <p>{t('products.openOrdersHint')}</p>
      <ul className="product-open-orders">
        {held.map(({ id, sku }) => (
          <li key={id}>
            <Link to={openOrdersOf(id)}>{t('products.openOrdersOf', { sku, count: counts[id] ?? 0 })}</Link>
          </li>
        ))}
      </ul>
    </Message>
  )
}
