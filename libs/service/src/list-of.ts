import type { Page } from '@campstore/contract/route'
import type { FoundPage } from '@campstore/database/pagination'

/** The handler of a list that is read page by page: finds the rows of the page, and presents each. */
export const listOf =
  <Query extends { page: number; size: number }, Params, Principal, Row, Item>(
    find: (query: Query, principal: Principal, params: Params) => Promise<FoundPage<Row>>,
    present: (row: Row) => Item,
  ) =>
  async ({ query, params }: { query: Query; params: Params }, principal: Principal): Promise<Page<Item>> => {
    const { items, totalElements } = await find(query, principal, params)
    return { items: items.map(present), page: query.page, size: query.size, totalElements }
  }
