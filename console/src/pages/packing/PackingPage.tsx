import { t } from 'i18next'
import { PackageCheck, Printer, Truck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { withoutDone } from '../../app/bulk-action.tsx'
import { client, useRead } from '../../app/client.ts'
import { useLocations, useSession } from '../../app/session.ts'
import { Button } from '../../design/Button.tsx'
import { DataTable, toggled } from '../../design/DataTable.tsx'
import { FilterBar, FilterSelect, SearchField } from '../../design/FilterBar.tsx'
import { EmptyState, Loaded, LoadedList } from '../../design/Loaded.tsx'
import { useMediaQuery } from '../../design/media-query.ts'
import { PageHeader } from '../../design/PageHeader.tsx'
import { Section } from '../../design/Section.tsx'
import { DateTime, Id } from '../../design/Values.tsx'
import { type Filters, textFilter, useFilters } from '../../lib/filters.ts'
import { CsvButton } from '../shared/OutputButtons.tsx'
import { ShipDialog } from '../shared/ShipDialog.tsx'
import { PackingCard, type PackingOrder } from './PackingCard.tsx'
import './packing.css'
import { type Columns, column, numberColumn, titleColumn } from '../../design/columns.tsx'
import { Picture } from '../../design/Picture.tsx'
import { type ProductPick, picksOf } from './picks.ts'

const parsers = { q: textFilter, locationId: textFilter }
type PackingFilters = Filters<typeof parsers>

/** The orders to pack: short picks first, then the longest waiting. */
export function PackingPage() {
  const filters = useFilters(parsers)
  const { values } = filters
  const { data: locations = [] } = useLocations()
  const stores = locations.filter(({ kind }) => kind === 'store').map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <PageHeader
        title={t('packing.page')}
        subtitle={
          <>
            <span className="no-print">{t('packing.subtitle')}</span>
            <span className="print-only">
              campstore · {stores.find(({ value }) => value === values.locationId)?.label ?? t('packing.allLocations')}{' '}
              · {t('packing.printedAt')} <DateTime at={usePrintTime()} />
            </span>
          </>
        }
      >
        <CsvButton read={() => client().admin.listPickingList.csv(values)} />
        <Button icon={Printer} onPress={() => print()}>
          {t('actions.print')}
        </Button>
      </PageHeader>
      <FilterBar
        filters={filters}
        search={<SearchField label={t('packing.search')} value={values.q ?? ''} onChange={q => filters.set({ q })} />}
      >
        {stores.length > 0 && (
          <FilterSelect
            label={t('stock.kinds.store')}
            value={values.locationId}
            onChange={locationId => filters.set({ locationId })}
            options={stores}
            empty={t('packing.allLocations')}
          />
        )}
      </FilterBar>
      <div className="stack">
        <ShortOrders filters={filters} />
        <ShippableOrders filters={filters} />
      </div>
    </>
  )
}

function usePrintTime(): string {
  const [at, setAt] = useState(() => new Date().toISOString())
  useEffect(() => {
    const note = () => flushSync(() => setAt(new Date().toISOString()))
    addEventListener('beforeprint', note)
    return () => removeEventListener('beforeprint', note)
  }, [])
  return at
}

/** Orders that cannot be shipped, because their store lacks pieces. */
const ShortOrders = ({ filters: { values } }: { filters: PackingFilters }) => (
  <div id="short" className="no-print">
    <Loaded query={useRead('listPickingList', { shippable: 'false', ...values, size: 100 })} rows={2}>
      {({ data, meta }) =>
        data.length > 0 && (
          <Section
            title={t('today.tiles.short')}
            count={meta.totalElements}
            hint={t('packing.shortHint')}
            isCard={false}
          >
            <div className="packing-cards">
              {data.map(order => (
                <PackingCard key={order.id} order={order} />
              ))}
            </div>
          </Section>
        )
      }
    </Loaded>
  </div>
)

