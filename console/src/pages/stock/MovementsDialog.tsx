import { t } from 'i18next'
import { History } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { client, type Schemas, useRead } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { type Columns, column, endColumn, titleColumn, wideColumn } from '../../design/columns.tsx'
import { DataTable } from '../../design/DataTable.tsx'
import { Dialog } from '../../design/Dialog.tsx'
import { EmptyState, LoadedList } from '../../design/Loaded.tsx'
import { Badge, DateTime } from '../../design/Values.tsx'
import { formatDelta, formatNumber } from '../../lib/format.ts'
import { CsvButton } from '../shared/OutputButtons.tsx'
import { VariantName } from './stock-columns.tsx'

type Movement = Schemas['Movement']

/** The movements of a variant, newest first. */
export function MovementsDialog({ variantId, close }: { variantId: string; close(): void }) {
  const [page, setPage] = useState(0)
  const variant = useRead('listStock', { variantId }).data?.data[0]
  const movements = useRead('listMovements', { variantId, page, size: 20 }, { keepsPrevious: true })
  return (
    <Dialog title={t('stock.movements')} close={close} isWide>
      <div className="spread">
        {variant && <VariantName variant={variant} />}
        <CsvButton read={() => client().admin.listMovements.csv({ variantId })} />
      </div>
      <LoadedList
        query={movements}
        filters={{ setPage }}
        empty={<EmptyState icon={History} title={t('stock.noMovements')} />}
      >
        {items => <Movements movements={items} />}
      </LoadedList>
    </Dialog>
  )
}

function Movements({ movements }: { movements: readonly Movement[] }) {
  const columns: Columns<Movement> = [
    titleColumn('at', t('fields.time'), ({ createdAt }) => <DateTime at={createdAt} />),
    endColumn('delta', t('stock.delta'), ({ quantityDelta }) => (
      <span className={quantityDelta > 0 ? 'amount-in' : 'amount-out'}>{formatDelta(quantityDelta)}</span>
    )),
    endColumn('after', t('stock.onHandAfter'), ({ onHandAfter }) => formatNumber(onHandAfter)),
    column('location', t('stock.location'), ({ locationName }) => locationName),
    wideColumn('reason', t('fields.reason'), movement => <Reason movement={movement} />),
    column('by', t('stock.by'), ({ createdByName, createdBy }) => createdByName ?? createdBy),
  ]
  return <DataTable label={t('stock.movements')} columns={columns} items={movements} isDense />
}

function Reason({ movement: { reason, orderId, transferId } }: { movement: Movement }) {
  const { can } = useSession()
  return (
    <span className="stack-tight">
      <span>{reason}</span>
      {orderId && can('orders.view') && <Link to={`/orders/${orderId}`}>{t('fields.order')}</Link>}
      {transferId && (
        <span>
          <Badge tone="info">{t('stock.actions.transfer')}</Badge>
        </span>
      )}
    </span>
  )
}
