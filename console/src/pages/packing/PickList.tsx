import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Columns, column, numberColumn, titleColumn } from '../../design/columns.tsx'
import { DataTable } from '../../design/DataTable.tsx'
import { Picture } from '../../design/Picture.tsx'
import { Section } from '../../design/Section.tsx'
import { Id } from '../../design/Values.tsx'
import type { PackingOrder } from './PackingCard.tsx'
import { type ProductPick, picksOf } from './picks.ts'

/** What some orders need, by product and place; it ticks off line by line. */
export function PickList({ orders }: { orders: readonly PackingOrder[] }) {
  const { t } = useTranslation()
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const picks = picksOf(orders)
  const title = t('packing.picks')
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
