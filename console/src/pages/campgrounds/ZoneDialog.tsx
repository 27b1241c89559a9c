import { addZoneSchema } from '@campstore/contract/admin/campgrounds'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormAction } from '../../app/form-action.ts'
import { useSession } from '../../app/session.ts'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormCheckField, FormNumberField, FormTextField } from '../../design/FormFields.tsx'
import { AffectedList } from '../closures/AffectedTable.tsx'
import { useBookingsOfZone, type Zone } from './queries.ts'

const formSchema = addZoneSchema.omit({ images: true })

type ZoneDialogProps = {
  campgroundId: string
  /** The zone that is changed; a new one without it. */
  zone?: Zone
  close(): void
}

/** A new zone, or a change of one. Before a zone shrinks or closes, it shows the bookings that are affected. */
export function ZoneDialog({ campgroundId, zone, close }: ZoneDialogProps) {
  const { t } = useTranslation()
  const { can } = useSession()
  const { control, watch, dialog } = useFormAction({
    schema: formSchema,
    values: {
      type: zone?.type ?? '',
      capacityPerSite: zone?.capacityPerSite,
      totalSites: zone?.totalSites,
      priceWeekday: zone?.priceWeekday ?? '',
      priceHoliday: zone?.priceHoliday ?? '',
      active: zone?.active ?? true,
    },
    run: (admin, fields, changed) =>
      zone ? admin.changeZone({ id: zone.id, ...changed }) : admin.addZone({ id: campgroundId, ...fields }),
    done: ({ type }) => t(zone ? 'campgrounds.zoneChanged' : 'campgrounds.zoneAdded', { type }),
    failed: t('campgrounds.zoneNotSaved'),
    onDone: close,
  })
  const [active, totalSites] = watch(['active', 'totalSites'])
  return (
    <FormDialog
      title={zone ? t('products.changeVariant', { sku: zone.type }) : t('campgrounds.addZone')}
      close={close}
      action={t(zone ? 'actions.save' : 'campgrounds.addZone')}
      {...dialog}
      isWide
    >
      <div className="form-columns">
        <FormTextField control={control} name="type" label={t('campgrounds.kind')} hint={t('campgrounds.kindHint')} />
        <FormNumberField control={control} name="totalSites" label={t('campgrounds.sites')} />
        <FormNumberField
          control={control}
          name="capacityPerSite"
          label={t('campgrounds.capacity')}
          hint={t('campgrounds.capacityHint')}
        />
        <FormTextField
          control={control}
          name="priceWeekday"
          label={t('campgrounds.priceWeekday')}
          inputMode="decimal"
        />
        <FormTextField
          control={control}
          name="priceHoliday"
          label={t('campgrounds.priceHoliday')}
          inputMode="decimal"
        />
        <FormCheckField control={control} name="active" label={t('campgrounds.isActive.true')} />
      </div>
      {zone && can('bookings.view') && <Affected zone={zone} isActive={active === true} totalSites={totalSites} />}
    </FormDialog>
  )
}

type AffectedProps = { zone: Zone; isActive: boolean; totalSites: number | undefined }

/** The bookings that stay when a zone closes, or that are in the way when it shrinks. */
function Affected({ zone, isActive, totalSites }: AffectedProps) {
  const { t } = useTranslation()
  if (totalSites !== undefined && totalSites < zone.totalSites)
    return <BookingsOfZone key={totalSites} id={zone.id} above={totalSites} hint={t('campgrounds.inTheWay')} />
  if (zone.active && !isActive) return <BookingsOfZone id={zone.id} above={0} hint={t('campgrounds.bookingsStay')} />
  return null
}

function BookingsOfZone({ id, above, hint }: { id: string; above: number; hint: string }) {
  const [page, setPage] = useState(0)
  return <AffectedList affected={useBookingsOfZone(id, above, page)} setPage={setPage} hint={hint} />
}
