import { type ChangeProduct, changeProductSchema } from '@campstore/contract/admin/products'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
import { changedFields } from '../../app/forms.ts'
import { FormDialog } from '../../design/FormDialog.tsx'
import { ProductFields } from './ProductFields.tsx'
import type { Product } from './queries.ts'

/** Changes the texts of a product; only what was changed is sent. */
export function ChangeProductDialog({ product, close }: { product: Product; close(): void }) {
  const { t } = useTranslation()
  const { id, name, brand, category, description } = product
  const form = useForm({
    resolver: zodResolver(changeProductSchema),
    defaultValues: { name, brand, category, description },
  })
  const { control, handleSubmit, formState } = form
  const { dirtyFields } = formState
  const save = useAction({
    run: (admin, fields: ChangeProduct) => admin.changeProduct({ id, ...changedFields(fields, dirtyFields) }),
    done: () => t('products.changed'),
    failed: t('products.notChanged'),
    form,
    onDone: close,
  })
  return (
    <FormDialog
      title={t('products.changeTitle')}
      close={close}
      action={t('actions.save')}
      isPending={save.isPending}
      isWide
      submit={handleSubmit(fields => save.mutate(fields))}
    >
      <ProductFields control={control} />
    </FormDialog>
  )
}
