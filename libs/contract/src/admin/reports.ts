import { daysBetween } from '@campstore/core/plain-date'
import { z } from 'zod'
import { plainDateSchema } from '../schemas.ts'
import { issue } from '../texts/text.ts'

/** The most days of one report. */
export const maxReportDays = 92

/** The days of a report in Asia/Taipei, first and last included (docs/contract/admin.md#coupon-report). */
export const reportQuerySchema = z
  .object({
    from: plainDateSchema.describe('First day'),
    to: plainDateSchema.describe(`Last day; not before \`from\`, at most ${maxReportDays} days in all`),
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
