import { changeProductSchema } from '@campstore/contract/admin/products'
import { useTranslation } from 'react-i18next'
import { useFormAction } from '../../app/form-action.ts'
import { FormDialog } from '../../design/FormDialog.tsx'
import { ProductFields } from './ProductFields.tsx'
import type { Product } from './queries.ts'

/** Changes the texts of a product; only what was changed is sent. */
export function ChangeProductDialog({ product, close }: { product: Product; close(): void }) {
  const { t } = useTranslation()
  const { id, name, brand, category, description } = product
  const { control, dialog } = useFormAction({
    schema: changeProductSchema,
    values: { name, brand, category, description },
    run: (admin, _fields, changed) => admin.changeProduct({ id, ...changed }),
    done: () => t('products.changed'),
    failed: t('products.notChanged'),
    onDone: close,
  })
  return (
    <FormDialog title={t('products.changeTitle')} close={close} action={t('actions.save')} {...dialog} isWide>
      <ProductFields control={control} />
    </FormDialog>
  )
}
