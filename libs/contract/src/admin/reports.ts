import { daysBetween } from '@campstore/core/plain-date'
import { z } from 'zod'
import { plainDateSchema } from '../schemas.ts'
import { issue } from '../texts/text.ts'

/** How many days one report has at most. */
export const maxReportDays = 92

/** The days of a report, both of them inside, in Asia/Taipei (docs/contract/admin.md#coupon-report). */
export const reportQuerySchema = z
  .object({
    from: plainDateSchema.describe('First day'),
    to: plainDateSchema.describe(`Last day; not before \`from\`, and at most ${maxReportDays} days with it`),
  })
  .superRefine(({ from, to }, ctx) => {
    const days = daysBetween(from, to) + 1
    if (days < 1) ctx.addIssue({ code: 'custom', path: ['to'], message: issue('must.notBeBefore', { field: 'from' }) })
    if (days > maxReportDays)
      ctx.addIssue({
        code: 'custom',
        path: ['to'],
        message: issue('must.beDaysAfter', { days: maxReportDays - 1, field: 'from' }),
      })
  })
export type ReportQuery = z.output<typeof reportQuerySchema>
