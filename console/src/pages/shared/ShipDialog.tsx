import { t } from 'i18next'
import { useState } from 'react'
import { type Outcome, useBulkAction, withoutDone } from '../../app/bulk-action.tsx'
import { CampstoreError, type Changes, type Schemas } from '../../app/client.ts'
import { TextField } from '../../design/Field.tsx'
import { ConfirmDialog } from '../../design/Form.tsx'
import { Id, Money } from '../../design/Values.tsx'

type ShippedOrder = Pick<Schemas['PickingListItem'], 'id' | 'recipientName' | 'toCollect'>
type ShipDialogProps = { orders: readonly ShippedOrder[]; close(): void; onDone?(results: readonly Outcome[]): void }

/** Ships orders: the carrier of all, and the number of each parcel, both optional. Refused ones stay, with what was typed. */
export function ShipDialog({ orders: all, close, onDone }: ShipDialogProps) {
  const [orders, setOrders] = useState(all)
  const [carrier, setCarrier] = useState('')
  const [numbers, setNumbers] = useState<Readonly<Record<string, string>>>({})
  const ship = useBulkAction({
    async run(admin, { ids }) {
      const parcels = ids.map(id => ({ id, carrier: carrier.trim(), trackingNumber: (numbers[id] ?? '').trim() }))
      const plain = parcels.filter(({ carrier, trackingNumber }) => carrier === '' && trackingNumber === '')
      // Orders without carrier and number go in one request, each of the others in its own.
      const results: Outcome[] = plain.length > 0 ? await admin.shipOrders({ ids: plain.map(({ id }) => id) }) : []
      for (const parcel of parcels) if (!plain.includes(parcel)) results.push(await shipOne(admin, parcel))
      return results
    },
    done: count =>
      orders[0] && orders.length === 1 ? t('packing.shipped', orders[0]) : t('packing.ordersShipped', { count }),
    failed: t('packing.notShipped'),
    onDone(results) {
      const left = withoutDone(new Set(orders.map(({ id }) => id)), results)
      setOrders(orders.filter(({ id }) => left.has(id)))
      if (left.size === 0) close()
      onDone?.(results)
    },
  })
  return (
    <ConfirmDialog
      title={t('packing.shipTitle', { count: orders.length })}
      close={close}
      action={t('packing.shipSelected', { count: orders.length })}
      isPending={ship.isPending}
      isDirty={[carrier, ...Object.values(numbers)].some(text => text !== '')}
      confirm={() => ship.mutate(orders.map(({ id }) => id))}
    >
      <p className="muted">{t('packing.shipHint')}</p>
      <TextField label={t('orders.carrier')} value={carrier} onChange={setCarrier} maxLength={50} autoFocus />
      <ul className="stack">
        {orders.map(({ id, recipientName, toCollect }) => (
          <li key={id} className="stack-tight">
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
              label={t('orders.trackingNumber')}
              value={numbers[id] ?? ''}
              onChange={number => setNumbers({ ...numbers, [id]: number })}
              maxLength={64}
            />
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

type Parcel = { id: string; carrier: string; trackingNumber: string }

/** Ships a parcel; a refusal is a result, as in a bulk action. */
async function shipOne({ shipOrder }: Changes, { id, carrier, trackingNumber }: Parcel): Promise<Outcome> {
  try {
    await shipOrder({ id, carrier: carrier || undefined, trackingNumber: trackingNumber || undefined })
    return { id, outcome: 'done', code: null, message: null }
  } catch (error) {
    if (!(error instanceof CampstoreError) || error.status !== 409) throw error
    return { id, outcome: 'refused', code: error.code, message: error.message }
  }
}
