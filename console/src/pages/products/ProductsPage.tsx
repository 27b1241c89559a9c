import { adminProductsQuerySchema } from '@campstore/contract/admin/products'
import { Plus, Tags } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { column, dayColumn, endColumn, moneyColumn, titleColumn } from '../../design/column-kinds.tsx'
import type { Column } from '../../design/DataTable.tsx'
import { DialogButton } from '../../design/DialogButton.tsx'
import { Picture } from '../../design/Picture.tsx'
import { filtersOf, useFilters } from '../../lib/filters.ts'
import { formatNumber } from '../../lib/format.ts'
import { choiceOf, ListPage } from '../shared/List.tsx'
import { ProductDialog, ProductStatusBadge } from './ProductDialogs.tsx'
import type { Product } from './queries.ts'
import './products.css'

const parsers = filtersOf(adminProductsQuerySchema.shape, 'q', 'status', 'category', 'brand', 'sort')

/** All products, including hidden ones. */
export function ProductsPage() {
  const { t } = useTranslation()
  const { can } = useSession()
  const filters = useFilters(parsers)
  return (
    <ListPage
      title={t('products.page')}
      actions={
        can('products.edit') && (
          <DialogButton icon={Plus} variant="primary" label={t('products.create')}>
            {close => <ProductDialog close={close} />}
          </DialogButton>
        )
      }
      operation={() => client().admin.listAdminProducts}
      query={filters.values}
      filters={filters}
      search={t('products.search')}
      fields={[choiceOf(filters, 'status', t('fields.status'), status => t(`products.statuses.${status}`))]}
      icon={Tags}
      none={t('products.none')}
      noneHint={t('products.noneHint')}
      columns={useColumns()}
      keyOf={({ id }) => id}
    />
  )
}

function useColumns(): Column<Product>[] {
  const { t } = useTranslation()
  return [
    titleColumn(
      'name',
      t('coupons.name'),
      ({ id, name, image, brand, category }) => (
        <span className="pictured">
          <Picture src={image} />
          <span className="stack-tight">
            <Link to={`/products/${encodeURIComponent(id)}`}>{name}</Link>
            <small className="muted">{[brand, category].filter(Boolean).join(' · ')}</small>
          </span>
        </span>
      ),
      { sort: 'name', isWide: true },
    ),
    endColumn('variants', t('products.variants'), ({ variants }) => formatNumber(variants.length)),
    moneyColumn('price', t('products.priceFrom'), { place: 'aside' }),
    endColumn('stock', t('products.available'), ({ variants }) => <Available variants={variants} />),
    column('status', t('fields.status'), ({ status }) => <ProductStatusBadge status={status} />, { place: 'state' }),
    dayColumn('createdAt', t('fields.createdAt'), { sort: 'createdAt' }),
  ]
}

/** The available pieces of all variants, and the number of variants without any. */
function Available({ variants }: Pick<Product, 'variants'>) {
  const { t } = useTranslation()
  const sold = variants.filter(({ active }) => active)
  const soldOut = sold.filter(({ inStock }) => !inStock).length
  return (
    <span className="stack-tight">
      <span>{formatNumber(sold.reduce((sum, { availableQuantity }) => sum + availableQuantity, 0))}</span>
      {soldOut > 0 && <small className="product-sold-out">{t('products.soldOut', { count: soldOut })}</small>}
    </span>
  )
}
