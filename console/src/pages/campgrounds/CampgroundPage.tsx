import { t } from 'i18next'
import { CircleSlash, Pencil, Tent } from 'lucide-react'
import { useSession, useToday } from '../../app/session.ts'
import { Section } from '../../design/Section.tsx'
import { Facts, Phone } from '../../design/Values.tsx'
import { AffectedPreview } from '../closures/AffectedTable.tsx'
import { AskingButton, DialogButton } from '../shared/DialogButtons.tsx'
import { PicturesSection } from '../shared/Pictures.tsx'
import { RecordPage } from '../shared/Record.tsx'
import { type Campground, CampgroundDialog } from './CampgroundDialog.tsx'
import { ActiveBadge } from './CampgroundsPage.tsx'
import { positionText } from './position.ts'
import { RentalsSection } from './RentalsSection.tsx'
import { ZonesSection } from './ZonesSection.tsx'

/** One campground: its zones and rental listings with prices, its texts, position and pictures. */
export function CampgroundPage() {
  const mayEdit = useSession().can('campgrounds.edit')
  return (
    <RecordPage
      list="campgrounds"
      operation="getAdminCampground"
      title={campground => campground?.name ?? t('fields.campground')}
      badge={({ active }) => <ActiveBadge isActive={active} />}
      subtitle={({ region }) => region}
      actions={campground => mayEdit && <CampgroundActions campground={campground} />}
      side={campground => (
        <>
          <Details campground={campground} />
          <PicturesSection
            images={campground.images}
            save={mayEdit ? (admin, images) => admin.changeCampground({ id: campground.id, images }) : undefined}
          />
        </>
      )}
    >
      {campground => (
        <>
          <ZonesSection campground={campground} />
          <RentalsSection campgroundId={campground.id} />
        </>
      )}
    </RecordPage>
  )
}

/** The last date of the API. */
const lastDay = '9999-12-31'

/** Stops or allows bookings, and changes the rest; before bookings are stopped, it shows those that there are. */
function CampgroundActions({ campground }: { campground: Campground }) {
  const { can } = useSession()
  const startDate = useToday()
  const { id, name, active } = campground
  return (
    <>
      <AskingButton
        icon={active ? CircleSlash : Tent}
        label={t(active ? 'campgrounds.close' : 'campgrounds.open')}
        title={t(active ? 'campgrounds.closeTitle' : 'campgrounds.openTitle', { name })}
        hint={t(active ? 'campgrounds.closeHint' : 'campgrounds.openHint')}
        run={admin => admin.changeCampground({ id, active: !active })}
        done={() => t(active ? 'campgrounds.closed' : 'campgrounds.opened', { name })}
        failed={t('campgrounds.notSaved')}
        isWide={active}
      >
        {active && can('closures.view', 'bookings.view') && (
          <AffectedPreview
            dates={{ campgroundId: id, closureType: 'date_range', startDate, endDate: lastDay }}
            hint={t('campgrounds.bookingsStay')}
          />
        )}
      </AskingButton>
      <DialogButton icon={Pencil} variant="primary" label={t('actions.edit')}>
        {close => <CampgroundDialog campground={campground} close={close} />}
      </DialogButton>
    </>
  )
}

function Details({ campground }: { campground: Campground }) {
  const { address, phone, description } = campground
  const position = positionText(campground)
  return (
    <Section title={t('closures.details')}>
      <Facts
        of={{
          [t('campgrounds.address')]: address ?? '–',
          [t('fields.phone')]: phone === null ? '–' : <Phone number={phone} />,
          [t('campgrounds.position')]: position === null ? '–' : <MapLink position={position} />,
        }}
      />
      {description === null ? (
        <p className="muted">{t('products.noDescription')}</p>
      ) : (
        <p className="description">{description}</p>
      )}
    </Section>
  )
}

function MapLink({ position }: { position: string }) {
  const found = new URLSearchParams({ api: '1', query: position })
  return (
    <span className="stack-tight">
      {position}
      <a href={`https://www.google.com/maps/search/?${found}`} target="_blank" rel="noreferrer">
        {t('campgrounds.map')}
      </a>
    </span>
  )
}
