import { t } from 'i18next'
import { Pencil, Plus } from 'lucide-react'
import { Link } from 'react-router'
import { useSession } from '../../app/session.ts'
import { type Columns, column, endColumn, moneyColumn, titleColumn } from '../../design/columns.tsx'
import { TableSection } from '../../design/TableSection.tsx'
import { Badge, Id } from '../../design/Values.tsx'
import { formatNumber } from '../../lib/format.ts'
import { DialogButton } from '../shared/DialogButtons.tsx'
import { AddVariantDialog, ChangeVariantDialog, openOrdersOf } from './ProductDialogs.tsx'
import { type Product, useOpenOrders, type Variant } from './queries.ts'

/** The variants of a product: prices, available pieces, and orders to ship. */
export function ProductVariants({ product }: { product: Product }) {
  const { can } = useSession()
  const { data: counts } = useOpenOrders(product)
  const columns: Columns<Variant> = [
    titleColumn('variant', t('products.variant'), { isWide: true }, variant => <VariantName variant={variant} />),
    moneyColumn('price', t('products.price')),
    endColumn('available', t('products.available'), ({ availableQuantity, active }) =>
      availableQuantity === 0 && active ? (
        <Badge tone="danger">{t('products.isSoldOut')}</Badge>
      ) : (
        formatNumber(availableQuantity)
      ),
    ),
    can('orders.view') &&
      endColumn('orders', t('products.openOrders'), ({ id }) => {
        const count = counts?.[id]
        if (count === undefined) return '…'
        return count > 0 ? <Link to={openOrdersOf(id)}>{formatNumber(count)}</Link> : '0'
      }),
    column('active', t('fields.status'), ({ active }) => (
      <Badge tone={active ? 'positive' : 'neutral'}>{t(active ? 'products.sold' : 'products.notSold')}</Badge>
    )),
    can('products.edit') &&
      endColumn('action', t('actions.edit'), variant => (
        <DialogButton isIconOnly icon={Pencil} label={t('actions.editOne', { name: variant.sku })}>
          {close => <ChangeVariantDialog product={product} variant={variant} close={close} />}
        </DialogButton>
      )),
  ]
  return (
    <TableSection
      title={t('products.variants')}
      actions={
        <DialogButton permissions={['products.edit']} isSmall icon={Plus} label={t('products.addVariant')}>
          {close => <AddVariantDialog product={product} close={close} />}
        </DialogButton>
      }
      columns={columns}
      items={product.variants}
    />
  )
}

const VariantName = ({ variant: { specification, sku, color, size } }: { variant: Variant }) => (
  <span className="stack-tight">
    <span>{specification}</span>
    <small className="muted">
      <Id>{sku}</Id>
      {[color, size].filter(Boolean).map(text => ` · ${text}`)}
    </small>
  </span>
)
