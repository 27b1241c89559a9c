import type { Movement, MovementsQuery, StockLocation } from '@campstore/contract/admin/inventory'
import type { Page } from '@campstore/contract/route'
import { createStaffLists } from '@campstore/service/staff-lists'
import type { Dependencies } from '../dependencies.ts'
import { findLocations, findMovements } from '../persistence/movements.ts'
import { presentMovement } from '../presenters.ts'

/** One page of movements of stock, newest first. */
export const listMovements = ({ database }: Dependencies) => {
  const findPage = createStaffLists(database)
  return async (query: MovementsQuery): Promise<Page<Movement>> => {
    const { items, totalElements } = await findMovements(findPage, query)
    return { items: items.map(presentMovement), page: query.page, size: query.size, totalElements }
  }
}

/** Every location of stock. */
export const listLocations =
  ({ database }: Dependencies) =>
  (): Promise<StockLocation[]> =>
    findLocations(database.pool)
