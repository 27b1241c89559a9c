import { cancelBodySchema, cancelPaidBodySchema, givesAnyAmount } from '@campstore/contract/admin/fields'
import { t } from 'i18next'
import type { ComponentProps } from 'react'
import type { ActionOptions } from '../../app/actions.ts'
import type { Schemas } from '../../app/client.ts'
import { useFormAction } from '../../app/form-action.ts'
import { useSession } from '../../app/session.ts'
import { FormDialog, FormTextField } from '../../design/Form.tsx'
import { Message } from '../../design/Message.tsx'
import { formatInstant, formatMoney, formatShare } from '../../lib/format.ts'
import { amountFieldOf, FixedAmount, type PaymentTarget, refuseAmount, useAmountLeft } from './amount-left.tsx'

type ReasonDialogProps<Result> = Omit<ActionOptions<{ reason: string }, Result>, 'close' | 'form'> &
  Pick<ComponentProps<typeof FormDialog>, 'title' | 'action' | 'close'> & {
    /** What follows from the action. */
    hint: string
    reasonHint?: string
  }

/** Asks for the reason of an action that cannot be undone, and carries it out. */
export function ReasonDialog<Result>(props: ReasonDialogProps<Result>) {
  const { title, action, hint, reasonHint, ...options } = props
  const { field, dialog } = useFormAction({ schema: cancelBodySchema, values: { reason: '' }, ...options })
  return (
    <FormDialog {...dialog} title={title} action={action} isDangerous>
      <p>{hint}</p>
      <FormTextField {...field('reason', t('fields.reason'), reasonHint)} rows={3} autoFocus />
    </FormDialog>
  )
}

type CancelDialogProps = { target: PaymentTarget; close(): void }

/** Cancels an unpaid booking or order. */
export const CancelDialog = ({ target: { kind, id }, close }: CancelDialogProps) => (
  <ReasonDialog
    title={t(`${kind}s.cancel.title`)}
    hint={t(`${kind}s.cancel.hint`)}
    action={t(`${kind}s.actions.cancel`)}
    run={async (admin, body) =>
      void (await admin[kind === 'booking' ? 'cancelBooking' : 'cancelOrder']({ id, ...body }))
    }
    done={() => t(`${kind}s.cancel.done`)}
    failed={t(`${kind}s.cancel.failed`)}
    close={close}
  />
)

type CancelPaidDialogProps = CancelDialogProps & {
  cost: string
  refunds: Schemas['AdminOrder']['refunds']
  /** What a booking's member would get back. */
  cancellation?: Schemas['Cancellation']
}

/** Cancels a paid booking or order: a refund becomes due, of at most what is left of the payment. A booking's rules propose how much. */
export function CancelPaidDialog({ target, cost, refunds, cancellation, close }: CancelPaidDialogProps) {
  const { kind, id } = target
  const left = useAmountLeft(target, cost, refunds)
  const mayChoose = useSession().can(givesAnyAmount)
  const { field, watch, dialog } = useFormAction({
    schema: cancelPaidBodySchema.superRefine(({ refundAmount = '0' }, ctx) =>
      refuseAmount(ctx, 'refundAmount', left, refundAmount),
    ),
    values: { reason: '', refundAmount: proposalOf(cancellation) ?? left.amount },
    async run(admin, { reason, refundAmount }) {
      // A full refund needs no amount, which may be unknown here: not everyone sees payments.
      const isAll = !mayChoose || Number(refundAmount) === Number(left.amount)
      const body = isAll ? { reason } : { reason, refundAmount }
      await admin[kind === 'booking' ? 'cancelPaidBooking' : 'cancelPaidOrder']({ id, ...body })
    },
    done: (_, { refundAmount = left.amount }) =>
      t(Number(refundAmount) === 0 ? `${kind}s.cancel.done` : `${kind}s.cancelPaid.done`),
    failed: t(`${kind}s.cancel.failed`),
    close,
  })
  const amount = mayChoose ? (watch('refundAmount') ?? left.amount) : left.amount
  const amountField = amountFieldOf(left)
  return (
    <FormDialog
      {...dialog}
      title={t(`${kind}s.cancelPaid.title`)}
      action={t('bookings.actions.cancelPaid')}
      isDangerous
    >
      <Message tone="notice">
        {t(`${kind}s.cancelPaid.hint`)}{' '}
        {Number(amount) > 0 ? t('refund.becomesDue', { amount: formatMoney(amount) }) : t('refund.noneDue')}
      </Message>
      {cancellation && <Proposal cancellation={cancellation} />}
      <FormTextField {...field('reason', t('refund.reason'))} rows={3} autoFocus />
      {mayChoose ? (
        <FormTextField {...field('refundAmount', t('refund.amount'))} {...amountField} />
      ) : (
        <FixedAmount amount={left.amount} />
      )}
    </FormDialog>
  )
}

/** The refund by the rules of a booking; undefined where it has none, or they do not decide. */
const proposalOf = (cancellation: Schemas['Cancellation'] | undefined): string | undefined =>
  cancellation?.refundAmount ?? (cancellation?.notAllowedBecause === 'too_late' ? '0.00' : undefined)

function Proposal({ cancellation }: { cancellation: Schemas['Cancellation'] }) {
  const { refundAmount, refundPercent, until, notAllowedBecause } = cancellation
  if (notAllowedBecause === 'too_late') return <p>{t('refund.nothingByRules')}</p>
  if (refundAmount === null || refundPercent === null || until === null) return null
  const [amount, share] = [formatMoney(refundAmount), formatShare(refundPercent / 100)]
  return <p>{t('refund.byRules', { amount, share, until: formatInstant(until) })}</p>
}
