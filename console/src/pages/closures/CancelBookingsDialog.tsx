import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
import { client, type Schemas } from '../../app/client.ts'
import { formatMoney } from '../../app/format.ts'
import { Button } from '../../design/Button.tsx'
import { Dialog } from '../../design/Dialog.tsx'
import { TextField } from '../../design/Field.tsx'
import { Message } from '../../design/Message.tsx'
import type { Affected } from './AffectedTable.tsx'

type CancelBookingsDialogProps = { closureId: number; bookings: readonly Affected[]; close(): void }

/** The sum of amounts with two digits after the point. */
const sumOf = (amounts: readonly string[]): string =>
  (amounts.reduce((sum, one) => sum + Math.round(Number(one) * 100), 0) / 100).toFixed(2)

/** Cancels bookings; what was paid for each becomes a refund. Those that are refused are named with the reason. */
export function CancelBookingsDialog({ closureId, bookings: given, close }: CancelBookingsDialogProps) {
  const { t } = useTranslation()
  // What was chosen when it opened: those that are cancelled leave the list behind it.
  const [bookings] = useState(given)
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const paid = bookings.filter(({ paymentStatus }) => paymentStatus === 'paid')
  const cancel = useAction({
    run: () =>
      client().admin.cancelBookingsOfClosure({
        id: String(closureId),
        ids: bookings.map(({ bookingId }) => bookingId),
        reason,
      }),
    done: results => {
      const count = results.filter(({ outcome }) => outcome === 'done').length
      return count > 0 ? t('closures.cancelled', { count }) : undefined
    },
    failed: t('closures.notCancelled'),
    onDone: results => {
      if (results.every(({ outcome }) => outcome === 'done')) close()
    },
  })
  const refused = cancel.data?.filter(({ outcome }) => outcome === 'refused') ?? []
  const submit = () => (reason.trim() === '' ? setTried(true) : cancel.mutate())
  return (
    <Dialog
      title={t('closures.cancelTitle', { count: bookings.length })}
      isOpen
      close={close}
      actions={
        <>
          <Button onPress={close}>{t(cancel.data ? 'actions.close' : 'actions.back')}</Button>
          {!cancel.data && (
            <Button variant="danger" isPending={cancel.isPending} onPress={submit}>
              {t('closures.cancelAction')}
            </Button>
          )}
        </>
      }
    >
      {cancel.data ? (
        <Refusals
          refused={refused}
          nameOf={id => bookings.find(({ bookingId }) => bookingId === id)?.customer.name || id}
        />
      ) : (
        <>
          <p>
            {t('closures.refunds', {
              count: paid.length,
              amount: formatMoney(sumOf(paid.map(one => one.finalAmount))),
            })}
          </p>
          <TextField
            label={t('closures.cancelReason')}
            hint={t('closures.cancelReasonHint')}
            value={reason}
            onChange={setReason}
            maxLength={200}
            problem={isTried && reason.trim() === '' ? t('problems.too_small') : undefined}
          />
        </>
      )}
    </Dialog>
  )
}

function Refusals({ refused, nameOf }: { refused: readonly Schemas['BulkResult'][]; nameOf(id: string): string }) {
  const { t } = useTranslation()
  return (
    <Message tone="danger">
      <p>{t('closures.refused', { count: refused.length })}</p>
      <ul>
        {refused.map(({ id, message, code }) => (
          <li key={id}>
            <strong>{nameOf(id)}</strong>: {message} <small>{code}</small>
          </li>
        ))}
      </ul>
    </Message>
  )
}
