import { ApiError } from '@campstore/contract/errors'
import type { Database } from '@campstore/database/database'
import { isStatementTimeout } from '@campstore/database/errors'
import { createPaginator, type FindPage } from '@campstore/database/pagination'

/**
 * Reads pages of the lists that staff ask for, on connections of their own, so that no list keeps a customer waiting. One that
 * takes too long is ended by the database.
 *
 * @returns what reads a page; it throws SERVICE_UNAVAILABLE with the advice to narrow the list when that takes too long
 */
export function createStaffLists({ staff }: Pick<Database, 'staff'>): FindPage {
  const findPage = createPaginator(staff)
  return async listing => {
    try {
      return await findPage(listing)
    } catch (error) {
      if (!isStatementTimeout(error)) throw error
      throw new ApiError('SERVICE_UNAVAILABLE', 'This list takes too long to read. Narrow it with filters.', {
        cause: error,
      })
    }
  }
}
