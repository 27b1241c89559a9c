import { z } from 'zod'
import { declareAdminRoutes } from './declare.ts'
import { cancelBodySchema, idParamsOf } from './fields.ts'

/** How many holds of a kind one request ends at most; the next request ends the next ones. */
export const maxReleasedHolds = 200

const releasedIds = z.array(z.string()).max(maxReleasedHolds)

/** The holds of one customer that an owner released, and the ones that it could not release. */
const ownerReleaseSchema = z.strictObject({
  released: releasedIds,
  failed: z.array(z.strictObject({ id: z.string(), message: z.string() })).max(maxReleasedHolds),
  hasMore: z.boolean(),
})
export type OwnerRelease = z.infer<typeof ownerReleaseSchema>

export const releasedHoldsSchema = z.strictObject({
  bookingIds: releasedIds.describe('Bookings that this request cancelled'),
  orderIds: releasedIds.describe('Orders that this request cancelled'),
  failed: z
    .array(
      z.strictObject({
        kind: z.enum(['booking', 'order']).describe('What could not be released'),
        id: z.string().nullable().describe('Its id; null where the service of all of its kind could not be reached'),
        message: z.string().describe('Why'),
      }),
    )
    .describe('What could not be released'),
  hasMore: z
    .boolean()
    .describe(
      `Whether something was left, because there was more than ${maxReleasedHolds} of a kind or payments could not be checked: send the request again`,
    ),
})
export type ReleasedHolds = z.infer<typeof releasedHoldsSchema>

const shared = {
  method: 'POST',
  path: '/api/admin/customers/{id}/release-holds',
  permissions: ['customers.edit', 'orders.edit', 'bookings.edit'],
  params: idParamsOf('Customer id'),
  body: cancelBodySchema,
} as const

/**
 * Ends the holds of a customer; the admin service asks both owners one after the other (docs/contract/admin.md#release-holds).
 */
export const holdRoutes = declareAdminRoutes('customers', undefined, {
  releaseHolds: {
    ...shared,
    summary: 'Cancels all unpaid bookings, and all unpaid orders that have not shipped, of a customer',
    addition: true,
    data: releasedHoldsSchema,
    errors: ['NOT_FOUND'],
  },
})

/** The parts of {@link holdRoutes} that the owners serve; they are not public. */
export const ownerHoldRoutes = {
  booking: declareAdminRoutes('customers', 'booking', {
    releaseBookings: { ...shared, summary: 'Cancels all unpaid bookings of a customer', data: ownerReleaseSchema },
  }).releaseBookings,
  order: declareAdminRoutes('customers', 'checkout', {
    releaseOrders: { ...shared, summary: 'Cancels all unpaid orders of a customer', data: ownerReleaseSchema },
  }).releaseOrders,
}
