import { t } from 'i18next'
import { Eye, EyeOff, Pencil } from 'lucide-react'
import { Suspense } from 'react'
import { useSession } from '../../app/session.ts'
import { Loading, lazyPart } from '../../design/Loaded.tsx'
import { Section } from '../../design/Section.tsx'
import { DateTime, Facts } from '../../design/Values.tsx'
import { AskingButton, DialogButton } from '../shared/DialogButtons.tsx'
import { PicturesSection } from '../shared/Pictures.tsx'
import { RecordPage } from '../shared/Record.tsx'
import { OpenOrders, ProductDialog, ProductStatusBadge } from './ProductDialogs.tsx'
import { ProductVariants } from './ProductVariants.tsx'
import type { Product } from './queries.ts'

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
