import { addZoneSchema } from '@campstore/contract/admin/campgrounds'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
import { useFormAction } from '../../app/form-action.ts'
import { useSession } from '../../app/session.ts'
import { ConfirmDialog } from '../../design/ConfirmDialog.tsx'
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

/** A new zone, or a change of one. Before a zone shrinks, it shows the bookings that are in the way. */
export function ZoneDialog({ campgroundId, zone, close }: ZoneDialogProps) {
  const { t } = useTranslation()
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
  const totalSites = watch('totalSites')
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
        {!zone && <FormCheckField control={control} name="active" label={t('campgrounds.isActive.true')} />}
      </div>
      {zone && totalSites !== undefined && totalSites < zone.totalSites && (
        <BookingsOfZone key={totalSites} id={zone.id} above={totalSites} hint={t('campgrounds.inTheWay')} />
      )}
    </FormDialog>
  )
}

/** Opens a zone for booking, or closes it; before it closes, it shows the bookings that stay. */
export function OpenZoneDialog({ zone: { id, type, active }, close }: { zone: Zone; close(): void }) {
  const { t } = useTranslation()
  const change = useAction({
    run: admin => admin.changeZone({ id, active: !active }),
    done: () => t(active ? 'campgrounds.closed' : 'campgrounds.opened', { name: type }),
    failed: t('campgrounds.zoneNotSaved'),
    close,
  })
  return (
    <ConfirmDialog
      title={t(active ? 'campgrounds.closeTitle' : 'campgrounds.openTitle', { name: type })}
      close={close}
      action={t(active ? 'campgrounds.close' : 'campgrounds.open')}
      isPending={change.isPending}
      confirm={() => change.mutate()}
      isWide={active}
    >
      <p>{t(active ? 'campgrounds.closeZoneHint' : 'campgrounds.openZoneHint')}</p>
      {active && <BookingsOfZone id={id} above={0} hint={t('campgrounds.bookingsStay')} />}
    </ConfirmDialog>
  )
}

/** The bookings of a zone, for administrators who may see them. */
function BookingsOfZone({ id, above, hint }: { id: string; above: number; hint: string }) {
  const [page, setPage] = useState(0)
  const { can } = useSession()
  const affected = useBookingsOfZone(id, above, page, can('bookings.view'))
  return can('bookings.view') && <AffectedList affected={affected} setPage={setPage} hint={hint} />
}
