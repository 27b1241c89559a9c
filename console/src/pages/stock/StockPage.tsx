import { ArrowLeftRight, Boxes, ClipboardCheck, PackagePlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../app/client.ts'
import { choiceFilter, numberFilter, textFilter, useFilters } from '../../app/filters.ts'
import { useSession } from '../../app/session.ts'
import { useLocations } from '../../app/shared-queries.ts'
import { Button } from '../../design/Button.tsx'
import { EmptyState } from '../../design/EmptyState.tsx'
import { SelectField } from '../../design/Field.tsx'
import { FilterBar } from '../../design/FilterBar.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { NumberField } from '../../design/NumberField.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { Pager } from '../../design/Pager.tsx'
import { SearchField } from '../../design/SearchField.tsx'
import { CsvButton } from '../shared/CsvButton.tsx'
import { CountDialog } from './CountDialog.tsx'
import { MovementsDialog } from './MovementsDialog.tsx'
import { useStock } from './queries.ts'
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
  const locations = useLocations().data ?? []
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [action, setAction] = useState<(typeof actions)[number]>()
  const mayEdit = can('inventory.edit')
  const selected = (stock.data?.data ?? []).filter(({ variantId }) => chosen.has(variantId))
  const ActionDialog = action && dialogs[action]
  return (
    <>
      <PageHeader title={t('pages.stock')} subtitle={mayEdit && t('stock.hint')}>
        {mayEdit &&
          actions.map(one => (
            <Button key={one} icon={icons[one]} onPress={() => setAction(one)}>
              {selected.length > 0
                ? t(`stock.actions.${one}Selected`, { count: selected.length })
                : t(`stock.actions.${one}`)}
            </Button>
          ))}
      </PageHeader>
      <FilterBar
        filters={{ ...filters, count: filters.count - (movements ? 1 : 0) }}
        search={<SearchField label={t('stock.search')} value={query.q ?? ''} onChange={q => filters.set({ q })} />}
        end={<CsvButton read={() => client().admin.listStock.csv(query)} />}
      >
        <SelectField
          label={t('stock.location')}
          value={query.locationId ?? ''}
          onChange={locationId => filters.set({ locationId: locationId || undefined })}
          options={locations.map(({ id, name }) => ({ value: id, label: name }))}
          empty={t('filters.any')}
        />
        <SelectField
          label={t('stock.kind')}
          value={query.kind ?? ''}
          onChange={kind => filters.set({ kind: kind || undefined })}
          options={(['store', 'rental'] as const).map(value => ({ value, label: t(`stock.kinds.${value}`) }))}
          empty={t('filters.any')}
        />
        <NumberField label={t('stock.below')} value={below} onChange={pieces => filters.set({ below: pieces })} />
      </FilterBar>
      <Loaded query={stock} rows={10}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <EmptyState icon={Boxes} title={t('stock.none')}>
              {filters.count > 0 && t('stock.noneHint')}
            </EmptyState>
          ) : (
            <>
              <StockTable
                stock={data}
                below={below}
                sort={{
                  value: query.sort ?? 'sku,asc',
                  onChange: sort => filters.set({ sort: parsers.sort(sort) }),
                }}
                selection={
                  mayEdit
                    ? {
                        selected: chosen,
                        onChange: setChosen,
                        labelOf: ({ productName, sku }) => t('stock.select', { item: `${productName} ${sku}` }),
                      }
                    : undefined
                }
                openMovements={variantId => filters.set({ movements: variantId })}
              />
              <Pager meta={meta} filters={filters} />
            </>
          )
        }
      </Loaded>
      {movements && <MovementsDialog variantId={movements} close={() => filters.set({ movements: undefined })} />}
      {ActionDialog && (
        <ActionDialog
          variants={selected}
          locations={locations}
          close={() => setAction(undefined)}
          booked={() => setChosen(new Set())}
        />
      )}
    </>
  )
}
