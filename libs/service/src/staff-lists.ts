import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import type { Database } from '@campstore/database/database'
import { isStatementTimeout } from '@campstore/database/errors'
import { createPaginator, type FindPage } from '@campstore/database/pagination'

/**
 * Reads data for staff, on separate connections, so that no list delays a customer. The database ends a query that takes
 * too long; then it throws SERVICE_UNAVAILABLE.
 */
export async function readForStaff<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (!isStatementTimeout(error)) throw error
    throw new ApiError('SERVICE_UNAVAILABLE', text('failure.slowList'), { cause: error })
  }
}

/** Creates a function that reads a page of a staff list, as {@link readForStaff} does. */
export function createStaffLists({ staff }: Pick<Database, 'staff'>): FindPage {
  const findPage = createPaginator(staff)
  return query => readForStaff(() => findPage(query))
}
