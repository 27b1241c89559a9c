import { withdrawableCauses } from '@campstore/contract/admin/refunds'
import { t } from 'i18next'
import { Undo2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { ItemOf } from '../../app/client.ts'
import { Badge, DateTime } from '../../design/Values.tsx'
import { formatMoney } from '../../lib/format.ts'
import { DialogButton } from './DialogButtons.tsx'
import { ReasonDialog } from './ReasonDialogs.tsx'

type Refund = Pick<ItemOf<'listRefunds'>, 'id' | 'cause' | 'status' | 'amount' | 'withdrawnAt' | 'withdrawalReason'>

/** When and why a refund was withdrawn, and whether it was made after all; nothing of another one. */
export function Withdrawal({ refund: { status, withdrawnAt, withdrawalReason } }: { refund: Refund }) {
  if (withdrawnAt === null) return null
  return (
    <>
      {status === 'done' && <Badge tone="danger">{t('refund.madeAfterAll')}</Badge>}
      <small>
        {t('refund.withdrawnAt')} <DateTime at={withdrawnAt} />: {withdrawalReason}
      </small>
    </>
  )
}

type WithdrawButtonProps = Pick<ComponentProps<typeof DialogButton>, 'isIconOnly'> & {
  refund: Refund
  /** Whether the payment service is to make it; staff give back the cash of a courier. */
  isTold: boolean
}

/** Withdraws a refund that is due, if its cause allows that, for administrators who may edit payments. */
export function WithdrawButton({ refund, isTold, ...button }: WithdrawButtonProps) {
  const { id, cause, status, amount } = refund
  if (!withdrawableCauses.includes(cause)) return null
  return (
    <DialogButton
      isOffered={status === 'due'}
      {...button}
      permissions={['payments.edit']}
      icon={Undo2}
      isSmall
      label={t('refund.withdraw')}
    >
      {close => (
        <ReasonDialog
          title={t('refund.withdrawTitle', { amount: formatMoney(amount), cause: t(`money.causes.${cause}`) })}
          hint={t(isTold ? 'refund.withdrawHint' : 'refund.withdrawCashHint')}
          action={t('refund.withdraw')}
          run={(admin, body) => admin.withdrawRefund({ id, ...body })}
          done={() => t('refund.withdrawn')}
          failed={t('refund.notWithdrawn')}
          close={close}
        />
      )}
    </DialogButton>
  )
}
