import { addZoneSchema } from '@campstore/contract/admin/campgrounds'
import { t } from 'i18next'
import { Pencil, Plus, TentTree } from 'lucide-react'
import { useState } from 'react'
import { type Changes, useRead } from '../../app/client.ts'
import { useFormAction } from '../../app/form-action.ts'
import { useSession } from '../../app/session.ts'
import { type Columns, endColumn, moneyColumn, titleColumn } from '../../design/columns.tsx'
import { Dialog } from '../../design/Dialog.tsx'
import { FormCheckField, FormDialog, FormNumberField, FormTextField } from '../../design/Form.tsx'
import { EmptyState } from '../../design/Loaded.tsx'
import { TableSection } from '../../design/TableSection.tsx'
import { TwoLines } from '../../design/Values.tsx'
import { formatNumber } from '../../lib/format.ts'
import { AffectedList } from '../closures/AffectedTable.tsx'
import { AskingDialog, DialogButton, MoreMenu } from '../shared/DialogButtons.tsx'
import { AddPicture, Pictures } from '../shared/Pictures.tsx'
import type { Campground } from './CampgroundDialog.tsx'
import { ActiveBadge } from './CampgroundsPage.tsx'

type Zone = Campground['zones'][number]

/** The zones of a campground: sites and prices. */
export function ZonesSection({ campground: { id, zones } }: { campground: Campground }) {
  const { can } = useSession()
  const columns: Columns<Zone> = [
    titleColumn('type', t('calendar.zone'), ({ type, capacityPerSite, images, active }) => (
      <TwoLines picture={images[0] ?? null} below={t('campgrounds.guestsPerSite', { count: capacityPerSite })}>
        <span className="row">
          {type}
          {!active && <ActiveBadge isActive={active} />}
        </span>
      </TwoLines>
    )),
    endColumn('sites', t('calendar.columns.sites'), ({ totalSites }) => formatNumber(totalSites)),
    moneyColumn('priceWeekday', t('settings.kinds.weekday')),
    moneyColumn('priceHoliday', t('settings.kinds.holiday')),
    endColumn('actions', t('webhooks.actions'), zone => (
      <span className="row data-table-actions">
        {can('campgrounds.edit') && (
          <DialogButton
            isSmall
            icon={Pencil}
            label={t('actions.edit')}
            aria-label={t('actions.editOne', { name: zone.type })}
          >
            {close => <ZoneDialog campgroundId={id} zone={zone} close={close} />}
          </DialogButton>
        )}
        <MoreMenu label={t('actions.moreOf', { name: zone.type })}>
          {{
            [t('campgrounds.zonePictures', zone)]: close => <ZonePictures zone={zone} close={close} />,
            ...(can('campgrounds.edit') && {
              [t(zone.active ? 'campgrounds.closeZone' : 'campgrounds.openZone', zone)]: close => (
                <OpenZoneDialog zone={zone} close={close} />
              ),
            }),
          }}
        </MoreMenu>
      </span>
    )),
  ]
  return (
    <TableSection
      title={t('fields.zones')}
      actions={
        <DialogButton permissions={['campgrounds.edit']} isSmall icon={Plus} label={t('campgrounds.addZone')}>
          {close => <ZoneDialog campgroundId={id} close={close} />}
        </DialogButton>
      }
      columns={columns}
      items={zones}
      empty={<EmptyState icon={TentTree} title={t('calendar.noZones')} hint={t('campgrounds.noZonesHint')} />}
    />
  )
}

function ZonePictures({ zone: { id, type, images }, close }: { zone: Zone; close(): void }) {
  const { can } = useSession()
  const save = can('campgrounds.edit')
    ? (admin: Changes, images: string[]) => admin.changeZone({ id, images })
    : undefined
  return (
    <Dialog title={t('campgrounds.zonePictures', { type })} close={close}>
      <Pictures images={images} save={save} />
      <div>
        <AddPicture images={images} save={save} />
      </div>
    </Dialog>
  )
}

const formSchema = addZoneSchema.omit({ images: true })

/** A new zone, or a change of one. Before a zone shrinks, it shows the bookings that are in the way. */
function ZoneDialog({ campgroundId, zone, close }: { campgroundId: string; zone?: Zone; close(): void }) {
  const { type = '', priceWeekday = '', priceHoliday = '', active = true } = zone ?? {}
  const { field, watch, dialog } = useFormAction({
    schema: formSchema,
    values: {
      type,
      capacityPerSite: zone?.capacityPerSite,
      totalSites: zone?.totalSites,
      priceWeekday,
      priceHoliday,
      active,
    },
    isChange: zone !== undefined,
    run: (admin, fields, changed) =>
      zone ? admin.changeZone({ id: zone.id, ...changed }) : admin.addZone({ id: campgroundId, ...fields }),
    done: ({ type }) => t(zone ? 'campgrounds.zoneChanged' : 'campgrounds.zoneAdded', { type }),
    failed: t('campgrounds.zoneNotSaved'),
    close,
  })
  const totalSites = watch('totalSites')
  return (
    <FormDialog
      title={zone ? t('actions.editOne', { name: zone.type }) : t('campgrounds.addZone')}
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
const OpenZoneDialog = ({ zone: { id, type, active }, close }: { zone: Zone; close(): void }) => (
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

/** The bookings of a zone from today on, with a night of which more sites are taken than `above`; for administrators who may see them. */
function BookingsOfZone({ id, above, hint }: { id: string; above: number; hint: string }) {
  const [page, setPage] = useState(0)
  const enabled = useSession().can('bookings.view')
  const affected = useRead('listBookingsOfZone', { id, above, page, size: 10 }, { enabled, keepsPrevious: true })
  return enabled && <AffectedList affected={affected} setPage={setPage} hint={hint} />
}
