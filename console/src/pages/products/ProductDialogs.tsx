import { changeVariantsSchema, createProductSchema, productStatuses } from '@campstore/contract/admin/products'
import { t } from 'i18next'
import { Plus, Trash2 } from 'lucide-react'
import { type Control, type FieldPath, type FieldValues, useFieldArray } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { z } from 'zod'
import { useFormAction } from '../../app/form-action.ts'
import { Button, IconButton } from '../../design/Button.tsx'
import { FormCheckField, FormDialog, FormRichTextField, FormSelectField, FormTextField } from '../../design/Form.tsx'
import { FormSuggestField } from '../../design/FormSuggestField.tsx'
import { Message } from '../../design/Message.tsx'
import { badgeOf } from '../shared/StatusBadges.tsx'
import { type Product, useFacets, useOpenOrders, type Variant } from './queries.ts'
import './products.css'

const newVariantSchema = createProductSchema.shape.variants.element
const productSchema = createProductSchema.extend({ variants: z.array(newVariantSchema) })

/** A new product with its variants, and then its page; or a change of a product's texts. */
export function ProductDialog({ product, close }: { product?: Product; close(): void }) {
  const navigate = useNavigate()
  const { data: facets } = useFacets()
  const { name = '', category = null, brand = null, description = null, status = 'inactive' } = product ?? {}
  const { control, field, dialog } = useFormAction({
    schema: productSchema,
    values: { name, category, brand, description, status, variants: product ? [] : [newVariant] },
    isChange: product !== undefined,
    run: (admin, fields, changed) =>
      product ? admin.changeProduct({ id: product.id, ...changed }) : admin.createProduct(fields),
    done: ({ name }) => t(product ? 'products.changed' : 'actions.created', { name }),
    failed: t(product ? 'products.notChanged' : 'products.notCreated'),
    close,
    onDone: ({ id }) => !product && void navigate(`/products/${encodeURIComponent(id)}`),
  })
  return (
    <FormDialog title={t(product ? 'products.changeTitle' : 'products.create')} {...dialog} isWide>
      <FormTextField {...field('name', t('coupons.name'))} />
      <div className="form-columns">
        <FormSuggestField {...field('brand', t('products.brand'))} suggestions={facets?.brands} />
        <FormSuggestField {...field('category', t('products.category'))} suggestions={facets?.categories} />
      </div>
      <FormRichTextField {...field('description', t('products.description'))} />
      {!product && (
        <>
          <FormSelectField
            {...field('status', t('fields.status'))}
            options={productStatuses.map(value => ({ value, label: t(`products.statuses.${value}`) }))}
          />
          <NewVariants control={control} />
        </>
      )}
    </FormDialog>
  )
}

type ProductControl = Control<z.input<typeof productSchema>, unknown, z.output<typeof productSchema>>

function NewVariants({ control }: { control: ProductControl }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'variants' })
  return (
    <>
      {fields.map(({ id }, index) => (
        <fieldset key={id} className="product-variant">
          <legend>{t('products.variantNumber', { number: index + 1 })}</legend>
          <VariantFields control={control} path={`variants.${index}.`} />
          {fields.length > 1 && (
            <IconButton icon={Trash2} label={t('products.removeVariant')} onPress={() => remove(index)} />
          )}
        </fieldset>
      ))}
      <div>
        <Button icon={Plus} onPress={() => append(newVariant)}>
          {t('products.addVariant')}
        </Button>
      </div>
    </>
  )
}

const changedVariantSchema = changeVariantsSchema.shape.variants.element

/** Another variant of a product. */
export function AddVariantDialog({ product, close }: { product: Product; close(): void }) {
  const { control, dialog } = useFormAction({
    schema: newVariantSchema,
    values: newVariant,
    run: (admin, fields) => admin.addVariant({ id: product.id, ...fields }),
    done: (_, { sku }) => t('products.variantAdded', { sku }),
    failed: t('products.variantNotAdded'),
    close,
  })
  return (
    <FormDialog title={t('products.addVariant')} action={t('products.addVariant')} {...dialog} isWide>
      <VariantFields control={control} path="" />
    </FormDialog>
  )
}

type ChangeVariantDialogProps = { product: Product; variant: Variant; close(): void }

/** Changes a variant; orders to ship keep their prices and names, and the dialog shows their number. */
export function ChangeVariantDialog({ product, variant, close }: ChangeVariantDialogProps) {
  const { id, sku, color, size, specification, price, active } = variant
  const { control, dialog } = useFormAction({
    schema: changedVariantSchema,
    values: { id, sku, color, size, specification, price: price ?? undefined, active },
    isChange: true,
    run: (admin, _fields, changed) => admin.changeVariants({ id: product.id, variants: [{ ...changed, id }] }),
    done: () => t('products.changed'),
    failed: t('products.notChanged'),
    close,
  })
  return (
    <FormDialog title={t('actions.editOne', { name: sku })} {...dialog} isWide>
      <OpenOrders product={product} only={id} />
      <VariantFields control={control} path="" />
    </FormDialog>
  )
}

const newVariant = { sku: '', specification: '', color: null, size: null, price: '', active: true }

type VariantFieldsProps<Fields extends FieldValues, Result> = {
  control: Control<Fields, unknown, Result>
  /** The path of the variant's fields in the form: `''` or `variants.0.`. */
  path: '' | `variants.${number}.`
}

function VariantFields<Fields extends FieldValues, Result>({ control, path }: VariantFieldsProps<Fields, Result>) {
  // Each form of a variant has these fields at its path.
  const name = (field: keyof typeof newVariant) => `${path}${field}` as FieldPath<Fields>
  return (
    <div className="form-columns">
      <FormTextField control={control} name={name('sku')} label={t('products.sku')} />
      <FormTextField control={control} name={name('price')} label={t('products.price')} inputMode="decimal" />
      <FormTextField control={control} name={name('specification')} label={t('products.specification')} />
      <FormTextField control={control} name={name('color')} label={t('products.color')} whenEmpty={null} />
      <FormTextField control={control} name={name('size')} label={t('products.size')} whenEmpty={null} />
      <FormCheckField control={control} name={name('active')} label={t('products.sold')} />
    </div>
  )
}

/** The list of a variant's orders to ship. */
export const openOrdersOf = (variantId: string): string =>
  `/orders?status=unshipped&variantId=${encodeURIComponent(variantId)}`

/** Shows how many orders to ship contain variants of a product; they ship unchanged. */
export function OpenOrders({ product, only }: { product: Product; only?: string }) {
  const { data: counts = {} } = useOpenOrders(product)
  const held = product.variants.filter(({ id }) => (counts[id] ?? 0) > 0 && (only === undefined || id === only))
  if (held.length === 0) return null
  return (
    <Message tone="notice">
      <p>{t('products.openOrdersHint')}</p>
      <ul>
        {held.map(({ id, sku }) => (
          <li key={id}>
            <Link to={openOrdersOf(id)}>{t('products.openOrdersOf', { sku, count: counts[id] ?? 0 })}</Link>
          </li>
        ))}
      </ul>
    </Message>
  )
}

export const ProductStatusBadge = badgeOf<Product['status']>({ active: 'positive', inactive: 'neutral' }, status =>
  t(`products.statuses.${status}`),
)
