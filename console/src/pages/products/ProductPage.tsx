import { t } from 'i18next'
import { Eye, EyeOff, Pencil, Plus } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../app/session.ts'
import { type Columns, column, endColumn, moneyColumn, titleColumn } from '../../design/columns.tsx'
import { Loading, lazyPart } from '../../design/Loaded.tsx'
import { Section } from '../../design/Section.tsx'
import { TableSection } from '../../design/TableSection.tsx'
import { Badge, DateTime, Facts, Id } from '../../design/Values.tsx'
import { formatNumber } from '../../lib/format.ts'
import { AskingButton, DialogButton } from '../shared/DialogButtons.tsx'
import { PicturesSection } from '../shared/Pictures.tsx'
import { RecordPage } from '../shared/Record.tsx'
import {
  AddVariantDialog,
  ChangeVariantDialog,
  OpenOrders,
  openOrdersOf,
  ProductDialog,
  ProductStatusBadge,
} from './ProductDialogs.tsx'
import { type Product, useOpenOrders, type Variant } from './queries.ts'

const RichText = lazyPart(() => import('../../design/rich-text/RichText.tsx'))

/** One product: its variants with price and stock, pictures and texts. */
export function ProductPage() {
  const mayEdit = useSession().can('products.edit')
  return (
    <RecordPage
      list="products"
      operation="getAdminProduct"
      title={product => product?.name ?? t('products.product')}
      badge={({ status }) => <ProductStatusBadge status={status} />}
      subtitle={({ brand, category }) => [brand, category].filter(Boolean).join(' · ')}
      actions={product => mayEdit && <ProductActions product={product} />}
      side={({ id, images }) => (
        <PicturesSection
          images={images}
          save={mayEdit ? (admin, images) => admin.setImages({ id, images }) : undefined}
        />
      )}
    >
      {product => (
        <>
          <ProductVariants product={product} />
          <ProductTexts product={product} />
        </>
      )}
    </RecordPage>
  )
}

const ProductTexts = ({ product: { description, createdAt, updatedAt } }: { product: Product }) => (
  <Section title={t('products.description')}>
    {description === null ? (
      <p className="muted">{t('products.noDescription')}</p>
    ) : (
      <Suspense fallback={<Loading rows={2} />}>
        <RichText html={description} />
      </Suspense>
    )}
    <Facts
      of={{
        [t('fields.createdAt')]: <DateTime at={createdAt} />,
        [t('fields.updatedAt')]: <DateTime at={updatedAt} />,
      }}
    />
  </Section>
)

function ProductActions({ product }: { product: Product }) {
  const { id, name, status } = product
  const isShown = status === 'active'
  return (
    <>
      <AskingButton
        icon={isShown ? EyeOff : Eye}
        label={t(isShown ? 'products.hide' : 'products.publish')}
        title={t(isShown ? 'products.hideTitle' : 'products.publishTitle', { name })}
        hint={t(isShown ? 'products.hideHint' : 'products.publishHint')}
        run={admin => admin.setProductStatus({ id, status: isShown ? 'inactive' : 'active' })}
        done={() => t(isShown ? 'products.hidden' : 'products.published', { name })}
        failed={t('products.notChanged')}
      >
        {isShown && <OpenOrders product={product} />}
      </AskingButton>
      <DialogButton icon={Pencil} variant="primary" label={t('actions.edit')}>
        {close => <ProductDialog product={product} close={close} />}
      </DialogButton>
    </>
  )
}

/** The variants of a product: prices, available pieces, and orders to ship. */
function ProductVariants({ product }: { product: Product }) {
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
