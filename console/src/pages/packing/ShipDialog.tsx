import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
import { useBulkAction } from '../../app/bulk-action.ts'
import { client } from '../../app/client.ts'
import { Button } from '../../design/Button.tsx'
import { Dialog } from '../../design/Dialog.tsx'
import { TextField } from '../../design/Field.tsx'
import { Id, Money } from '../../design/Values.tsx'
import type { PackingOrder } from './queries.ts'

type ShipDialogProps = { orders: readonly PackingOrder[]; close(): void; onDone(): void }

/** Ships orders: the carrier of all, and the number of each parcel, both optional. They cannot be changed later. */
export function ShipDialog({ orders, close, onDone }: ShipDialogProps) {
  const { t } = useTranslation()
  const [carrier, setCarrier] = useState('')
  const [numbers, setNumbers] = useState<Readonly<Record<string, string>>>({})
  const { ship, isPending } = useShip(onDone)
  const send = () =>
    ship(orders.map(({ id }) => ({ id, carrier: carrier.trim(), trackingNumber: (numbers[id] ?? '').trim() })))
  return (
    <Dialog
      title={t('packing.shipTitle', { count: orders.length })}
      isOpen
      close={close}
      actions={
        <>
          <Button onPress={close}>{t('actions.back')}</Button>
          <Button variant="primary" isPending={isPending} onPress={send}>
            {t('packing.shipSelected', { count: orders.length })}
          </Button>
        </>
      }
    >
      <p className="muted">{t('packing.shipHint')}</p>
      <TextField label={t('packing.carrier')} value={carrier} onChange={setCarrier} maxLength={50} autoFocus />
      <ul className="ship-list">
        {orders.map(({ id, recipientName, toCollect }) => (
          <li key={id}>
            <p>
              <Id>{id}</Id> {recipientName}
              {Number(toCollect) > 0 && (
                <span className="muted">
                  {' · '}
                  {t('packing.collect')} <Money amount={toCollect} />
                </span>
              )}
            </p>
            <TextField
              label={t('packing.trackingNumber')}
              value={numbers[id] ?? ''}
              onChange={number => setNumbers({ ...numbers, [id]: number })}
              maxLength={64}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

type Parcel = { id: string; carrier: string; trackingNumber: string }

/** Ships parcels: in one request those of which nothing is said, each of the others by itself. */
function useShip(onDone: () => void) {
  const { t } = useTranslation()
  const one = useAction({
    run: ({ id, carrier, trackingNumber }: Parcel) =>
      client().admin.shipOrder({ id, carrier: carrier || undefined, trackingNumber: trackingNumber || undefined }),
    done: (_, { id }) => t('packing.shipped', { id }),
    failed: ({ id }) => t('packing.orderNotShipped', { id }),
  })
  const bulk = useBulkAction({
    run: input => client().admin.shipOrders(input),
    done: count => t('packing.ordersShipped', { count }),
    failed: t('packing.notShipped'),
  })
  const ship = async (parcels: readonly Parcel[]) => {
    const plain = parcels.filter(({ carrier, trackingNumber }) => carrier === '' && trackingNumber === '')
    // Each tells by itself when it fails, and none stops the others.
    if (plain.length > 0) await bulk.mutateAsync(plain.map(({ id }) => id)).catch(() => undefined)
    for (const parcel of parcels) if (!plain.includes(parcel)) await one.mutateAsync(parcel).catch(() => undefined)
    onDone()
  }
  return { ship: (parcels: readonly Parcel[]) => void ship(parcels), isPending: one.isPending || bulk.isPending }
}
