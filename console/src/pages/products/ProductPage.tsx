import { Eye, EyeOff, Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { Changes } from '../../app/client.ts'
import { useRead } from '../../app/read.ts'
import { useSession } from '../../app/session.ts'
import { BackLink } from '../../app/shell/BackLink.tsx'
import { Columns } from '../../design/Columns.tsx'
import { DialogButton } from '../../design/DialogButton.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { Section } from '../../design/Section.tsx'
import { DateTime, Facts } from '../../design/Values.tsx'
import { AskingButton } from '../shared/AskingButton.tsx'
import { PicturesSection } from '../shared/Pictures.tsx'
import { OpenOrders, ProductDialog, ProductStatusBadge } from './ProductDialogs.tsx'
import { ProductVariants } from './ProductVariants.tsx'
import type { Product } from './queries.ts'
import './products.css'

/** One product: its variants with price and stock, pictures and texts. */
export function ProductPage() {
  const { id = '' } = useParams()
  const { t } = useTranslation()
  const { can } = useSession()
  const query = useRead('getAdminProduct', { id })
  const product = query.data
  const savePictures = (admin: Changes, images: string[]) => admin.setImages({ id, images })
  return (
    <>
      <PageHeader
        title={product?.name ?? t('products.product')}
        back={<BackLink to="products" />}
        badge={product && <ProductStatusBadge status={product.status} />}
        subtitle={product && [product.brand, product.category].filter(Boolean).join(' · ')}
      >
        {product && can('products.edit') && <ProductActions product={product} />}
      </PageHeader>
      <Loaded query={query} rows={10}>
        {product => (
          <Columns
            side={<PicturesSection images={product.images} save={can('products.edit') ? savePictures : undefined} />}
          >
            <ProductVariants product={product} />
            <ProductTexts product={product} />
          </Columns>
        )}
      </Loaded>
    </>
  )
}

function ProductTexts({ product: { description, createdAt, updatedAt } }: { product: Product }) {
  const { t } = useTranslation()
  return (
    <Section title={t('products.description')}>
      {description === null ? (
        <p className="muted">{t('products.noDescription')}</p>
      ) : (
        <p className="description">{plainText(description)}</p>
      )}
      <Facts
        of={{
          [t('fields.createdAt')]: <DateTime at={createdAt} />,
          [t('fields.updatedAt')]: <DateTime at={updatedAt} />,
        }}
      />
    </Section>
  )
}

function ProductActions({ product }: { product: Product }) {
  const { t } = useTranslation()
  const { id, name, status } = product
  const isShown = status === 'active'
  return (
    <>
      <AskingButton
        icon={isShown ? EyeOff : Eye}
        label={t(isShown ? 'products.hide' : 'products.publish')}
        title={t(isShown ? 'products.hideTitle' : 'products.publishTitle', { name })}
        hint={t(isShown ? 'products.hideHint' : 'products.publishHint')}
        action={{
          run: admin => admin.setProductStatus({ id, status: isShown ? 'inactive' : 'active' }),
          done: () => t(isShown ? 'products.hidden' : 'products.published', { name }),
          failed: t('products.notChanged'),
        }}
      >
        {isShown && <OpenOrders product={product} />}
      </AskingButton>
      <DialogButton icon={Pencil} variant="primary" label={t('actions.edit')}>
        {close => <ProductDialog product={product} close={close} />}
      </DialogButton>
    </>
  )
}

/** The text of a description, which may contain HTML: the page shows none of it as markup. */
function plainText(html: string): string {
  const { body } = new DOMParser().parseFromString(html.replace(/<\/(?:p|li|tr|h\d)>|<br ?\/?>/gi, '$&\n'), 'text/html')
  return body.textContent.trim()
}
