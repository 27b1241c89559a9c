import { CalendarCheck, CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useBulkAction } from '../../app/bulk-action.ts'
import { Badge } from '../../design/Badge.tsx'
import { Button } from '../../design/Button.tsx'

const icons = { confirm: CalendarCheck, complete: CircleCheck }

type BulkBookingActionProps = { verb: keyof typeof icons; all: number; chosen: readonly string[]; clear(): void }

/** Confirms or completes the selected bookings, out of all waiting ones. */
export function BulkBookingAction({ verb, all, chosen, clear }: BulkBookingActionProps) {
  const { t } = useTranslation()
  const action = useBulkAction({
    run: (admin, input) => (verb === 'confirm' ? admin.confirmBookings(input) : admin.completeBookings(input)),
    done: count => t(`arrivals.done.${verb}`, { count }),
    failed: t(`arrivals.failed.${verb}`),
    onDone: clear,
  })
  return (
    <div className="row no-print">
      <Badge tone="notice">{t(`arrivals.waiting.${verb}`, { count: all })}</Badge>
      <Button
        icon={icons[verb]}
        isSmall
        variant={chosen.length > 0 ? 'primary' : 'secondary'}
        isDisabled={chosen.length === 0}
        isPending={action.isPending}
        onPress={() => action.mutate(chosen)}
      >
        {t(`arrivals.actions.${verb}`, { count: chosen.length })}
      </Button>
    </div>
  )
}
