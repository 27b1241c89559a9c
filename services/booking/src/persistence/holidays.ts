import type { Holiday, HolidaysQuery } from '@campstore/contract/admin/holidays'
import { between } from '@campstore/database/conditions'
import type { FindPage, FoundPage } from '@campstore/database/pagination'

/** One page of the holiday calendar, by date. */
export const findHolidays = (
  findPage: FindPage,
  { dateFrom, dateTo, page, size }: HolidaysQuery,
): Promise<FoundPage<Holiday>> =>
  findPage<Holiday>({
    columns: 'holiday.date, holiday.kind, holiday.name',
    from: 'booking.holiday',
    conditions: between('holiday.date', dateFrom, dateTo),
    orderBy: { field: 'holiday.date', id: 'holiday.date', direction: 'asc' },
    page,
    size,
  })
