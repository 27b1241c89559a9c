import { z } from 'zod'
import { dateSchema, moneySchema } from '../schemas.ts'
import { declareAdminRoutes } from './declare.ts'
import { reportQuerySchema } from './reports.ts'

const countAndAmount = z.strictObject({
  count: z.int().describe('How many'),
  amount: moneySchema.describe('Sum of their amounts'),
})

/** What came in and what was given back on one day in Asia/Taipei (docs/contract/admin.md#takings). */
export const takingsSchema = z.strictObject({
  date: dateSchema.describe('Day in Asia/Taipei'),
  bookings: countAndAmount.describe('Payments that were applied to bookings, by `paidAt`'),
  orders: countAndAmount.describe('Payments that were applied to orders, by `paidAt`'),
  cashOnDelivery: countAndAmount.describe('Orders for cash on delivery, by their completion: what was collected'),
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

/** What was taken; the checkout service answers for bookings too. */
export const takingsRoutes = declareAdminRoutes('orders', 'checkout', {
  reportTakings: {
    summary: 'Reports what was taken on each day of a range',
    addition: true,
    method: 'GET',
    path: '/api/admin/reports/takings',
    permissions: ['orders.view', 'bookings.view'],
    query: reportQuerySchema,
    shape: 'list',
    data: takingsSchema,
  },
})
