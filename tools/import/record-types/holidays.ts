import { z } from 'zod'
import { date, text } from '../fields.ts'
import { defineRecordType } from '../record-type.ts'

/** Days whose price differs from their weekday's (docs/contract/booking.md#nights-and-holidays). */
export const holidays = defineRecordType({
  file: 'holidays.json',
  title: 'Holiday calendar',
  record: z.strictObject({
    date,
    kind: z
      .enum(['holiday', 'working'])
      .describe('holiday = a holiday night; working = a weekday night, also on a weekend'),
    name: text(200),
  }),
  targets: [
    {
      name: 'holidays',
      table: 'booking.holiday',
      columns: ['date', 'kind', 'name'],
      key: ['date'],
      rows: holiday => [holiday],
    },
  ],
})
