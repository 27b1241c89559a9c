import type { Schemas } from '../../app/client.ts'

type Piece = Pick<
  Schemas['PickingListItem']['items'][number],
  'sku' | 'productName' | 'specification' | 'imageUrl' | 'quantity'
>
type Item = Piece & { picks: readonly Pick<Schemas['Pick'], 'locationName' | 'quantity'>[] }

/** The pieces of a variant that orders take from one place. */
export type ProductPick = Piece & { id: string; place: string }

/** The pieces of all orders by variant and place, in the order of a walk: by place, then by SKU. */
export function picksOf(orders: readonly { items: readonly Item[] }[]): ProductPick[] {
  const found = new Map<string, ProductPick>()
  for (const item of orders.flatMap(({ items }) => items)) {
    for (const { locationName: place, quantity } of item.picks) {
      const id = JSON.stringify([place, item.sku])
      found.set(id, { ...item, id, place, quantity: quantity + (found.get(id)?.quantity ?? 0) })
    }
  }
  return [...found.values()].sort(
    (one, other) => one.place.localeCompare(other.place) || one.sku.localeCompare(other.sku),
  )
}
