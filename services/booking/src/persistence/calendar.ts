import type { Holiday, HolidaysQuery } from '@campstore/contract/admin/holidays'
import { type BookingPolicy, bookingPolicySchema } from '@campstore/contract/booking/schemas'
import { between } from '@campstore/database/conditions'
import type { Queryable } from '@campstore/database/database'
import type { FindPage } from '@campstore/database/pagination'
import { firstRow } from '@campstore/database/rows'
import { contractJson } from '@campstore/service/contract-json'

/**
 * SQL expression for the policy record as a JSON object in the contract's shape, or null without the record: for hot
 * statements that read the policy and something else in one round trip.
 */
export const policyJson = `(
  select ${contractJson('policy', bookingPolicySchema)} from booking.policy where id = 1
)`

/** The column of {@link policyJson}. */
export type PolicyColumn = { policy: BookingPolicy | null }

/** The policy record; undefined where there is none. */
export const findPolicy = async (database: Queryable): Promise<BookingPolicy | undefined> =>
  (await firstRow<PolicyColumn>(database, { name: 'policy', text: `select ${policyJson} as policy` }))?.policy ??
  undefined

/** One page of the holiday calendar, by date. */
export const findHolidays = (findPage: FindPage, { dateFrom, dateTo, page, size }: HolidaysQuery) =>
  findPage<Holiday>({
    columns: 'holiday.date, holiday.kind, holiday.name',
    from: 'booking.holiday',
    conditions: between('holiday.date', dateFrom, dateTo),
    orderBy: { field: 'holiday.date', id: 'holiday.date', direction: 'asc' },
    page,
    size,
  })
