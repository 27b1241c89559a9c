import { createProductSchema, productStatuses } from '@campstore/contract/admin/products'
import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFormAction } from '../../app/form-action.ts'
import { Button, IconButton } from '../../design/Button.tsx'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormSelectField } from '../../design/FormFields.tsx'
import { ProductFields } from './ProductFields.tsx'
import type { Product } from './queries.ts'
import { newVariant, VariantFields } from './VariantFields.tsx'

type CreateProductDialogProps = { close(): void; onDone(product: Product): void }

/** A new product with its variants. */
export function CreateProductDialog({ close, onDone }: CreateProductDialogProps) {
  const { t } = useTranslation()
  const { control, dialog } = useFormAction({
    schema: createProductSchema,
    values: {
      name: '',
      category: null,
      brand: null,
      description: null,
      status: 'inactive',
      variants: [newVariant],
    },
    run: (admin, fields) => admin.createProduct(fields),
    done: ({ name }) => t('products.created', { name }),
    failed: t('products.notCreated'),
    onDone,
  })
  const variants = useFieldArray({ control, name: 'variants' })
  return (
    <FormDialog title={t('products.create')} close={close} action={t('actions.create')} {...dialog} isWide>
      <ProductFields control={control} />
      <FormSelectField
        control={control}
        name="status"
        label={t('fields.status')}
        options={productStatuses.map(value => ({ value, label: t(`products.statuses.${value}`) }))}
      />
      {variants.fields.map(({ id }, index) => (
        <fieldset key={id} className="product-variant">
          <legend>{t('products.variantNumber', { number: index + 1 })}</legend>
          <VariantFields control={control} path={`variants.${index}.`} />
          {variants.fields.length > 1 && (
            <IconButton icon={Trash2} label={t('products.removeVariant')} onPress={() => variants.remove(index)} />
          )}
        </fieldset>
      ))}
      <div>
        <Button icon={Plus} onPress={() => variants.append(newVariant)}>
          {t('products.addVariant')}
        </Button>
      </div>
    </FormDialog>
  )
}
