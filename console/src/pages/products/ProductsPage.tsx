import { adminProductsQuerySchema } from '@campstore/contract/admin/products'
import { t } from 'i18next'
import { Plus, Tags } from 'lucide-react'
import { type Columns, column, dayColumn, endColumn, moneyColumn, titleColumn } from '../../design/columns.tsx'
import { TwoLines } from '../../design/Values.tsx'
import { filtersOf, useFilters } from '../../lib/filters.ts'
import { formatNumber } from '../../lib/format.ts'
import { DialogButton } from '../shared/DialogButtons.tsx'
import { choiceOf, ListPage } from '../shared/List.tsx'
import { RecordLink } from '../shared/links.tsx'
import { ProductDialog, ProductStatusBadge } from './ProductDialogs.tsx'
import type { Product } from './queries.ts'

const parsers = filtersOf(adminProductsQuerySchema.shape, 'q', 'status', 'category', 'brand', 'sort')

/** All products, including hidden ones. */
export function ProductsPage() {
  const filters = useFilters(parsers)
  const columns: Columns<Product> = [
    titleColumn('name', t('coupons.name'), { sort: 'name', isWide: true }, ({ id, name, image, brand, category }) => (
      <TwoLines picture={image} below={[brand, category].filter(Boolean).join(' · ')}>
        <RecordLink to="products" id={id} name={name} />
      </TwoLines>
    )),
    endColumn('variants', t('products.variants'), ({ variants }) => formatNumber(variants.length)),
    moneyColumn('price', t('products.priceFrom'), { place: 'aside' }),
    endColumn('stock', t('products.available'), ({ variants }) => <Available variants={variants} />),
    column('status', t('fields.status'), { place: 'state' }, ({ status }) => <ProductStatusBadge status={status} />),
    dayColumn('createdAt', t('fields.createdAt'), { sort: 'createdAt' }),
  ]
  return (
    <ListPage
      page="products"
      actions={
        <DialogButton permissions={['products.edit']} icon={Plus} variant="primary" label={t('products.create')}>
          {close => <ProductDialog close={close} />}
        </DialogButton>
      }
      operation="listAdminProducts"
      query={filters.values}
      filters={filters}
      fields={[choiceOf(filters, 'status', t('fields.status'), status => t(`products.statuses.${status}`))]}
      icon={Tags}
      columns={columns}
    />
  )
}

/** The available pieces of all variants, and the number of variants without any. */
function Available({ variants }: Pick<Product, 'variants'>) {
  const sold = variants.filter(({ active }) => active)
  const soldOut = sold.filter(({ inStock }) => !inStock).length
  return (
    <span className="stack-tight">
      <span>{formatNumber(sold.reduce((sum, { availableQuantity }) => sum + availableQuantity, 0))}</span>
      {soldOut > 0 && <small className="product-sold-out">{t('products.soldOut', { count: soldOut })}</small>}
    </span>
  )
}
