import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormTextField } from '../../design/FormFields.tsx'

/** The texts of a product. */
export function ProductFields<Fields extends FieldValues, Result>(props: {
  control: Control<Fields, unknown, Result>
}) {
  const { control } = props
  const { t } = useTranslation()
  // Both forms of a product have these fields.
  const name = (field: 'name' | 'brand' | 'category' | 'description') => field as FieldPath<Fields>
  return (
    <>
      <FormTextField control={control} name={name('name')} label={t('products.name')} />
      <div className="form-columns">
        <FormTextField control={control} name={name('brand')} label={t('products.brand')} whenEmpty={null} />
        <FormTextField control={control} name={name('category')} label={t('products.category')} whenEmpty={null} />
      </div>
      <FormTextField
        control={control}
        name={name('description')}
        label={t('products.description')}
        hint={t('products.descriptionHint')}
        rows={5}
        whenEmpty={null}
      />
    </>
  )
}
