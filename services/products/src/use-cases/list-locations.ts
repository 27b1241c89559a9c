import type { StockLocation } from '@campstore/contract/admin/inventory'
import type { Dependencies } from '../dependencies.ts'
import { byCodePoint } from '../domain/text-order.ts'
import { LocationEntity } from '../persistence/entities.ts'

/** Every location of stock, by id; also the ones that are no longer used, because movements name them. */
export async function listLocations({ database }: Pick<Dependencies, 'database'>): Promise<StockLocation[]> {
  const locations = await (await database.em()).findAll(LocationEntity)
  return locations
    .map(({ id, name, kind, campgroundId }) => ({ id, name, kind, campgroundId: campgroundId ?? null }))
    .toSorted((left, right) => byCodePoint(left.id, right.id))
}
