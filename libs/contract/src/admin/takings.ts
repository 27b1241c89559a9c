import { z } from 'zod'
import { declareAdminRoutes, listOf } from '../declare.ts'
import { dateSchema, moneySchema } from '../schemas.ts'
import { viewedBefore } from './refunds.ts'
import { reportQuerySchema } from './reports.ts'

const countAndAmount = z.strictObject({
  count: z.int().describe('Count'),
  amount: moneySchema.describe('Sum of the amounts'),
})

/** Money received and given back on one day in Asia/Taipei (docs/contract/admin.md#takings). */
export const takingsSchema = z.strictObject({
  date: dateSchema.describe('Day in Asia/Taipei'),
  bookings: countAndAmount.describe('Payments applied to bookings, by `paidAt`'),
  orders: countAndAmount.describe('Payments applied to orders, by `paidAt`'),
  cashOnDelivery: countAndAmount.describe('Cash collected for cash-on-delivery orders, by their completion'),
  shippingFees: moneySchema.describe('Shipping fees of the orders of the day, including cash on delivery'),
  discounts: moneySchema.describe('Discounts of the orders of the day, including cash on delivery'),
  unapplied: countAndAmount.describe('Payments that were not applied, by `paidAt`'),
  refunded: countAndAmount.describe('Refunds made, by `doneAt`'),
  net: z
    .string()
    .regex(/^-?\d+\.\d{2}$/)
    .describe(
      '`bookings`, `orders`, `cashOnDelivery` and `unapplied` less `refunded`; negative if more was given back',
    ),
})
export type Takings = z.infer<typeof takingsSchema>

export const takingsRoutes = declareAdminRoutes('payments', 'checkout', {
  reportTakings: {
    summary: 'Reports the takings of each day of a range',
    endpoint: 'GET /api/admin/reports/takings',
    optionalPermissions: viewedBefore,
    query: reportQuerySchema,
    ...listOf(takingsSchema),
  },
})
