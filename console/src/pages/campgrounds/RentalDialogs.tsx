import { createRentalListingSchema } from '@campstore/contract/admin/rental-listings'
import { X } from 'lucide-react'
import { useState } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useFormAction } from '../../app/form-action.ts'
import { IconButton } from '../../design/Button.tsx'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormCheckField, FormNumberField, FormTextField } from '../../design/FormFields.tsx'
import { useProblems } from '../../lib/problems.ts'
import { VariantSearch } from '../stock/LinesField.tsx'
import type { Stock } from '../stock/queries.ts'
import { VariantName } from '../stock/stock-columns.tsx'
import type { RentalListing } from './queries.ts'

/** A listing's discount in percent; the API has `0.15`. */
const percent = z
  .int()
  .min(0)
  .max(30)
  .transform(percent => (percent / 100).toFixed(2))

const createSchema = createRentalListingSchema.omit({ campgroundId: true }).extend({ discountRate: percent })
const changeSchema = createSchema.omit({ variantId: true })

/** A variant that a campground rents out from now on. */
export function CreateListingDialog({ campgroundId, close }: { campgroundId: string; close(): void }) {
  const { t } = useTranslation()
  const { control, dialog } = useFormAction({
    schema: createSchema,
    values: { variantId: '', priceWeekday: '', priceHoliday: '', discountRate: 0, active: true },
    run: (admin, fields) => admin.createRentalListing({ campgroundId, ...fields }),
    done: ({ name }) => t('campgrounds.rentalAdded', { name }),
    failed: t('campgrounds.rentalNotSaved'),
    onDone: close,
  })
  return (
    <FormDialog title={t('campgrounds.addRental')} close={close} action={t('campgrounds.addRental')} {...dialog} isWide>
      <VariantField control={control} name="variantId" />
      <ListingFields control={control} />
    </FormDialog>
  )
}

/** Changes prices, discount and state of a listing; only changed ones are sent. */
export function ChangeListingDialog({ listing, close }: { listing: RentalListing; close(): void }) {
  const { t } = useTranslation()
  const { id, name, specification, sku, priceWeekday, priceHoliday, discountRate, active } = listing
  const { control, dialog } = useFormAction({
    schema: changeSchema,
    values: { priceWeekday, priceHoliday, discountRate: Math.round(Number(discountRate) * 100), active },
    run: (admin, _fields, changed) => admin.changeRentalListing({ id, ...changed }),
    done: ({ name }) => t('campgrounds.rentalChanged', { name }),
    failed: t('campgrounds.rentalNotSaved'),
    onDone: close,
  })
  return (
    <FormDialog
      title={t('campgrounds.changeRental', { sku })}
      close={close}
      action={t('actions.save')}
      {...dialog}
      isWide
    >
      <p className="muted">
        {name} · {specification}
      </p>
      <ListingFields control={control} />
    </FormDialog>
  )
}

/** The fields of a listing that can be changed. */
function ListingFields<Fields extends FieldValues, Result>({ control }: { control: Control<Fields, unknown, Result> }) {
  const { t } = useTranslation()
  // Both forms of a listing have these fields.
  const name = (field: keyof z.input<typeof changeSchema>) => field as FieldPath<Fields>
  return (
    <>
      <div className="form-columns">
        <FormTextField
          control={control}
          name={name('priceWeekday')}
          label={t('campgrounds.priceWeekday')}
          inputMode="decimal"
        />
        <FormTextField
          control={control}
          name={name('priceHoliday')}
          label={t('campgrounds.priceHoliday')}
          inputMode="decimal"
        />
        <FormNumberField
          control={control}
          name={name('discountRate')}
          label={t('campgrounds.discount')}
          hint={t('campgrounds.discountHint')}
        />
        <FormCheckField control={control} name={name('active')} label={t('campgrounds.isActive.true')} />
      </div>
      <p className="muted">{t('campgrounds.rentalHint')}</p>
    </>
  )
}

type VariantFieldProps<Fields extends FieldValues, Result> = {
  control: Control<Fields, unknown, Result>
  name: FieldPath<Fields>
}

/** A variant, found by SKU or name. */
function VariantField<Fields extends FieldValues, Result>({ control, name }: VariantFieldProps<Fields, Result>) {
  const { t } = useTranslation()
  const problemOf = useProblems()
  const { field, fieldState } = useController({ control, name })
  const [chosen, setChosen] = useState<Stock>()
  const problem = problemOf(fieldState.error)
  const choose = (variant: Stock | undefined) => {
    setChosen(variant)
    field.onChange(variant?.variantId ?? '')
  }
  if (chosen === undefined) return <VariantSearch add={choose} problem={problem} />
  return (
    <div className="stack-tight">
      <div className="spread">
        <VariantName variant={chosen} />
        <IconButton icon={X} label={t('stock.removeLine', { sku: chosen.sku })} onPress={() => choose(undefined)} />
      </div>
      {problem && <span className="field-problem">{problem}</span>}
    </div>
  )
}
