import { ArrowLeftRight, Boxes, ClipboardCheck, PackagePlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { useLocations } from '../../app/shared-queries.ts'
import { Button } from '../../design/Button.tsx'
import type { Selection } from '../../design/DataTable.tsx'
import { EmptyState } from '../../design/EmptyState.tsx'
import { FilterBar } from '../../design/FilterBar.tsx'
import { FilterSelect } from '../../design/FilterFields.tsx'
import { LoadedList } from '../../design/LoadedList.tsx'
import { NumberField } from '../../design/NumberField.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { SearchField } from '../../design/SearchField.tsx'
import { choiceFilter, type Filters, numberFilter, textFilter, useFilters } from '../../lib/filters.ts'
import { CsvButton } from '../shared/CsvButton.tsx'
import { CountDialog } from './CountDialog.tsx'
import { MovementsDialog } from './MovementsDialog.tsx'
import type { MovementDialogProps } from './movement-form.ts'
import { type Stock, useStock } from './queries.ts'
import { ReceiptDialog } from './ReceiptDialog.tsx'
import { StockTable } from './StockTable.tsx'
import { TransferDialog } from './TransferDialog.tsx'
import './stock.css'

const parsers = {
  q: textFilter,
  locationId: textFilter,
  kind: choiceFilter(['store', 'rental']),
  below: numberFilter,
  sort: choiceFilter(['sku,asc', 'sku,desc', 'available,asc', 'available,desc']),
  /** The variant whose movements are shown. */
  movements: textFilter,
}

const dialogs = { receipt: ReceiptDialog, count: CountDialog, transfer: TransferDialog }
const icons = { receipt: PackagePlus, count: ClipboardCheck, transfer: ArrowLeftRight }
const actions = ['receipt', 'count', 'transfer'] as const

/** What lies where, and the deliveries, counts and transfers that change it. */
export function StockPage() {
  const { t } = useTranslation()
  const { can } = useSession()
  const filters = useFilters(parsers)
  const { movements, below, ...others } = filters.values
  const query = { ...others, ...(below !== undefined && { below: `${below}` }) }
  const stock = useStock(query, filters.page)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const mayEdit = can('inventory.edit')
  const selected = (stock.data?.data ?? []).filter(({ variantId }) => chosen.has(variantId))
  const selection: Selection<Stock> = {
    selected: chosen,
    onChange: setChosen,
    labelOf: ({ productName, sku }) => t('stock.select', { item: `${productName} ${sku}` }),
  }
  return (
    <>
      <PageHeader title={t('pages.stock')} subtitle={mayEdit && t('stock.hint')}>
        {mayEdit && <StockActions variants={selected} moved={() => setChosen(new Set())} />}
      </PageHeader>
      <StockFilters filters={filters} end={<CsvButton read={() => client().admin.listStock.csv(query)} />} />
      <LoadedList
        query={stock}
        rows={10}
        filters={filters}
        empty={
          <EmptyState icon={Boxes} title={t('stock.none')}>
            {filters.count > 0 && t('stock.noneHint')}
          </EmptyState>
        }
      >
        {items => (
          <StockTable
            stock={items}
            below={below}
            sort={{ value: query.sort ?? 'sku,asc', onChange: sort => filters.set({ sort: parsers.sort(sort) }) }}
            selection={mayEdit ? selection : undefined}
            openMovements={variantId => filters.set({ movements: variantId })}
          />
        )}
      </LoadedList>
      {movements && <MovementsDialog variantId={movements} close={() => filters.set({ movements: undefined })} />}
    </>
  )
}

/** Receives, counts or transfers the variants that are selected, or others. */
function StockActions({ variants, moved }: Pick<MovementDialogProps, 'variants' | 'moved'>) {
  const { t } = useTranslation()
  const locations = useLocations().data ?? []
  const [action, setAction] = useState<(typeof actions)[number]>()
  const ActionDialog = action && dialogs[action]
  const count = variants.length
  return (
    <>
      {actions.map(one => (
        <Button key={one} icon={icons[one]} onPress={() => setAction(one)}>
          {count > 0 ? t(`stock.actions.${one}Selected`, { count }) : t(`stock.actions.${one}`)}
        </Button>
      ))}
      {ActionDialog && (
        <ActionDialog variants={variants} locations={locations} close={() => setAction(undefined)} moved={moved} />
      )}
    </>
  )
}

function StockFilters({ filters, end }: { filters: Filters<typeof parsers>; end: ReactNode }) {
  const { t } = useTranslation()
  const { values, set, count } = filters
  const { q, locationId, kind, below, movements } = values
  const locations = useLocations().data ?? []
  return (
    <FilterBar
      filters={{ ...filters, count: count - (movements ? 1 : 0) }}
      search={<SearchField label={t('stock.search')} value={q ?? ''} onChange={q => set({ q })} />}
      end={end}
    >
      <FilterSelect
        label={t('stock.location')}
        value={locationId}
        onChange={locationId => set({ locationId })}
        options={locations.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <FilterSelect
        label={t('stock.kind')}
        value={kind}
        onChange={kind => set({ kind })}
        options={(['store', 'rental'] as const).map(value => ({ value, label: t(`stock.kinds.${value}`) }))}
      />
      <NumberField label={t('stock.below')} value={below} onChange={below => set({ below })} />
    </FilterBar>
  )
}
