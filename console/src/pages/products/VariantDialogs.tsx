import {
  type ChangedVariant,
  changeVariantsSchema,
  createProductSchema,
  type NewVariant,
} from '@campstore/contract/admin/products'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
import { changedFields } from '../../app/forms.ts'
import { FormDialog } from '../../design/FormDialog.tsx'
import { OpenOrders } from './OpenOrders.tsx'
import type { Product, Variant } from './queries.ts'
import { newVariant, VariantFields } from './VariantFields.tsx'

const newVariantSchema = createProductSchema.shape.variants.element
const changedVariantSchema = changeVariantsSchema.shape.variants.element

/** Another variant of a product. */
export function AddVariantDialog({ product, close }: { product: Product; close(): void }) {
  const { t } = useTranslation()
  const form = useForm({ resolver: zodResolver(newVariantSchema), defaultValues: newVariant })
  const { control, handleSubmit } = form
  const add = useAction({
    run: (admin, fields: NewVariant) => admin.addVariant({ id: product.id, ...fields }),
    done: (_, { sku }) => t('products.variantAdded', { sku }),
    failed: t('products.variantNotAdded'),
    form,
    onDone: close,
  })
  return (
    <FormDialog
      title={t('products.addVariant')}
      close={close}
      action={t('products.addVariant')}
      isPending={add.isPending}
      isWide
      submit={handleSubmit(fields => add.mutate(fields))}
    >
      <VariantFields control={control} path="" />
    </FormDialog>
  )
}

type ChangeVariantDialogProps = { product: Product; variant: Variant; close(): void }

/** Changes a variant; open orders keep what they have, and the dialog says how many there are. */
export function ChangeVariantDialog({ product, variant, close }: ChangeVariantDialogProps) {
  const { t } = useTranslation()
  const { id, sku, color, size, specification, price, active } = variant
  const form = useForm({
    resolver: zodResolver(changedVariantSchema),
    defaultValues: { id, sku, color, size, specification, price: price ?? undefined, active },
  })
  const { control, handleSubmit, formState } = form
  const { dirtyFields } = formState
  const save = useAction({
    run: (admin, fields: ChangedVariant) =>
      admin.changeVariants({ id: product.id, variants: [{ ...changedFields(fields, dirtyFields), id }] }),
    done: () => t('products.changed'),
    failed: t('products.notChanged'),
    form,
    onDone: close,
  })
  return (
    <FormDialog
      title={t('products.changeVariant', { sku })}
      close={close}
      action={t('actions.save')}
      isPending={save.isPending}
      isWide
      submit={handleSubmit(fields => save.mutate(fields))}
    >
      <OpenOrders product={product} only={id} />
      <VariantFields control={control} path="" />
    </FormDialog>
  )
}
