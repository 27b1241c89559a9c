import { z } from 'zod'
import { declareAdminRoutes, listOf } from '../declare.ts'
import { bulkIds, bulkResultSchema, maxBulkIds } from './bulk.ts'

const idsOf = (things: string) =>
  z.strictObject({ ids: bulkIds().describe(`Ids of ${things}, 1 to ${maxBulkIds}, no duplicates`) })

/** Bulk actions; the admin service carries out each (docs/contract/admin.md#bulk-actions). */
export const bulkRoutes = {
  ...declareAdminRoutes('orders', undefined, {
    shipOrders: {
      summary: 'Ships several orders, each on its own',
      endpoint: 'POST /api/admin/orders/ship',
      body: idsOf('orders'),
      ...listOf(bulkResultSchema),
    },
  }),
  ...declareAdminRoutes('bookings', undefined, {
    confirmBookings: {
      summary: 'Confirms several bookings, each on its own',
      endpoint: 'POST /api/admin/bookings/confirm',
      body: idsOf('bookings'),
      ...listOf(bulkResultSchema),
    },
    completeBookings: {
      summary: 'Completes several bookings, each on its own',
      endpoint: 'POST /api/admin/bookings/complete',
      body: idsOf('bookings'),
      ...listOf(bulkResultSchema),
    },
  }),
}
