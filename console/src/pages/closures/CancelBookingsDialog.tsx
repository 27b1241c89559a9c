import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBulkAction } from '../../app/bulk-action.ts'
import { TextField } from '../../design/Field.tsx'
import { FormDialog } from '../../design/FormDialog.tsx'
import { sumOf } from '../../lib/amounts.ts'
import { formatMoney } from '../../lib/format.ts'
import type { Affected } from './AffectedTable.tsx'

type CancelBookingsDialogProps = {
  closureId: number
  bookings: readonly Affected[]
  close(): void
  /** Takes the ids of those that were cancelled. */
  cancelled(ids: ReadonlySet<string>): void
}

/** Cancels bookings that a closure affects; what was paid for each becomes a refund. */
export function CancelBookingsDialog({ closureId, bookings, close, cancelled }: CancelBookingsDialogProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const isMissing = reason.trim() === ''
  const paid = bookings.filter(({ paymentStatus }) => paymentStatus === 'paid')
  const amount = formatMoney(sumOf(paid.map(({ finalAmount }) => finalAmount)))
  const cancel = useBulkAction({
    run: (admin, { ids }) => admin.cancelBookingsOfClosure({ id: String(closureId), ids, reason }),
    done: count => t('closures.cancelled', { count }),
    failed: t('closures.notCancelled'),
    onDone(results) {
      cancelled(new Set(results.filter(({ outcome }) => outcome === 'done').map(({ id }) => id)))
      close()
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isMissing) setTried(true)
    else cancel.mutate(bookings.map(({ bookingId }) => bookingId))
  }
  return (
    <FormDialog
      title={t('closures.cancelTitle', { count: bookings.length })}
      close={close}
      action={t('bookings.actions.cancelPaid')}
      isDangerous
      isPending={cancel.isPending}
      submit={submit}
    >
      <p>{t('closures.refunds', { count: paid.length, amount })}</p>
      <TextField
        label={t('fields.reason')}
        hint={t('closures.cancelReasonHint')}
        value={reason}
        onChange={setReason}
        maxLength={200}
        problem={isTried && isMissing ? t('problems.required') : undefined}
      />
    </FormDialog>
  )
}
