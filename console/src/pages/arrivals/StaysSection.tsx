import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { Tent } from 'lucide-react'
import { Link } from 'react-router'
import { client, type Schemas } from '../../app/client.ts'
import { useToday } from '../../app/session.ts'
import { type Columns, column, endColumn, titleColumn, wideColumn } from '../../design/columns.tsx'
import { DataTable } from '../../design/DataTable.tsx'
import { EmptyState, Loaded } from '../../design/Loaded.tsx'
import { Section } from '../../design/Section.tsx'
import { DayText, Email, Phone, TwoLines } from '../../design/Values.tsx'
import { type Day, daysBetween } from '../../lib/days.ts'
import { StayState } from '../shared/Attendance.tsx'
import { useBulkBookings } from '../shared/BulkBookingAction.tsx'
import { NoteLines } from '../shared/NotesSection.tsx'

type StaysSectionProps = { kind: Kind; day: Day; campgroundId: string | undefined; q: string | undefined }

/** The stays of one kind, and their next action: arrivals are confirmed, departures completed. */
export function StaysSection(props: StaysSectionProps) {
  const { kind, day, campgroundId, q } = props
  const query = useStays(props)
  const count = query.data?.length
  const guests = guestsOf(query.data ?? [])
  // Overdue bookings are rare; an empty section would only be in the way.
  if (kind === 'overdue' && count === 0) return null
  return (
    <div id={kind} className="arrivals-part">
      <Section
        title={t(`arrivals.kinds.${kind}`)}
        count={count}
        hint={
          kind === 'overdue' ? t('arrivals.overdueHint') : count ? t('arrivals.guests', { count: guests }) : undefined
        }
        isCard={false}
      >
        <Loaded query={query} rows={3}>
          {stays =>
            stays.length === 0 ? (
              <EmptyState icon={Tent} title={t(q ? 'filters.nothing' : `arrivals.none.${kind}`)} isCard />
            ) : (
              <StaysTable kind={kind} day={day} stays={stays} showsCampground={campgroundId === undefined} />
            )
          }
        </Loaded>
      </Section>
    </div>
  )
}

type StaysTableProps = { kind: Kind; day: Day; stays: readonly Stay[]; showsCampground: boolean }

function StaysTable({ kind, day, stays, showsCampground }: StaysTableProps) {
  const today = useToday()
  const columns = columnsOf(kind, showsCampground)
  const isArriving = kind === 'arriving'
  const bulkOf = useBulkBookings(isArriving ? 'confirm' : 'complete', ({ status, checkOut }: Stay) =>
    isArriving ? status === 'pending' : status === 'confirmed' && checkOut <= today,
  )
  const { above, selection } = bulkOf(stays)
  const groupTitle = (group: readonly Stay[]) =>
    [
      group[0]?.campgroundName,
      t('arrivals.stays', { count: group.length }),
      t('arrivals.guests', { count: guestsOf(group) }),
    ].join(' · ')
  return (
    <>
      {above}
      <DataTable
        label={t(`arrivals.kinds.${kind}`)}
        key={day}
        columns={columns}
        items={stays}
        groups={showsCampground ? { of: ({ campgroundName }) => campgroundName, title: groupTitle } : undefined}
        selection={selection}
      />
    </>
  )
}

function columnsOf(kind: Kind, showsCampground: boolean): Columns<Stay> {
  return [
    titleColumn('name', t('fields.guest'), { isWide: true }, ({ bookingId, customer, notes }) => (
      <span className="stack-tight">
        <Link to={`/bookings/${bookingId}`}>{customer.name}</Link>
        <NoteLines notes={notes} />
      </span>
    )),
    column('contact', t('fields.contact'), { place: 'aside' }, stay => <Contact stay={stay} />),
    kind === 'arriving' &&
      column(
        'arrival',
        t('arrivals.arrivalTime'),
        { place: 'aside' },
        ({ arrivalTime }) => arrivalTime && <strong>{arrivalTime}</strong>,
      ),
    column('stay', t(otherEnd[kind]), stay => <OtherEnd kind={kind} stay={stay} />),
    endColumn('guests', t('fields.guests'), ({ guestCount }) => guestCount),
    wideColumn('zones', t('fields.zones'), { place: 'line' }, ({ zones, campgroundName }) => (
      <TwoLines below={showsCampground && campgroundName}>
        <Lines lines={zones.map(zoneText)} />
      </TwoLines>
    )),
    wideColumn('rentals', t('fields.rentals'), ({ rentals }) => <Lines lines={rentals.map(rentalText)} />),
    column('state', t('fields.status'), { place: 'state' }, stay => (
      <StayState stay={stay} name={stay.customer.name} isArriving={kind === 'arriving'} />
    )),
  ]
}

/** How to reach the guest whom the member named, or else the customer. */
function Contact({ stay: { customer, contact } }: { stay: Stay }) {
  const { phone, email } = customer
  if (contact)
    return (
      <TwoLines below={contact.name}>
        <Phone number={contact.phone} />
      </TwoLines>
    )
  if (phone !== null) return <Phone number={phone} />
  return email === '' ? <span className="muted">{t('arrivals.noPhone')}</span> : <Email address={email} />
}

const otherEnd = { arriving: 'bookings.checkOut', departing: 'bookings.checkIn', overdue: 'fields.stay' } as const

const OtherEnd = ({ kind, stay: { checkIn, checkOut } }: { kind: Kind; stay: Stay }) => (
  <span className="stack-tight">
    {kind !== 'arriving' && <DayText day={checkIn} style="weekday" />}
    {kind === 'overdue' && '–'}
    {kind !== 'departing' && <DayText day={checkOut} style="weekday" />}
    <small className="muted nowrap">{t('arrivals.nights', { count: daysBetween(checkIn, checkOut) })}</small>
  </span>
)

const guestsOf = (stays: readonly Stay[]): number => stays.reduce((sum, { guestCount }) => sum + guestCount, 0)

const zoneText = ({ type, quantity }: Stay['zones'][number]) => ({ quantity, text: type })
const rentalText = ({ name, specification, quantity }: Stay['rentals'][number]) => ({
  quantity,
  text: specification === '' ? name : `${name}, ${specification}`,
})

/** How many lines of a cell a screen shows; paper shows all. */
const mostLines = 2

function Lines({ lines }: { lines: readonly { quantity: number; text: string }[] }) {
  if (lines.length === 0) return <span className="muted">–</span>
  const beyond = lines.slice(mostLines)
  return (
    <ul className="data-table-list">
      {lines.map(({ quantity, text }, index) => (
        <li key={text} className={index < mostLines ? undefined : 'data-table-beyond'}>
          <strong>{quantity} ×</strong> {text}
        </li>
      ))}
      {beyond.length > 0 && (
        <li
          className="data-table-more muted"
          title={beyond.map(({ quantity, text }) => `${quantity} × ${text}`).join(' · ')}
        >
          +{beyond.length}
        </li>
      )}
    </ul>
  )
}

type Stay = Schemas['Stay']
type Kind = 'arriving' | 'departing' | 'overdue'

/** All stays of a kind on a day: as many as a campground has sites. Stays that end on the day are departures only. */
const useStays = (of: StaysSectionProps) =>
  useQuery({
    queryKey: ['stays', of],
    async queryFn() {
      const stays = await Array.fromAsync(client().admin.listStays.all(of))
      return of.kind === 'overdue' ? stays.filter(({ checkOut }) => checkOut < of.day) : stays
    },
  })
