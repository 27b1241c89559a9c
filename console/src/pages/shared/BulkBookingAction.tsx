import { t } from 'i18next'
import { CalendarCheck, CircleCheck } from 'lucide-react'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { useBulkAction, withoutDone } from '../../app/bulk-action.tsx'
import { useSession } from '../../app/session.ts'
import { Button } from '../../design/Button.tsx'
import type { Selection } from '../../design/DataTable.tsx'
import { ConfirmDialog } from '../../design/Form.tsx'
import { Badge } from '../../design/Values.tsx'

const icons = { confirm: CalendarCheck, complete: CircleCheck }
type Verb = keyof typeof icons

type Waiting = { bookingId: string; customer: { name: string } }

/**
 * Confirms or completes several bookings of a list, for administrators who may edit bookings.
 *
 * @returns the selection of some bookings, and the button above them; nothing while none of them is waiting
 */
export function useBulkBookings<Booking extends Waiting>(verb: Verb, isWaiting: (booking: Booking) => boolean) {
  const { can } = useSession()
  const [selected, select] = useState<ReadonlySet<string>>(new Set())
  const selection: Selection<Booking> = {
    selected,
    onChange: select,
    labelOf: ({ customer, bookingId }) => t('arrivals.select', { name: customer.name || bookingId }),
    isSelectable: isWaiting,
  }
  return (bookings: readonly Booking[]) => {
    const waiting = can('bookings.edit') ? bookings.filter(isWaiting).map(({ bookingId }) => bookingId) : []
    if (waiting.length === 0) return {}
    const chosen = waiting.filter(id => selected.has(id))
    return { selection, above: <BulkBookingAction verb={verb} all={waiting.length} chosen={chosen} select={select} /> }
  }
}

type BulkBookingActionProps = {
  verb: Verb
  all: number
  chosen: readonly string[]
  select: Dispatch<SetStateAction<ReadonlySet<string>>>
}

/** Confirms or completes the selected bookings, out of all waiting ones, after a question. */
function BulkBookingAction({ verb, all, chosen, select }: BulkBookingActionProps) {
  const [isOpen, setOpen] = useState(false)
  const count = chosen.length
  const action = useBulkAction({
    run: (admin, input) => (verb === 'confirm' ? admin.confirmBookings(input) : admin.completeBookings(input)),
    done: count => t(`arrivals.done.${verb}`, { count }),
    failed: t(`arrivals.failed.${verb}`),
    onDone(results) {
      setOpen(false)
      select(selected => withoutDone(selected, results))
    },
  })
  return (
    <div className="row no-print">
      <Badge tone="notice">{t(`arrivals.waiting.${verb}`, { count: all })}</Badge>
      <Button
        icon={icons[verb]}
        isSmall
        variant={count > 0 ? 'primary' : 'secondary'}
        isDisabled={count === 0}
        onPress={() => setOpen(true)}
      >
        {t(`arrivals.actions.${verb}`, { count })}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={t(`arrivals.ask.${verb}`, { count })}
          close={() => setOpen(false)}
          action={t(`arrivals.actions.${verb}`, { count })}
          isPending={action.isPending}
          confirm={() => action.mutate(chosen)}
        >
          <p>{t(`arrivals.askHint.${verb}`)}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
