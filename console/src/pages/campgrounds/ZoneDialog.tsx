import { addZoneSchema } from '@campstore/contract/admin/campgrounds'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../app/client.ts'
import { useFormAction } from '../../app/form-action.ts'
import { useSession } from '../../app/session.ts'
import { FormCheckField, FormDialog, FormNumberField, FormTextField } from '../../design/Form.tsx'
import { AffectedList } from '../closures/AffectedTable.tsx'
import { AskingDialog } from '../shared/AskingButton.tsx'
import type { Zone } from './campground.ts'

const formSchema = addZoneSchema.omit({ images: true })

/** A new zone, or a change of one. Before a zone shrinks, it shows the bookings that are in the way. */
export function ZoneDialog({ campgroundId, zone, close }: { campgroundId: string; zone?: Zone; close(): void }) {
  const { t } = useTranslation()
  const { field, watch, dialog } = useFormAction({
    schema: formSchema,
    values: {
      type: zone?.type ?? '',
      capacityPerSite: zone?.capacityPerSite,
      totalSites: zone?.totalSites,
      priceWeekday: zone?.priceWeekday ?? '',
      priceHoliday: zone?.priceHoliday ?? '',
      active: zone?.active ?? true,
    },
    isChange: zone !== undefined,
    run: (admin, fields, changed) =>
      zone ? admin.changeZone({ id: zone.id, ...changed }) : admin.addZone({ id: campgroundId, ...fields }),
    done: ({ type }) => t(zone ? 'campgrounds.zoneChanged' : 'campgrounds.zoneAdded', { type }),
    failed: t('campgrounds.zoneNotSaved'),
    closeWhenDone: close,
  })
  const totalSites = watch('totalSites')
  return (
    <FormDialog
      title={zone ? t('products.changeVariant', { sku: zone.type }) : t('campgrounds.addZone')}
      action={t(zone ? 'actions.save' : 'campgrounds.addZone')}
      {...dialog}
      isWide
    >
      <div className="form-columns">
        <FormTextField {...field('type', t('campgrounds.kind'), t('campgrounds.kindHint'))} />
        <FormNumberField {...field('totalSites', t('calendar.columns.sites'))} />
        <FormNumberField {...field('capacityPerSite', t('campgrounds.capacity'), t('campgrounds.capacityHint'))} />
        <FormTextField {...field('priceWeekday', t('campgrounds.priceWeekday'))} inputMode="decimal" />
        <FormTextField {...field('priceHoliday', t('campgrounds.priceHoliday'))} inputMode="decimal" />
        {!zone && <FormCheckField {...field('active', t('campgrounds.isActive.true'))} />}
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
  return (
    <AskingDialog
      title={t(active ? 'campgrounds.closeTitle' : 'campgrounds.openTitle', { name: type })}
      label={t(active ? 'campgrounds.close' : 'campgrounds.open')}
      close={close}
      run={admin => admin.changeZone({ id, active: !active })}
      done={() => t(active ? 'campgrounds.closed' : 'campgrounds.opened', { name: type })}
      failed={t('campgrounds.zoneNotSaved')}
      isWide={active}
    >
      <p>{t(active ? 'campgrounds.closeZoneHint' : 'campgrounds.openZoneHint')}</p>
      {active && <BookingsOfZone id={id} above={0} hint={t('campgrounds.bookingsStay')} />}
    </AskingDialog>
  )
}

/**
 * The bookings of a zone from today on, for administrators who may see them.
 *
 * @param props.above only bookings with a night on which more sites than this are taken
 */
function BookingsOfZone({ id, above, hint }: { id: string; above: number; hint: string }) {
  const [page, setPage] = useState(0)
  const enabled = useSession().can('bookings.view')
  const affected = useRead('listBookingsOfZone', { id, above, page, size: 10 }, { enabled, keepsPrevious: true })
  return enabled && <AffectedList affected={affected} setPage={setPage} hint={hint} />
}
