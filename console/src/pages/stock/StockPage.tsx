import { stockQuerySchema } from '@campstore/contract/admin/inventory'
import { t } from 'i18next'
import { ArrowLeftRight, Boxes, ClipboardCheck, History, PackagePlus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { client, type Schemas, useRead } from '../../app/client.ts'
import { useLocations, useSession } from '../../app/session.ts'
import { type Columns, column, endColumn, titleColumn, wideColumn } from '../../design/columns.tsx'
import { DataTable, type Selection } from '../../design/DataTable.tsx'
import { Dialog } from '../../design/Dialog.tsx'
import { NumberField } from '../../design/Field.tsx'
import { EmptyState, LoadedList } from '../../design/Loaded.tsx'
import { Badge, DateTime } from '../../design/Values.tsx'
import { filtersOf, textFilter, useFilters } from '../../lib/filters.ts'
import { formatDelta, formatNumber } from '../../lib/format.ts'
import { DialogButton } from '../shared/DialogButtons.tsx'
import { choiceOf, ListPage } from '../shared/List.tsx'
import { CsvButton } from '../shared/OutputButtons.tsx'
import { CountDialog, type MovementDialogProps, ReceiptDialog, TransferDialog } from './MovementDialogs.tsx'
import { type Stock, StockLegend, stockColumns, VariantName } from './stock-columns.tsx'
import './stock.css'

const parsers = {
  ...filtersOf(stockQuerySchema.shape, 'q', 'locationId', 'kind', 'below', 'sort'),
  /** The variant whose movements are shown. */
  movements: textFilter,
}

const dialogs = { receipt: ReceiptDialog, count: CountDialog, transfer: TransferDialog }
const icons = { receipt: PackagePlus, count: ClipboardCheck, transfer: ArrowLeftRight }
const actions = ['receipt', 'count', 'transfer'] as const

/** Pieces by location, and the deliveries, counts and transfers that change them. */
export function StockPage() {
  const { can } = useSession()
  const filters = useFilters(parsers)
  const { movements, ...query } = filters.values
  const locations = useLocations().data ?? []
  const [chosen, setChosen] = useState<readonly Stock[]>([])
  const mayEdit = can('inventory.edit')
  const below = query.below === undefined ? undefined : Number(query.below)
  const selectionOf = (stock: readonly Stock[]): Selection<Stock> => ({
    selected: new Set(chosen.map(({ variantId }) => variantId)),
    onChange: ids => {
      // Selected variants of other pages stay selected.
      const known = new Map([...chosen, ...stock].map(variant => [variant.variantId, variant]))
      setChosen([...known.values()].filter(({ variantId }) => ids.has(variantId)))
    },
    labelOf: ({ productName, sku }) => t('arrivals.select', { name: `${productName} ${sku}` }),
  })
  return (
    <>
      <ListPage
        page="stock"
        subtitle={mayEdit && t('stock.hint')}
        actions={mayEdit && <StockActions variants={chosen} at={query.locationId} moved={() => setChosen([])} />}
        operation="listStock"
        query={query}
        filters={filters}
        fields={[
          {
            name: 'locationId',
            label: t('stock.location'),
            options: locations.map(({ id, name }) => ({ value: id, label: name })),
          },
          choiceOf(filters, 'kind', t('money.kind'), kind => t(`stock.kinds.${kind}`)),
        ]}
        moreFields={
          <NumberField
            label={t('stock.below')}
            value={below}
            onChange={pieces => filters.set({ below: pieces?.toString() })}
          />
        }
        icon={Boxes}
        columns={stock => stockColumns(stock, below, variantId => filters.set({ movements: variantId }))}
        keyOf={({ variantId }) => variantId}
        selection={stock => (mayEdit ? selectionOf(stock) : undefined)}
        above={() => <StockLegend below={below} />}
      />
      {movements && <MovementsDialog variantId={movements} close={() => filters.set({ movements: undefined })} />}
    </>
  )
}

/** Receives, counts or transfers the selected variants, or others. */
function StockActions(props: Pick<MovementDialogProps, 'variants' | 'at' | 'moved'>) {
  const locations = useLocations().data ?? []
  const count = props.variants.length
  return actions.map(action => {
    const ActionDialog = dialogs[action]
    const label = count > 0 ? t(`stock.actions.${action}Selected`, { count }) : t(`stock.actions.${action}`)
    return (
      <DialogButton key={action} icon={icons[action]} label={label}>
        {close => <ActionDialog {...props} locations={locations} close={close} />}
      </DialogButton>
    )
  })
}

type Movement = Schemas['Movement']

/** The movements of a variant, newest first. */
function MovementsDialog({ variantId, close }: { variantId: string; close(): void }) {
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
      {transferId && <Badge tone="info">{t('stock.actions.transfer')}</Badge>}
    </span>
  )
}
