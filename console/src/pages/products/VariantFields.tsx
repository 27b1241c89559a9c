import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormCheckField, FormTextField } from '../../design/FormFields.tsx'

/** What the form of a new variant begins with. */
export const newVariant = { sku: '', specification: '', color: null, size: null, price: '', active: true }

type VariantFieldsProps<Fields extends FieldValues, Result> = {
  control: Control<Fields, unknown, Result>
  /** Where the variant's fields are in the form: `''` or `variants.0.`. */
  path: '' | `variants.${number}.`
}

/** The fields of a variant. */
export function VariantFields<Fields extends FieldValues, Result>({
  control,
  path,
}: VariantFieldsProps<Fields, Result>) {
  const { t } = useTranslation()
  // Each form of a variant has these fields at its path.
  const name = (field: keyof typeof newVariant) => `${path}${field}` as FieldPath<Fields>
  return (
    <div className="form-columns">
      <FormTextField control={control} name={name('sku')} label={t('products.sku')} />
      <FormTextField control={control} name={name('price')} label={t('products.price')} inputMode="decimal" />
      <FormTextField control={control} name={name('specification')} label={t('products.specification')} />
      <FormTextField control={control} name={name('color')} label={t('products.color')} whenEmpty={null} />
      <FormTextField control={control} name={name('size')} label={t('products.size')} whenEmpty={null} />
      <FormCheckField control={control} name={name('active')} label={t('products.isSold')} />
    </div>
  )
}
