import { z } from 'zod'
import { declareAdminRoutes } from '../declare.ts'
import { objectsOf } from '../schemas.ts'
import { cancelBodySchema } from './fields.ts'

/** The most holds of a kind that one request ends; the next request ends the next ones. */
export const maxReleasedHolds = 200

const releasedIds = z.array(z.string()).max(maxReleasedHolds)

/** The holds of one customer that an owner released, and those that it could not. */
const ownerReleaseSchema = z.strictObject({
  released: releasedIds,
  failed: z.array(z.strictObject({ id: z.string(), message: z.string() })).max(maxReleasedHolds),
  hasMore: z.boolean(),
})
export type OwnerRelease = z.infer<typeof ownerReleaseSchema>

export const releasedHoldsSchema = z.strictObject({
  bookingIds: releasedIds.describe('Bookings that this request cancelled'),
  orderIds: releasedIds.describe('Orders that this request cancelled'),
  failed: objectsOf('Holds that could not be released', {
    kind: z.enum(['booking', 'order']).describe('Kind of the hold'),
    id: z.string().nullable().describe('Its id; null if the service that owns this kind could not be reached'),
    message: z.string().describe('Why'),
  }),
  hasMore: z
    .boolean()
    .describe(
      `Whether to send the request again: holds remain, because there were more than ${maxReleasedHolds} of a kind or payments could not be checked`,
    ),
})
export type ReleasedHolds = z.infer<typeof releasedHoldsSchema>

const shared = {
  endpoint: 'POST /api/admin/customers/{id}/release-holds',
  permissions: ['customers.edit', 'orders.edit', 'bookings.edit'],
  body: cancelBodySchema,
} as const

/** Ends the holds of a customer, at both owners in turn (docs/contract/admin.md#release-holds). */
export const holdRoutes = declareAdminRoutes('customers', undefined, {
  releaseHolds: {
    ...shared,
    summary: 'Cancels the unpaid bookings of a customer, and the unpaid orders that have not shipped',
    data: releasedHoldsSchema,
  },
})

/** The internal routes of {@link holdRoutes}, which the owners serve. */
export const ownerHoldRoutes = {
  booking: declareAdminRoutes('customers', 'booking', {
    releaseBookings: { ...shared, summary: 'Cancels all unpaid bookings of a customer', data: ownerReleaseSchema },
  }).releaseBookings,
  order: declareAdminRoutes('customers', 'checkout', {
    releaseOrders: { ...shared, summary: 'Cancels all unpaid orders of a customer', data: ownerReleaseSchema },
  }).releaseOrders,
}
