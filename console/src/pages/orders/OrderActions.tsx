import { Ban, CircleCheck, type LucideIcon, Shuffle, Truck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
import { useSession } from '../../app/session.ts'
import { Button } from '../../design/Button.tsx'
import { ConfirmDialog } from '../../design/ConfirmDialog.tsx'
import { CancelDialog, CancelPaidDialog } from '../shared/CancelDialogs.tsx'
import { actionsOf, type OrderAction } from './order-actions.ts'
import type { Order } from './queries.ts'
import { ShipOrderDialog } from './ShipOrderDialog.tsx'

const icons: Record<OrderAction, LucideIcon> = {
  ship: Truck,
  complete: CircleCheck,
  cancel: Ban,
  cancelPaid: Ban,
  reallocate: Shuffle,
}

/** The actions that the order's state allows. */
export function OrderActions({ order }: { order: Order }) {
  const { t } = useTranslation()
  const { can } = useSession()
  const [open, setOpen] = useState<OrderAction>()
  const close = () => setOpen(undefined)
  const { id } = order
  const target = { kind: 'order' as const, id }
  const complete = useAction({
    run: admin => admin.completeOrder({ id }),
    done: () => t('orders.completed'),
    failed: t('orders.notCompleted'),
    close,
  })
  const reallocate = useAction({
    run: admin => admin.reallocateOrder({ id }),
    done: () => t('orders.reallocated'),
    failed: t('orders.notReallocated'),
  })
  if (!can('orders.edit')) return null
  // The main action is the last button.
  const actions = actionsOf(order).toReversed()
  return (
    <>
      {actions.map(action => (
        <Button
          key={action}
          icon={icons[action]}
          variant={action === 'cancel' || action === 'cancelPaid' ? 'secondary' : 'primary'}
          isPending={action === 'reallocate' && reallocate.isPending}
          onPress={() => (action === 'reallocate' ? reallocate.mutate() : setOpen(action))}
        >
          {t(`orders.actions.${action}`)}
        </Button>
      ))}
      {open === 'ship' && <ShipOrderDialog order={order} close={close} />}
      {open === 'cancel' && <CancelDialog target={target} close={close} />}
      {open === 'cancelPaid' && <CancelPaidDialog target={target} cost={order.total} close={close} />}
      {open === 'complete' && (
        <ConfirmDialog
          title={t('orders.completeTitle')}
          close={close}
          action={t('orders.actions.complete')}
          isPending={complete.isPending}
          confirm={() => complete.mutate()}
        >
          <p>{order.paymentStatus === 'paid' ? t('orders.completeHint') : t('orders.completeCodHint')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
