import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sumOf } from '../../app/amounts.ts'
import { useBulkAction } from '../../app/bulk-action.ts'
import { client } from '../../app/client.ts'
import { formatMoney } from '../../app/format.ts'
import { Button } from '../../design/Button.tsx'
import { Dialog } from '../../design/Dialog.tsx'
import { TextField } from '../../design/Field.tsx'
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
    run: ({ ids }) => client().admin.cancelBookingsOfClosure({ id: String(closureId), ids, reason }),
    done: count => t('closures.cancelled', { count }),
    failed: t('closures.notCancelled'),
    onDone(results) {
      cancelled(new Set(results.filter(({ outcome }) => outcome === 'done').map(({ id }) => id)))
      close()
    },
  })
  const submit = () => (isMissing ? setTried(true) : cancel.mutate(bookings.map(({ bookingId }) => bookingId)))
  return (
    <Dialog
      title={t('closures.cancelTitle', { count: bookings.length })}
      isOpen
      close={close}
      actions={
        <>
          <Button onPress={close}>{t('actions.back')}</Button>
          <Button variant="danger" isPending={cancel.isPending} onPress={submit}>
            {t('closures.cancelAction')}
          </Button>
        </>
      }
    >
      <p>{t('closures.refunds', { count: paid.length, amount })}</p>
      <TextField
        label={t('closures.cancelReason')}
        hint={t('closures.cancelReasonHint')}
        value={reason}
        onChange={setReason}
        maxLength={200}
        problem={isTried && isMissing ? t('problems.required') : undefined}
      />
    </Dialog>
  )
}
