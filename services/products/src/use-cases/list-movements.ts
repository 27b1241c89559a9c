import type { Movement, MovementsQuery } from '@campstore/contract/admin/inventory'
import type { Page } from '@campstore/contract/route'
import type { FindPage } from '@campstore/database/pagination'
import { findMovements } from '../persistence/movements.ts'
import { presentMovement } from '../presenters.ts'

/** One page of movements of stock, newest first (docs/contract/admin.md#inventory). */
export async function listMovements(deps: { findPage: FindPage }, query: MovementsQuery): Promise<Page<Movement>> {
  const { items, totalElements } = await findMovements(deps.findPage, query)
  return { items: items.map(presentMovement), page: query.page, size: query.size, totalElements }
}