/** What the orders that can be shipped need, and the orders: they ship one by one, or by a bulk action. */
function ShippableOrders({ filters: { values, page, setPage } }: { filters: PackingFilters }) {
  const { can } = useSession()
  const fields = { shippable: 'true', ...values, page, size: pageSize } as const
  const query = useRead('listPickingList', fields, { keepsPrevious: true })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [shipping, setShipping] = useState<readonly PackingOrder[]>([])
  const orders = query.data?.data ?? []
  const mayShip = can('orders.edit')
  const chosen = orders.filter(({ id }) => selected.has(id))
  // The list of products and the slips on paper are of the selected orders, or of the page.
  const listed = chosen.length > 0 ? chosen : orders
  const isPrinted = useMediaQuery('print')
  return (
    <>
      <PickList orders={listed} />
      <Section
        title={t('orders.readyToShip')}
        count={isPrinted ? listed.length : query.data?.meta.totalElements}
        isCard={false}
        actions={
          mayShip &&
          orders.length > 0 && (
            <BulkShipping orders={orders} chosen={chosen} setSelected={setSelected} ship={setShipping} />
          )
        }
      >
        <LoadedList
          query={query}
          rows={6}
          filters={{ setPage }}
          empty={<EmptyState icon={PackageCheck} title={t(values.q ? 'filters.nothing' : 'packing.none')} isCard />}
        >
          {orders => (
            <div className="packing-cards" data-has-selected={chosen.length > 0}>
              {orders.map(order => (
                <PackingCard
                  key={order.id}
                  order={order}
                  isSelected={selected.has(order.id)}
                  select={mayShip ? () => setSelected(toggled(selected, order.id)) : undefined}
                  ship={mayShip ? () => setShipping([order]) : undefined}
                />
              ))}
            </div>
          )}
        </LoadedList>
        {shipping.length > 0 && (
          <ShipDialog
            orders={shipping}
            close={() => setShipping([])}
            onDone={results => setSelected(selected => withoutDone(selected, results))}
          />
        )}
      </Section>
    </>
  )
}

type BulkShippingProps = {
  orders: readonly PackingOrder[]
  chosen: readonly PackingOrder[]
  setSelected(ids: ReadonlySet<string>): void
  ship(orders: readonly PackingOrder[]): void
}

function BulkShipping({ orders, chosen, setSelected, ship }: BulkShippingProps) {
  const isAll = chosen.length === orders.length
  return (
    <>
      <Button isSmall onPress={() => setSelected(new Set(isAll ? [] : orders.map(({ id }) => id)))}>
        {isAll ? t('packing.selectNone') : t('actions.selectAll')}
      </Button>
      <Button isSmall variant="primary" icon={Truck} isDisabled={chosen.length === 0} onPress={() => ship(chosen)}>
        {t('packing.shipSelected', { count: chosen.length })}
      </Button>
    </>
  )
}

/** Orders on a page of the list; short picks are rare, so all are shown. */
const pageSize = 30

/** What some orders need, by product and place; it ticks off line by line. */
function PickList({ orders }: { orders: readonly PackingOrder[] }) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const picks = picksOf(orders)
  const title = t('packing.picks')
  if (orders.length === 0) return null
  const columns: Columns<ProductPick> = [
    titleColumn('item', t('fields.item'), { isWide: true }, pick => (
      <span className="row">
        <Picture src={pick.imageUrl} isPrinted />
        <span>{pick.productName}</span>
        <span className="muted">{pick.specification}</span>
      </span>
    )),
    column('sku', t('products.sku'), { place: 'line' }, ({ sku }) => <Id>{sku}</Id>),
    column('place', t('orders.picks'), { place: 'state' }, ({ place }) => place),
    numberColumn('quantity', t('fields.quantity'), { place: 'aside' }),
  ]
  return (
    <Section title={title} count={picks.reduce((sum, { quantity }) => sum + quantity, 0)} isCard={false}>
      <div className="pick-list">
        <DataTable
          label={title}
          columns={columns}
          items={picks}
          // A line that another order has joined is not picked.
          keyOf={({ id, quantity }) => `${id} ${quantity}`}
          selection={{ selected: picked, onChange: setPicked, labelOf: pick => t('packing.picked', pick) }}
          isDense
        />
      </div>
    </Section>
  )
}
