import { Plus, Tags } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { client } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { Button } from '../../design/Button.tsx'
import { type Column, DataTable } from '../../design/DataTable.tsx'
import { EmptyState } from '../../design/EmptyState.tsx'
import { FilterBar } from '../../design/FilterBar.tsx'
import { FilterSelect } from '../../design/FilterFields.tsx'
import { LoadedList } from '../../design/LoadedList.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { Picture } from '../../design/Picture.tsx'
import { SearchField } from '../../design/SearchField.tsx'
import { DayText, Money } from '../../design/Values.tsx'
import { dayOf } from '../../lib/days.ts'
import { useFilters } from '../../lib/filters.ts'
import { formatNumber } from '../../lib/format.ts'
import { CsvButton } from '../shared/CsvButton.tsx'
import { CreateProductDialog } from './CreateProductDialog.tsx'
import { ProductStatusBadge } from './ProductStatusBadge.tsx'
import { type Product, productFilters, productStatuses, useProducts } from './queries.ts'
import './products.css'

/** What the store offers, hidden products too. */
export function ProductsPage() {
  const { t } = useTranslation()
  const { can } = useSession()
  const filters = useFilters(productFilters)
  const { q, status, sort } = filters.values
  const products = useProducts({ ...filters.values, page: filters.page })
  const columns = useColumns()
  return (
    <>
      <PageHeader title={t('pages.products')}>{can('products.edit') && <CreateProduct />}</PageHeader>
      <FilterBar
        filters={filters}
        search={<SearchField label={t('products.search')} value={q ?? ''} onChange={q => filters.set({ q })} />}
        end={<CsvButton read={() => client().admin.listAdminProducts.csv(filters.values)} />}
      >
        <FilterSelect
          label={t('fields.status')}
          value={status}
          onChange={status => filters.set({ status })}
          options={productStatuses.map(value => ({ value, label: t(`products.statuses.${value}`) }))}
        />
      </FilterBar>
      <LoadedList
        query={products}
        rows={10}
        filters={filters}
        empty={
          <EmptyState icon={Tags} title={t('products.none')}>
            {filters.count > 0 && t('products.noneHint')}
          </EmptyState>
        }
      >
        {items => (
          <DataTable
            label={t('pages.products')}
            columns={columns}
            items={items}
            keyOf={({ id }) => id}
            sort={{ value: sort ?? 'id,asc', onChange: value => filters.set({ sort: productFilters.sort(value) }) }}
          />
        )}
      </LoadedList>
    </>
  )
}

/** Creates a product, and then shows it. */
function CreateProduct() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <Button icon={Plus} variant="primary" onPress={() => setCreating(true)}>
        {t('products.create')}
      </Button>
      {isCreating && (
        <CreateProductDialog
          close={() => setCreating(false)}
          onDone={({ id }) => void navigate(`/products/${encodeURIComponent(id)}`)}
        />
      )}
    </>
  )
}

function useColumns(): Column<Product>[] {
  const { t } = useTranslation()
  return [
    {
      id: 'name',
      header: t('products.name'),
      sort: 'name',
      isTitle: true,
      isWide: true,
      cell: ({ id, name, image, brand, category }) => (
        <span className="product-name">
          <Picture src={image} />
          <span className="stack-tight">
            <Link to={`/products/${encodeURIComponent(id)}`}>{name}</Link>
            <small className="muted">{[brand, category].filter(Boolean).join(' · ')}</small>
          </span>
        </span>
      ),
    },
    {
      id: 'variants',
      header: t('products.variants'),
      align: 'end',
      cell: ({ variants }) => formatNumber(variants.length),
    },
    {
      id: 'price',
      header: t('products.priceFrom'),
      align: 'end',
      cell: ({ price }) => (price === null ? '–' : <Money amount={price} />),
    },
    {
      id: 'stock',
      header: t('products.available'),
      align: 'end',
      cell: ({ variants }) => <Available variants={variants} />,
    },
    { id: 'status', header: t('fields.status'), cell: ({ status }) => <ProductStatusBadge status={status} /> },
    {
      id: 'created',
      header: t('products.createdAt'),
      sort: 'createdAt',
      cell: ({ createdAt }) => <DayText day={dayOf(createdAt)} />,
    },
  ]
}

/** Pieces of all variants that can be sold, and how many variants have none. */
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
