import { z } from 'zod'
import { lengths } from '../booking/bounds.ts'
import { declareAdminRoutes, pageOf, removed } from '../declare.ts'
import { dateSchema, plainDateSchema } from '../schemas.ts'
import { pageQuery, textInput } from './fields.ts'

const kind = z
  .enum(['holiday', 'working'])
  .describe('`holiday`: a holiday night; `working`: a weekday night, whatever its weekday')

/** A day priced differently from its weekday (docs/contract/booking.md#nights-and-holidays). */
export const holidaySchema = z.strictObject({
  date: dateSchema.describe('Night that begins on this date'),
  kind,
  name: z.string().describe('Name'),
})
export type Holiday = z.infer<typeof holidaySchema>

export const setHolidaySchema = z.strictObject({ kind, name: textInput(lengths.holidayName).describe('Name') })
export type SetHoliday = z.output<typeof setHolidaySchema>

export const holidaysQuerySchema = pageQuery({
  dateFrom: plainDateSchema.optional().describe('First date'),
  dateTo: plainDateSchema.optional().describe('Last date; not before `dateFrom`'),
})
export type HolidaysQuery = z.output<typeof holidaysQuerySchema>

const dateParams = z.object({ date: plainDateSchema.describe('Date, `YYYY-MM-DD`') })

export const holidayRoutes = declareAdminRoutes('campgrounds', 'booking', {
  listHolidays: {
    summary: 'Lists the holiday calendar by date',
    endpoint: 'GET /api/admin/holidays',
    ...pageOf(holidaysQuerySchema, holidaySchema),
  },
  getHoliday: {
    summary: 'Reads a date of the holiday calendar',
    endpoint: 'GET /api/admin/holidays/{date}',
    params: dateParams,
    data: holidaySchema,
    errors: ['NOT_FOUND'],
  },
  setHoliday: {
    summary: 'Sets a date of the holiday calendar, replacing any earlier entry',
    endpoint: 'PUT /api/admin/holidays/{date}',
    params: dateParams,
    body: setHolidaySchema,
    data: holidaySchema,
  },
  removeHoliday: {
    summary: 'Removes a date from the holiday calendar',
    endpoint: 'DELETE /api/admin/holidays/{date}',
    params: dateParams,
    ...removed,
    errors: ['NOT_FOUND'],
  },
})
