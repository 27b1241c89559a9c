import { ApiError } from '@campstore/contract/errors'
import type { Database } from '@campstore/database/database'
import { isStatementTimeout } from '@campstore/database/errors'
import { createPaginator, type FindPage } from '@campstore/database/pagination'

/**
 * Creates a function that reads a page of a staff list, on connections of its own, so that no list delays a customer. The
 * database ends a query that takes too long; then it throws SERVICE_UNAVAILABLE.
 */
export function createStaffLists({ staff }: Pick<Database, 'staff'>): FindPage {
  const findPage = createPaginator(staff)
  return async query => {
    try {
      return await findPage(query)
    } catch (error) {
      if (!isStatementTimeout(error)) throw error
      throw new ApiError('SERVICE_UNAVAILABLE', 'This list takes too long to read. Narrow it with filters.', {
        cause: error,
      })
    }
  }
}
