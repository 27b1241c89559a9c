import { t } from 'i18next'
import { Ban, CircleCheck, PackageOpen, Truck, Undo2 } from 'lucide-react'
import { useSession } from '../../app/session.ts'
import { wholeTwd } from '../../lib/amounts.ts'
import { formatMoney } from '../../lib/format.ts'
import { AskingButton, DialogButton } from '../shared/DialogButtons.tsx'
import { ReallocateButton } from '../shared/ReallocateButton.tsx'
import { CancelDialog, CancelPaidDialog, ReasonDialog } from '../shared/ReasonDialogs.tsx'
import { ShipDialog } from '../shared/ShipDialog.tsx'
import { actionsOf, type Order, type OrderAction } from './order.ts'
import { ReturnDialog } from './ReturnDialog.tsx'

/** The actions that the order's state allows: the main one of a state is the last. */
export function OrderActions({ order }: { order: Order }) {
  const { can } = useSession()
  if (!can('orders.edit')) return null
  const { id, total, recipientName } = order
  const target = { kind: 'order' as const, id }
  const isUnpaid = order.paymentStatus === 'unpaid'
  const toCollect = isUnpaid ? wholeTwd(total) : '0.00'
  const amount = formatMoney(toCollect)
  const offered = actionsOf(order)
  const button = (action: Exclude<OrderAction, 'cancelPaid' | 'reallocate'>) => ({
    label: t(`orders.actions.${action}`),
    isOffered: offered.includes(action),
  })
  return (
    <>
      <DialogButton {...button('unship')} icon={PackageOpen}>
        {close => (
          <ReasonDialog
            title={t('orders.unship.title')}
            hint={t('orders.unship.hint')}
            action={t('orders.actions.unship')}
            run={async (admin, body) => void (await admin.unshipOrder({ id, ...body }))}
            done={() => t('orders.unship.done')}
            failed={t('orders.unship.failed')}
            close={close}
          />
        )}
      </DialogButton>
      <DialogButton {...button('return')} icon={Undo2}>
        {close => <ReturnDialog order={order} close={close} />}
      </DialogButton>
      <AskingButton
        {...button('complete')}
        icon={CircleCheck}
        variant="primary"
        title={t('orders.completeTitle')}
        hint={isUnpaid ? t('orders.completeCodHint', { amount }) : t('orders.completeHint')}
        confirm={isUnpaid ? t('orders.actions.collected', { amount }) : undefined}
        run={admin => admin.completeOrder({ id })}
        done={() => t('orders.completed')}
        failed={t('orders.notCompleted')}
      />
      <DialogButton {...button('cancel')} icon={Ban}>
        {close => <CancelDialog target={target} close={close} />}
      </DialogButton>
      <DialogButton label={t('bookings.actions.cancelPaid')} isOffered={offered.includes('cancelPaid')} icon={Ban}>
        {close => <CancelPaidDialog target={target} cost={total} refunds={order.refunds} close={close} />}
      </DialogButton>
      <ReallocateButton id={id} isOffered={offered.includes('reallocate')} />
      <DialogButton {...button('ship')} icon={Truck} variant="primary">
        {close => <ShipDialog orders={[{ id, recipientName, toCollect }]} close={close} />}
      </DialogButton>
    </>
  )
}
