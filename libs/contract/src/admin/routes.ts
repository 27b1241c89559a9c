import { auditRoutes } from './audit.ts'
import { adminBookingRoutes } from './bookings.ts'
import { bulkRoutes } from './bulk-routes.ts'
import { campgroundRoutes } from './campgrounds.ts'
import { closureBookingRoutes, closureRoutes } from './closures.ts'
import { claimRoutes, couponRoutes } from './coupons.ts'
import { customerRoutes } from './customers.ts'
import { holdRoutes } from './holds.ts'
import { holidayRoutes } from './holidays.ts'
import { imageRoutes } from './images.ts'
import { inventoryRoutes } from './inventory.ts'
import { orderRoutes } from './orders.ts'
import { paymentRoutes } from './payments.ts'
import { bookingPolicyRoutes, shippingPolicyRoutes } from './policies.ts'
import { adminProductRoutes } from './products.ts'
import { refundRoutes } from './refunds.ts'
import { rentalListingRoutes } from './rental-listings.ts'
import { stayRoutes } from './stays.ts'
import { takingsRoutes } from './takings.ts'
import { userRoutes } from './users.ts'
import { webhookRoutes } from './webhooks.ts'

/** Every endpoint under /api/admin (docs/contract/admin.md). */
export const adminRoutes = {
  ...userRoutes,
  ...auditRoutes,
  ...customerRoutes,
  ...holdRoutes,
  ...orderRoutes,
  ...adminBookingRoutes,
  ...stayRoutes,
  ...bulkRoutes,
  ...paymentRoutes,
  ...refundRoutes,
  ...takingsRoutes,
  ...adminProductRoutes,
  ...imageRoutes,
  ...inventoryRoutes,
  ...couponRoutes,
  ...claimRoutes,
  ...closureRoutes,
  ...campgroundRoutes,
  ...rentalListingRoutes,
  ...holidayRoutes,
  ...bookingPolicyRoutes,
  ...shippingPolicyRoutes,
  ...closureBookingRoutes,
  ...webhookRoutes,
}
