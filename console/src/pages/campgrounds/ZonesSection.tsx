import { Pencil, Plus, TentTree } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Changes } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { type Columns, endColumn, moneyColumn, titleColumn } from '../../design/columns.tsx'
import { DataTable } from '../../design/DataTable.tsx'
import { Dialog } from '../../design/Dialog.tsx'
import { DialogButton } from '../../design/DialogButton.tsx'
import { EmptyState } from '../../design/EmptyState.tsx'
import { MoreMenu } from '../../design/MoreMenu.tsx'
import { Section } from '../../design/Section.tsx'
import { TwoLines } from '../../design/Values.tsx'
import { formatNumber } from '../../lib/format.ts'
import { GuardedButton } from '../shared/GuardedButton.tsx'
import { AddPicture, Pictures } from '../shared/Pictures.tsx'
import { ActiveBadge } from './CampgroundsPage.tsx'
import type { Campground, Zone } from './campground.ts'
import { OpenZoneDialog, ZoneDialog } from './ZoneDialog.tsx'

/** The zones of a campground: sites and prices. */
export function ZonesSection({ campground: { id, zones } }: { campground: Campground }) {
  const { t } = useTranslation()
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
            aria-label={t('products.changeVariant', { sku: zone.type })}
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
    <Section
      title={t('fields.zones')}
      isCard={false}
      actions={
        <GuardedButton permissions={['campgrounds.edit']} isSmall icon={Plus} label={t('campgrounds.addZone')}>
          {close => <ZoneDialog campgroundId={id} close={close} />}
        </GuardedButton>
      }
    >
      <DataTable
        label={t('fields.zones')}
        columns={columns}
        items={zones}
        empty={<EmptyState icon={TentTree} title={t('calendar.noZones')} hint={t('campgrounds.noZonesHint')} />}
      />
    </Section>
  )
}

/** The pictures of a zone. */
function ZonePictures({ zone: { id, type, images }, close }: { zone: Zone; close(): void }) {
  const { t } = useTranslation()
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
