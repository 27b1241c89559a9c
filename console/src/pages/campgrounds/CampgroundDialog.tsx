import { createCampgroundSchema } from '@campstore/contract/admin/campgrounds'
import { useTranslation } from 'react-i18next'
import { useFormAction } from '../../app/form-action.ts'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormTextField } from '../../design/FormFields.tsx'
import { positionSchema, positionText } from './position.ts'
import type { Campground } from './queries.ts'

const formSchema = createCampgroundSchema
  .pick({ name: true, region: true, description: true, address: true, phone: true })
  .extend({ position: positionSchema })

type CampgroundDialogProps = {
  /** The campground that is changed; a new one without it. */
  campground?: Campground
  close(): void
  /** Called with the saved campground. */
  saved?(campground: Campground): void
}

/** A new campground, which cannot be booked yet, or a change of one. */
export function CampgroundDialog({ campground, close, saved }: CampgroundDialogProps) {
  const { t } = useTranslation()
  const { control, dialog } = useFormAction({
    schema: formSchema,
    values: {
      name: campground?.name ?? '',
      region: campground?.region ?? '',
      description: campground?.description ?? null,
      address: campground?.address ?? null,
      phone: campground?.phone ?? null,
      position: campground ? positionText(campground) : null,
    },
    run: (admin, { position, ...fields }, { position: moved, ...changed }) =>
      campground
        ? admin.changeCampground({ id: campground.id, ...changed, ...moved })
        : admin.createCampground({ ...fields, ...position, active: false }),
    done: ({ name }) => t(campground ? 'campgrounds.changed' : 'campgrounds.created', { name }),
    failed: t('campgrounds.notSaved'),
    onDone(result) {
      close()
      saved?.(result)
    },
  })
  return (
    <FormDialog
      title={t(campground ? 'campgrounds.change' : 'campgrounds.create')}
      close={close}
      action={t(campground ? 'actions.save' : 'actions.create')}
      {...dialog}
      isWide
    >
      <div className="form-columns">
        <FormTextField control={control} name="name" label={t('coupons.name')} />
        <FormTextField control={control} name="region" label={t('campgrounds.region')} />
        <FormTextField control={control} name="phone" label={t('fields.phone')} type="tel" whenEmpty={null} />
      </div>
      <FormTextField control={control} name="address" label={t('campgrounds.address')} whenEmpty={null} />
      <FormTextField
        control={control}
        name="position"
        label={t('campgrounds.position')}
        hint={t('campgrounds.positionHint')}
        whenEmpty={null}
      />
      <FormTextField control={control} name="description" label={t('products.description')} rows={5} whenEmpty={null} />
    </FormDialog>
  )
}
