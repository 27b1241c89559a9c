import { t } from 'i18next'
import { CalendarCheck, CircleCheck } from 'lucide-react'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { useBulkAction, withoutDone } from '../../app/bulk-action.tsx'
import { Button } from '../../design/Button.tsx'
import { ConfirmDialog } from '../../design/Form.tsx'
import { Badge } from '../../design/Values.tsx'

const icons = { confirm: CalendarCheck, complete: CircleCheck }

type BulkBookingActionProps = {
  verb: keyof typeof icons
  all: number
  chosen: readonly string[]
  select: Dispatch<SetStateAction<ReadonlySet<string>>>
}

/** Confirms or completes the selected bookings, out of all waiting ones, after a question. */
export function BulkBookingAction({ verb, all, chosen, select }: BulkBookingActionProps) {
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
