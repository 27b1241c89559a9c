import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { column, endColumn, titleColumn } from '../../design/column-kinds.tsx'
import { type Column, DataTable } from '../../design/DataTable.tsx'
import { Picture } from '../../design/Picture.tsx'
import { Section } from '../../design/Section.tsx'
import { Id } from '../../design/Values.tsx'
import { formatNumber } from '../../lib/format.ts'
import type { PackingOrder } from './PackingCard.tsx'
import { type ProductPick, picksOf } from './picks.ts'

/** What some orders need, by product and place; it ticks off line by line. */
export function PickList({ orders }: { orders: readonly PackingOrder[] }) {
  const { t } = useTranslation()
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const picks = picksOf(orders)
  const title = t('packing.picks')
  return (
    <Section title={title} count={picks.reduce((sum, { quantity }) => sum + quantity, 0)} isCard={false}>
      <div className="pick-list">
        <DataTable
          label={title}
          columns={usePickColumns()}
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

function usePickColumns(): Column<ProductPick>[] {
  const { t } = useTranslation()
  const item: Column<ProductPick> = titleColumn('item', t('fields.item'), pick => (
    <span className="row">
      <Picture src={pick.imageUrl} isPrinted />
      <span>{pick.productName}</span>
      <span className="muted">{pick.specification}</span>
    </span>
  ))
  return [
    { ...item, isWide: true },
    column('sku', t('products.sku'), ({ sku }) => <Id>{sku}</Id>, { place: 'line' }),
    column('place', t('orders.picks'), ({ place }) => place, { place: 'state' }),
    endColumn('quantity', t('fields.quantity'), ({ quantity }) => formatNumber(quantity), { place: 'aside' }),
  ]
}
