import { t } from 'i18next'
import { Pencil, Trash2, UserCheck, X } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useBulkEnds } from '../../app/bulk-action.tsx'
import { client, useRead } from '../../app/client.ts'
import { useCampgroundName, useSession } from '../../app/session.ts'
import { Button } from '../../design/Button.tsx'
import type { Selection } from '../../design/DataTable.tsx'
import { EmptyState, LoadedList } from '../../design/Loaded.tsx'
import { FactsSection, Section } from '../../design/Section.tsx'
import { sumOf } from '../../lib/amounts.ts'
import { formatMoney } from '../../lib/format.ts'
import { AskingButton, DialogButton } from '../shared/DialogButtons.tsx'
import { CopyButton, CsvButton } from '../shared/OutputButtons.tsx'
import { ReasonDialog } from '../shared/ReasonDialogs.tsx'
import { RecordPage } from '../shared/Record.tsx'
import { type Affected, AffectedTable } from './AffectedTable.tsx'
import { ClosureDialog } from './ClosureDialog.tsx'
import { ClosureNights, ClosureStateBadge } from './ClosureNights.tsx'
import type { Closure } from './closure.ts'

/** A closure, and the affected bookings. */
export function ClosurePage() {
  const { can } = useSession()
  const nameOf = useCampgroundName()
  return (
    <RecordPage
      list="closures"
      operation="getClosure"
      title={closure =>
        closure ? t('closures.one', { campground: nameOf(closure.campgroundId) }) : t('closures.page')
      }
      badge={closure => <ClosureStateBadge closure={closure} />}
      subtitle={closure => <ClosureNights closure={closure} />}
      actions={closure => can('closures.edit') && <ClosureActions closure={closure} />}
    >
      {closure => (
        <>
          <FactsSection
            title={t('closures.details')}
            of={{
              [t('fields.campground')]: nameOf(closure.campgroundId),
              [t('closures.nights')]: <ClosureNights closure={closure} />,
              [t('fields.reason')]: closure.reason,
            }}
          />
          {can('bookings.view') && <AffectedBookings closureId={closure.id} />}
        </>
      )}
    </RecordPage>
  )
}

function ClosureActions({ closure }: { closure: Closure }) {
  const navigate = useNavigate()
  return (
    <>
      <DialogButton icon={Pencil} label={t('actions.edit')}>
        {close => <ClosureDialog closure={closure} close={close} />}
      </DialogButton>
      <AskingButton
        icon={Trash2}
        label={t('closures.remove')}
        title={t('closures.removeTitle')}
        hint={t('closures.removeHint')}
        isDangerous
        run={admin => admin.removeClosure({ id: String(closure.id) })}
        done={() => t('closures.removed')}
        failed={t('closures.notRemoved')}
        onDone={() => void navigate('/closures', { replace: true })}
      />
    </>
  )
}

/** The number of bookings on a page: as many as one action cancels. */
const size = 50

/** The bookings that a closure affects: to contact their guests, or to cancel several and refund the paid ones. */
function AffectedBookings({ closureId }: { closureId: number }) {
  const { can } = useSession()
  const [page, setPage] = useState(0)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isCancelling, setCancelling] = useState(false)
  const [cancelled, setCancelled] = useState<readonly Affected[]>([])
  const id = String(closureId)
  const affected = useRead('listBookingsOfClosure', { id, page, size }, { keepsPrevious: true })
  const mayCancel = can('closures.edit', 'bookings.edit')
  const bookings = affected.data?.data ?? []
  // Bookings that were cancelled meanwhile are no longer in the list.
  const selected = new Set(bookings.map(({ bookingId }) => bookingId).filter(id => chosen.has(id)))
  const selection: Selection<Affected> = {
    selected,
    onChange: setChosen,
    labelOf: ({ customer, bookingId }) => t('closures.select', { guest: customer.name || bookingId }),
  }
  const hasAny = bookings.length > 0
  return (
    <Section
      title={t('closures.affected')}
      hint={hasAny && mayCancel ? t('closures.cancelHint') : undefined}
      isCard={false}
      actions={
        hasAny && (
          <>
            <CopyButton text={() => addressesOf(id)} label={t('closures.copy')} />
            <CsvButton read={() => client().admin.listBookingsOfClosure.csv({ id })} />
            {mayCancel && (
              <Button variant="danger" icon={X} isDisabled={selected.size === 0} onPress={() => setCancelling(true)}>
                {t('closures.cancelSelected', { count: selected.size })}
              </Button>
            )}
          </>
        )
      }
    >
      <LoadedList
        query={affected}
        rows={4}
        filters={{ setPage }}
        empty={<EmptyState icon={UserCheck} title={t('closures.noneAffected')} />}
      >
        {items => <AffectedTable bookings={items} selection={mayCancel ? selection : undefined} />}
      </LoadedList>
      {isCancelling && (
        <CancelBookingsDialog
          closureId={closureId}
          bookings={bookings.filter(({ bookingId }) => selected.has(bookingId))}
          close={() => setCancelling(false)}
          again={() => setCancelling(true)}
          cancelled={ids => setCancelled([...cancelled, ...bookings.filter(({ bookingId }) => ids.has(bookingId))])}
        />
      )}
      {cancelled.length > 0 && <Cancelled bookings={cancelled} />}
    </Section>
  )
}

/** The bookings that were just cancelled, and how to contact their guests. */
function Cancelled({ bookings }: { bookings: readonly Affected[] }) {
  const label = t('closures.cancelled', { count: bookings.length })
  const now = bookings.map(booking => ({ ...booking, status: 'cancelled' as const }))
  return (
    <>
      <p>
        {label} <Link to="/money">{t('money.tabs.due')}</Link>
      </p>
      <AffectedTable bookings={now} label={label} />
    </>
  )
}

/** The e-mail addresses of all bookings that a closure affects, as recipients of one message. */
async function addressesOf(id: string): Promise<string> {
  const all: Affected[] = await Array.fromAsync(client().admin.listBookingsOfClosure.all({ id }))
  return [...new Set(all.map(({ customer }) => customer.email).filter(Boolean))].join(', ')
}

type CancelBookingsDialogProps = {
  closureId: number
  bookings: readonly Affected[]
  close(): void
  /** Opens it again for the refused bookings, which stay selected. */
  again(): void
  cancelled(ids: ReadonlySet<string>): void
}

/** Cancels bookings that a closure affects; each payment becomes a refund. */
function CancelBookingsDialog({ closureId, bookings, close, again, cancelled }: CancelBookingsDialogProps) {
  const ids = bookings.map(({ bookingId }) => bookingId)
  const paid = bookings.filter(({ paymentStatus }) => paymentStatus === 'paid')
  const amount = formatMoney(sumOf(paid.map(({ finalAmount }) => finalAmount)))
  const ends = useBulkEnds({
    done: count => t('closures.cancelled', { count }),
    failed: t('closures.notCancelled'),
    retry: again,
    onDone: results => cancelled(new Set(results.filter(({ outcome }) => outcome === 'done').map(({ id }) => id))),
  })
  return (
    <ReasonDialog
      {...ends}
      title={t('closures.cancelTitle', { count: bookings.length })}
      hint={t('closures.refunds', { count: paid.length, amount })}
      reasonHint={t('closures.cancelReasonHint')}
      action={t('bookings.actions.cancelPaid')}
      run={(admin, { reason }) => admin.cancelBookingsOfClosure({ id: String(closureId), ids, reason })}
      close={close}
    />
  )
}
