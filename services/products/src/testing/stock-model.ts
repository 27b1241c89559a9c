import { type Item, isOpenStore, type Place, type StockRow } from './stock-fixture.ts'

/** The rules without SQL, over rows in the order of (variant, location); each call changes the rows. */
export function modelOf(rows: readonly StockRow[]) {
  const now = rows.map(row => ({ ...row }))
  const ofStore = (variantId: string) => now.filter(row => row.variantId === variantId && isOpenStore(row.locationId))
  const at = (place: Omit<Place, 'quantity'>): StockRow => {
    const found = now.find(row => row.variantId === place.variantId && row.locationId === place.locationId)
    if (!found) throw new Error('no such row')
    return found
  }
  const available = (variantId: string) =>
    Math.max(
      ofStore(variantId).reduce((free, row) => free + row.onHand - row.reserved, 0),
      0,
    )
  const take = ({ variantId, quantity }: Item): Place[] => {
    let missing = quantity
    return ofStore(variantId).flatMap(row => {
      const taken = Math.min(missing, row.onHand - row.reserved)
      if (taken <= 0) return []
      row.reserved += taken
      missing -= taken
      return [{ variantId, locationId: row.locationId, quantity: taken }]
    })
  }
  return {
    rows: now,
    at,
    available,
    reserve: (items: readonly Item[]): Place[] =>
      items.some(item => item.quantity > available(item.variantId)) ? [] : byVariant(items).flatMap(take),
    release: (places: readonly Place[]) => {
      for (const place of places) at(place).reserved -= place.quantity
    },
    ship: (places: readonly Place[]): boolean => {
      if (places.some(place => place.quantity > at(place).onHand)) return false
      for (const place of places) {
        at(place).reserved -= place.quantity
        at(place).onHand -= place.quantity
      }
      return true
    },
  }
}

const byVariant = <T extends { variantId: string }>(values: readonly T[]): T[] =>
  values.toSorted((left, right) => (left.variantId < right.variantId ? -1 : 1))
