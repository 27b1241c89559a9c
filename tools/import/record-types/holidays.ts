import { z } from 'zod'
import { date, text } from '../fields.ts'
import { defineKind } from '../record-type.ts'

/** Days that are not what their weekday says; all others follow the weekday (decisions.md, 4). */
export const holidays = defineKind({
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
      columns: { date: 'date', kind: 'text', name: 'text' },
      key: ['date'],
      rows: holiday => [holiday],
    },
  ],
})
