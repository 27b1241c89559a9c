import { daysBetween } from '@campstore/core/plain-date'
import { z } from 'zod'
import { dateSchema, moneySchema, plainDateSchema } from '../schemas.ts'
import { declareAdminRoutes } from './declare.ts'

/** The longest range of a report, in days. */
export const maxReportDays = 92

const countAndAmount = z.strictObject({
  count: z.int().describe('How many'),
  amount: moneySchema.describe('Sum of their amounts'),
})

/** What came in and what was given back on one day in Asia/Taipei (docs/contract/admin.md#takings). */
export const takingsSchema = z.strictObject({
  date: dateSchema.describe('Day in Asia/Taipei'),
  bookings: countAndAmount.describe('Payments that were applied to bookings, by `paidAt`'),
  orders: countAndAmount.describe('Payments that were applied to orders, by `paidAt`'),
  cashOnDelivery: countAndAmount.describe('Orders for cash on delivery, by their completion'),
  shippingFees: moneySchema.describe('Shipping fees within the orders of the day, cash on delivery too'),
  discounts: moneySchema.describe('Discounts of the orders of the day, cash on delivery too'),
  unapplied: countAndAmount.describe('Payments that were not applied, by `paidAt`'),
  refunded: countAndAmount.describe('Refunds that were made, by `doneAt`'),
  net: z
    .string()
    .regex(/^-?\d+\.\d{2}$/)
    .describe(
      '`bookings`, `orders`, `cashOnDelivery` and `unapplied` less `refunded`; negative where more was given back',
    ),
})
export type Takings = z.infer<typeof takingsSchema>

/** Refuses a range of days that ends before it begins or is too long. */
const reportRange = ({ from, to }: { from: string; to: string }, ctx: z.RefinementCtx): void => {
  const days = daysBetween(plainDateSchema.parse(from), plainDateSchema.parse(to)) + 1
  if (days < 1) ctx.addIssue({ code: 'custom', path: ['to'], message: 'must not be before from' })
  if (days > maxReportDays)
    ctx.addIssue({ code: 'custom', path: ['to'], message: `must be at most ${maxReportDays - 1} days after from` })
}

export const takingsQuerySchema = z
  .object({
    from: plainDateSchema.describe('First day'),
    to: plainDateSchema.describe(`Last day, at most ${maxReportDays - 1} days after \`from\``),
  })
  .superRefine(reportRange)
export type TakingsQuery = z.output<typeof takingsQuerySchema>

/** What was taken; the checkout service answers for bookings too. */
export const takingsRoutes = declareAdminRoutes('orders', 'checkout', {
  reportTakings: {
    summary: 'Reports what was taken on each day of a range',
    addition: true,
    method: 'GET',
    path: '/api/admin/reports/takings',
    permissions: ['orders.view', 'bookings.view'],
    query: takingsQuerySchema,
    shape: 'list',
    data: takingsSchema,
  },
})
