import { t } from 'i18next'
import { History } from 'lucide-react'
import type { Schemas } from '../../app/client.ts'
import { IconButton } from '../../design/Button.tsx'
import { Legend, PieceBar, Swatch } from '../../design/charts/charts.tsx'
import { type Columns, column, endColumn, numberColumn, titleColumn, wideColumn } from '../../design/columns.tsx'
import { Badge, ItemName } from '../../design/Values.tsx'
import { formatNumber } from '../../lib/format.ts'

/** The columns of stock per variant, with a picture of it, and at each location; with less than `below` available, a variant is low. */
export function stockColumns(
  stock: readonly Stock[],
  below: number | undefined,
  openMovements: (variantId: string) => void,
): Columns<Stock> {
  const scale = Math.max(1, below ?? 0, scaleOf(stock.map(({ onHand }) => onHand)))
  return [
    titleColumn(
      'item',
      t('fields.item'),
      { isWide: true, sort: 'sku' },
      ({ sku, productName, specification, active }) => (
        <span className="stack-tight">
          <span className="mono">{sku}</span>
          {!active && <Badge tone="neutral">{t('products.notSold')}</Badge>}
          <small>
            {productName} <span className="muted">{specification}</span>
          </small>
        </span>
      ),
    ),
    column('bar', t('stock.page'), ({ onHand, reserved }) => (
      <PieceBar onHand={onHand} taken={reserved} scale={scale} mark={below} />
    )),
    endColumn('available', t('stock.available'), { sort: 'available', place: 'aside' }, ({ available }) => (
      <strong>{formatNumber(available)}</strong>
    )),
    numberColumn('onHand', t('calendar.columns.onHand'), { isExtra: true }),
    numberColumn('reserved', t('stock.reserved'), { isExtra: true }),
    wideColumn('locations', t('stock.locations'), { place: 'line' }, variant => <Locations variant={variant} />),
    endColumn('movements', t('stock.movements'), { place: 'state' }, ({ variantId, sku }) => (
      <IconButton icon={History} label={t('stock.movementsOf', { sku })} onPress={() => openMovements(variantId)} />
    )),
  ]
}

/** The number of pieces that fills a bar: a variant with far more pieces than the others does not flatten their bars. */
function scaleOf(pieces: readonly number[]): number {
  const sorted = pieces.toSorted((left, right) => left - right)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  return Math.min(sorted.at(-1) ?? 0, Math.max(10, 4 * median))
}

export const VariantName = ({ variant }: { variant: Stock }) => (
  <ItemName of={variant}>
    <span className="row">
      {variant.productName}
      {!variant.active && <Badge tone="neutral">{t('products.notSold')}</Badge>}
    </span>
  </ItemName>
)

const Locations = ({ variant }: { variant: Stock }) => (
  <ul className="data-table-list">
    {variant.locations.map(({ locationId, locationName, kind, onHand, reserved }) => (
      <li key={locationId}>
        {locationName}
        {kind === 'rental' && <span className="muted"> ({t('stock.kinds.rental')})</span>}{' '}
        <strong>{formatNumber(onHand)}</strong>
        {reserved > 0 && <span className="muted"> {t('stock.ofReserved', { count: reserved })}</span>}
      </li>
    ))}
  </ul>
)

/** The meaning of the table's bars. */
export const StockLegend = ({ below }: { below: number | undefined }) => (
  <Legend
    of={{
      [t('calendar.columns.onHand')]: <Swatch color="fill-2" />,
      [t('stock.reserved')]: <Swatch color="series-1" inset={3} />,
      [t('stock.belowMark', { count: below ?? 0 })]: below !== undefined && (
        <line className="piece-bar-mark" x1="10" x2="10" y1="0" y2="14" />
      ),
    }}
  />
)

export type Stock = Schemas['Stock']
export type StockLocation = Schemas['StockLocation']
