import { t } from 'i18next'
import { Ban, CircleCheck, PackageOpen, Truck, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../../app/session.ts'
import { DialogButton, Offered } from '../../design/DialogButton.tsx'
import { wholeTwd } from '../../lib/amounts.ts'
import { formatMoney } from '../../lib/format.ts'
import { AskingButton } from '../shared/DialogButtons.tsx'
import { ReallocateButton } from '../shared/ReallocateButton.tsx'
import { CancelDialog, CancelPaidDialog, ReasonDialog } from '../shared/ReasonDialogs.tsx'
import { ShipDialog } from '../shared/ShipDialog.tsx'
import { actionsOf, type Order, type OrderAction, orderActions } from './order.ts'
import { ReturnDialog } from './ReturnDialog.tsx'

/** The actions that the order's state allows. */
export function OrderActions({ order }: { order: Order }) {
  const { can } = useSession()
  if (!can('orders.edit')) return null
  const { id, total, recipientName } = order
  const target = { kind: 'order' as const, id }
  const isUnpaid = order.paymentStatus === 'unpaid'
  const toCollect = isUnpaid ? wholeTwd(total) : '0.00'
  const amount = formatMoney(toCollect)
  const textOf = (action: Exclude<OrderAction, 'cancelPaid'>) => t(`orders.actions.${action}`)
  const buttons: Record<OrderAction, ReactNode> = {
    ship: (
      <DialogButton label={textOf('ship')} icon={Truck} variant="primary">
        {close => <ShipDialog orders={[{ id, recipientName, toCollect }]} close={close} />}
      </DialogButton>
    ),
    complete: (
      <AskingButton
        label={textOf('complete')}
        icon={CircleCheck}
        variant="primary"
        title={t('orders.completeTitle')}
        hint={isUnpaid ? t('orders.completeCodHint', { amount }) : t('orders.completeHint')}
        confirm={isUnpaid ? t('orders.actions.collected', { amount }) : textOf('complete')}
        action={{
          run: admin => admin.completeOrder({ id }),
          done: () => t('orders.completed'),
          failed: t('orders.notCompleted'),
        }}
      />
    ),
    return: (
      <DialogButton label={textOf('return')} icon={Undo2}>
        {close => <ReturnDialog order={order} close={close} />}
      </DialogButton>
    ),
    unship: (
      <DialogButton label={textOf('unship')} icon={PackageOpen}>
        {close => (
          <ReasonDialog
            title={t('orders.unship.title')}
            hint={t('orders.unship.hint')}
            action={textOf('unship')}
            run={async (admin, body) => void (await admin.unshipOrder({ id, ...body }))}
            done={() => t('orders.unship.done')}
            failed={t('orders.unship.failed')}
            close={close}
          />
        )}
      </DialogButton>
    ),
    cancel: (
      <DialogButton label={textOf('cancel')} icon={Ban}>
        {close => <CancelDialog target={target} close={close} />}
      </DialogButton>
    ),
    cancelPaid: (
      <DialogButton label={t('bookings.actions.cancelPaid')} icon={Ban}>
        {close => <CancelPaidDialog target={target} cost={total} refunds={order.refunds} close={close} />}
      </DialogButton>
    ),
    reallocate: <ReallocateButton id={id} />,
  }
  const offered = actionsOf(order)
  return orderActions.map(action => (
    <Offered key={action} when={offered.includes(action)}>
      {buttons[action]}
    </Offered>
  ))
}
