import { createCampgroundSchema } from '@campstore/contract/admin/campgrounds'
import { t } from 'i18next'
import { useNavigate } from 'react-router'
import type { Schemas } from '../../app/client.ts'
import { useFormAction } from '../../app/form-action.ts'
import { FormDialog, FormTextField } from '../../design/Form.tsx'
import { positionSchema, positionText } from './position.ts'

export type Campground = Schemas['Campground']

const formSchema = createCampgroundSchema
  .pick({ name: true, region: true, description: true, address: true, phone: true })
  .extend({ position: positionSchema })

/** A new campground, which cannot be booked yet, and then its page; or a change of one. */
export function CampgroundDialog({ campground, close }: { campground?: Campground; close(): void }) {
  const navigate = useNavigate()
  const { name = '', region = '', description = null, address = null, phone = null } = campground ?? {}
  const { field, dialog } = useFormAction({
    schema: formSchema,
    values: { name, region, description, address, phone, position: campground ? positionText(campground) : null },
    isChange: campground !== undefined,
    run: (admin, { position, ...fields }, { position: moved, ...changed }) =>
      campground
        ? admin.changeCampground({ id: campground.id, ...changed, ...moved })
        : admin.createCampground({ ...fields, ...position, active: false }),
    done: ({ name }) => t(campground ? 'actions.saved' : 'campgrounds.created', { name }),
    failed: t('campgrounds.notSaved'),
    close,
    onDone: ({ id }) => !campground && void navigate(`/campgrounds/${encodeURIComponent(id)}`),
  })
  return (
    <FormDialog title={t(campground ? 'campgrounds.change' : 'campgrounds.create')} {...dialog} isWide>
      <div className="form-columns">
        <FormTextField {...field('name', t('coupons.name'))} />
        <FormTextField {...field('region', t('campgrounds.region'))} />
        <FormTextField {...field('phone', t('fields.phone'))} type="tel" whenEmpty={null} />
      </div>
      <FormTextField {...field('address', t('campgrounds.address'))} whenEmpty={null} />
      <FormTextField
        {...field('position', t('campgrounds.position'), t('campgrounds.positionHint'))}
        whenEmpty={null}
      />
      <FormTextField {...field('description', t('products.description'))} rows={5} whenEmpty={null} />
    </FormDialog>
  )
}
