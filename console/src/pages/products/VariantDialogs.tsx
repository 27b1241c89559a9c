import { changeVariantsSchema, createProductSchema } from '@campstore/contract/admin/products'
import { useTranslation } from 'react-i18next'
import { useFormAction } from '../../app/form-action.ts'
import { FormDialog } from '../../design/FormDialog.tsx'
import { OpenOrders } from './OpenOrders.tsx'
import type { Product, Variant } from './queries.ts'
import { newVariant, VariantFields } from './VariantFields.tsx'

const newVariantSchema = createProductSchema.shape.variants.element
const changedVariantSchema = changeVariantsSchema.shape.variants.element

/** Another variant of a product. */
export function AddVariantDialog({ product, close }: { product: Product; close(): void }) {
  const { t } = useTranslation()
  const { control, dialog } = useFormAction({
    schema: newVariantSchema,
    values: newVariant,
    run: (admin, fields) => admin.addVariant({ id: product.id, ...fields }),
    done: (_, { sku }) => t('products.variantAdded', { sku }),
    failed: t('products.variantNotAdded'),
    onDone: close,
  })
  return (
    <FormDialog title={t('products.addVariant')} close={close} action={t('products.addVariant')} {...dialog} isWide>
      <VariantFields control={control} path="" />
    </FormDialog>
  )
}

type ChangeVariantDialogProps = { product: Product; variant: Variant; close(): void }

/** Changes a variant; open orders keep what they have, and the dialog says how many there are. */
export function ChangeVariantDialog({ product, variant, close }: ChangeVariantDialogProps) {
  const { t } = useTranslation()
  const { id, sku, color, size, specification, price, active } = variant
  const { control, dialog } = useFormAction({
    schema: changedVariantSchema,
    values: { id, sku, color, size, specification, price: price ?? undefined, active },
    run: (admin, _fields, changed) => admin.changeVariants({ id: product.id, variants: [{ ...changed, id }] }),
    done: () => t('products.changed'),
    failed: t('products.notChanged'),
    onDone: close,
  })
  return (
    <FormDialog
      title={t('products.changeVariant', { sku })}
      close={close}
      action={t('actions.save')}
      {...dialog}
      isWide
    >
      <OpenOrders product={product} only={id} />
      <VariantFields control={control} path="" />
    </FormDialog>
  )
}
