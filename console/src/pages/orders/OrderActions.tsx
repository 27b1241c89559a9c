import { shipOrderSchema } from '@campstore/contract/admin/orders'
import { Ban, CircleCheck, type LucideIcon, Shuffle, Truck, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
import { useFormAction } from '../../app/form-action.ts'
import { useSession } from '../../app/session.ts'
import { Button } from '../../design/Button.tsx'
import { ConfirmDialog } from '../../design/ConfirmDialog.tsx'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormTextField } from '../../design/FormFields.tsx'
import { Message } from '../../design/Message.tsx'
import { wholeTwd } from '../../lib/amounts.ts'
import { formatMoney } from '../../lib/format.ts'
import { CancelDialog, CancelPaidDialog } from '../shared/CancelDialogs.tsx'
import { actionsOf, type OrderAction } from './order-actions.ts'
import type { Order } from './queries.ts'
import { ReturnDialog } from './ReturnDialog.tsx'

const icons: Record<OrderAction, LucideIcon> = {
  ship: Truck,
  complete: CircleCheck,
  return: Undo2,
  cancel: Ban,
  cancelPaid: Ban,
  reallocate: Shuffle,
}

const secondary: readonly OrderAction[] = ['cancel', 'cancelPaid', 'return']

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
    close,
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
          variant={secondary.includes(action) ? 'secondary' : 'primary'}
          onPress={() => setOpen(action)}
        >
          {t(`orders.actions.${action}`)}
        </Button>
      ))}
      {open === 'ship' && <ShipOrderDialog order={order} close={close} />}
      {open === 'cancel' && <CancelDialog target={target} close={close} />}
      {open === 'cancelPaid' && <CancelPaidDialog target={target} cost={order.total} close={close} />}
      {open === 'return' && <ReturnDialog order={order} close={close} />}
      {open === 'reallocate' && (
        <ConfirmDialog
          title={t('orders.reallocateTitle')}
          close={close}
          action={t('orders.actions.reallocate')}
          isPending={reallocate.isPending}
          confirm={() => reallocate.mutate()}
        >
          <p>{t('orders.reallocateHint')}</p>
        </ConfirmDialog>
      )}
      {open === 'complete' && (
        <ConfirmDialog
          title={t('orders.completeTitle')}
          close={close}
          action={
            order.paymentStatus === 'unpaid'
              ? t('orders.actions.collected', { amount: formatMoney(wholeTwd(order.total)) })
              : t('orders.actions.complete')
          }
          isPending={complete.isPending}
          confirm={() => complete.mutate()}
        >
          <p>
            {order.paymentStatus === 'unpaid'
              ? t('orders.completeCodHint', { amount: formatMoney(wholeTwd(order.total)) })
              : t('orders.completeHint')}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Ships an order; the carrier is optional. */
function ShipOrderDialog({ order, close }: { order: Order; close(): void }) {
  const { t } = useTranslation()
  const { id, paymentStatus, total, recipientName, shippingAddress } = order
  const { control, dialog } = useFormAction({
    schema: shipOrderSchema,
    values: {},
    run: (admin, fields) => admin.shipOrder({ id, ...fields }),
    done: () => t('orders.shipped'),
    failed: t('orders.notShipped'),
    close,
  })
  return (
    <FormDialog title={t('orders.shipTitle')} close={close} action={t('orders.actions.ship')} {...dialog}>
      <p>
        <strong>{recipientName}</strong>
        <br />
        {shippingAddress}
      </p>
      {paymentStatus === 'unpaid' && (
        <Message tone="info">{t('orders.toCollect', { amount: formatMoney(wholeTwd(total)) })}</Message>
      )}
      <FormTextField control={control} name="carrier" label={t('orders.carrier')} whenEmpty={undefined} />
      <FormTextField
        control={control}
        name="trackingNumber"
        label={t('orders.trackingNumber')}
        hint={t('orders.trackingHint')}
        whenEmpty={undefined}
      />
    </FormDialog>
  )
}
