import { adminBookingRoutes } from './bookings.ts'
import { closureRoutes } from './closures.ts'
import { couponRoutes } from './coupons.ts'
import { customerRoutes } from './customers.ts'
import { holdRoutes } from './holds.ts'
import { inventoryRoutes } from './inventory.ts'
import { orderRoutes } from './orders.ts'
import { paymentRoutes } from './payments.ts'
import { adminProductRoutes } from './products.ts'
import { stayRoutes } from './stays.ts'
import { userRoutes } from './users.ts'

/** Every endpoint under /api/admin (docs/contract/admin.md). */
export const adminRoutes = {
  ...userRoutes,
  ...customerRoutes,
  ...holdRoutes,
  ...orderRoutes,
  ...adminBookingRoutes,
  ...stayRoutes,
  ...paymentRoutes,
  ...adminProductRoutes,
  ...inventoryRoutes,
  ...couponRoutes,
  ...closureRoutes,
}
