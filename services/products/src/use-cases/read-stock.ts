import type { Stock, StockQuery } from '@campstore/contract/admin/inventory'
import type { Page } from '@campstore/contract/route'
import type { FindPage } from '@campstore/database/pagination'
import type { Dependencies } from '../dependencies.ts'
import { findStockedVariants, readStock } from '../persistence/stock.ts'

/** One page of variants with their stock at every location (docs/contract/admin.md#stock). */
export async function listStock(
  { findPage, database, clock }: Dependencies & { findPage: FindPage },
  query: StockQuery,
): Promise<Page<Stock>> {
  const { items: ids, totalElements } = await findStockedVariants(findPage, query)
  const items = await readStock(database.requests, ids, clock())
  return { items, page: query.page, size: query.size, totalElements }
}
