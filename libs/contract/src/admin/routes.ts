import { auditRoutes } from './audit.ts'
import { adminBookingRoutes } from './bookings.ts'
import { bulkRoutes } from './bulk-routes.ts'
import { closureBookingRoutes, closureRoutes } from './closures.ts'
import { claimRoutes, couponRoutes } from './coupons.ts'
import { customerRoutes } from './customers.ts'
import { holdRoutes } from './holds.ts'
import { inventoryRoutes } from './inventory.ts'
import { orderRoutes } from './orders.ts'
import { paymentRoutes } from './payments.ts'
import { adminProductRoutes } from './products.ts'
import { refundRoutes } from './refunds.ts'
import { takingsRoutes } from './takings.ts'
import { userRoutes } from './users.ts'

/** Every endpoint under /api/admin (docs/contract/admin.md). */
export const adminRoutes = {
  ...userRoutes,
  ...auditRoutes,
  ...customerRoutes,
  ...holdRoutes,
  ...orderRoutes,
  ...adminBookingRoutes,
  ...bulkRoutes,
  ...paymentRoutes,
  ...refundRoutes,
  ...takingsRoutes,
  ...adminProductRoutes,
  ...inventoryRoutes,
  ...couponRoutes,
  ...claimRoutes,
  ...closureRoutes,
  ...closureBookingRoutes,
}
