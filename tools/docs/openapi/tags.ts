import { auditRoutes } from '@campstore/contract/admin/audit'
import { adminBookingRoutes } from '@campstore/contract/admin/bookings'
import { bulkRoutes } from '@campstore/contract/admin/bulk-routes'
import { campgroundRoutes } from '@campstore/contract/admin/campgrounds'
import { closureBookingRoutes, closureRoutes } from '@campstore/contract/admin/closures'
import { claimRoutes, couponRoutes } from '@campstore/contract/admin/coupons'
import { customerRoutes } from '@campstore/contract/admin/customers'
import { holdRoutes } from '@campstore/contract/admin/holds'
import { holidayRoutes } from '@campstore/contract/admin/holidays'
import { imageRoutes } from '@campstore/contract/admin/images'
import { inventoryRoutes } from '@campstore/contract/admin/inventory'
import { orderRoutes } from '@campstore/contract/admin/orders'
import { paymentRoutes } from '@campstore/contract/admin/payments'
import { bookingPolicyRoutes, shippingPolicyRoutes } from '@campstore/contract/admin/policies'
import { adminProductRoutes } from '@campstore/contract/admin/products'
import { refundRoutes } from '@campstore/contract/admin/refunds'
import { rentalListingRoutes } from '@campstore/contract/admin/rental-listings'
import { stayRoutes } from '@campstore/contract/admin/stays'
import { takingsRoutes } from '@campstore/contract/admin/takings'
import { userRoutes } from '@campstore/contract/admin/users'
import { webhookRoutes } from '@campstore/contract/admin/webhooks'
import { type AreaKey, areas } from '@campstore/contract/areas'
import { bookingRoutes } from '@campstore/contract/booking/routes'
import { storeCheckoutRoutes } from '@campstore/contract/checkout/routes'
import { memberRoutes } from '@campstore/contract/me/routes'
import { paymentServiceRoutes } from '@campstore/contract/payments'
import { productRoutes } from '@campstore/contract/products/routes'
import type { Route } from '@campstore/contract/route'
import type { Json } from '../json-schema.ts'

/** A group of operations, all of one area. */
type Tag = { name: string; description: string; area: AreaKey; routes: Record<string, Route> }

const staff = (what: string, description: string, routes: Tag['routes']): Tag => ({
  name: `Admin: ${what}`,
  description,
  area: 'admin',
  routes,
})

/** The groups of operations in the order of the document. */
export const tags: readonly Tag[] = [
  {
    name: 'Booking',
    description:
      'Campgrounds, rental equipment, policy, closures and availability for everyone; checkouts and bookings of members. A checkout holds its campsites and rental stock until `checkoutExpiresAt`; only a payment notification makes a booking paid.',
    area: 'booking',
    routes: bookingRoutes,
  },
  {
    name: 'Catalogue',
    description: 'Products for sale, with live availability.',
    area: 'products',
    routes: productRoutes,
  },
  {
    name: 'Store checkout',
    description:
      "A member's order from start to payment. A checkout holds its stock and its coupon until `checkoutExpiresAt`; cash on delivery and a payment form need a complete recipient.",
    area: 'checkout',
    routes: storeCheckoutRoutes,
  },
  { name: 'Member orders', description: "A member's own orders and coupons.", area: 'me', routes: memberRoutes },
  {
    name: 'Payments',
    description: 'For the payment service: the outcomes of its messages.',
    area: 'payments',
    routes: paymentServiceRoutes,
  },
  staff('accounts', 'Administrators, their permissions, and signing in.', userRoutes),
  staff('audit log', 'Actions of administrators, and the personal data they viewed.', auditRoutes),
  staff('customers', 'Customers of the store.', { ...customerRoutes, ...holdRoutes }),
  staff('orders', 'Orders and their shipment.', orderRoutes),
  staff('bookings', 'Bookings of all members.', adminBookingRoutes),
  staff('stays', 'Arrivals, stays and departures; rental load; occupancy of the campgrounds.', stayRoutes),
  staff('bulk actions', 'One action on several orders or bookings, each on its own.', bulkRoutes),
  staff('payments', 'Messages of the payment service, with the outcome.', paymentRoutes),
  staff('products', 'Products, their variants and their images.', { ...adminProductRoutes, ...imageRoutes }),
  staff('refunds', 'Refunds to customers: due and done.', refundRoutes),
  staff('reports', 'Takings by day.', takingsRoutes),
  staff('inventory', 'Movements of stock, and its locations.', inventoryRoutes),
  staff('coupons', "Coupons and customers' claims on them.", { ...couponRoutes, ...claimRoutes }),
  staff('closures', 'Nights on which campgrounds are closed.', { ...closureRoutes, ...closureBookingRoutes }),
  staff('campgrounds', 'Campgrounds, zones and rental listings; the holiday calendar; both policies.', {
    ...campgroundRoutes,
    ...rentalListingRoutes,
    ...holidayRoutes,
    ...bookingPolicyRoutes,
    ...shippingPolicyRoutes,
  }),
  staff(
    'webhooks',
    'Webhooks, which send events to other systems as signed requests, and the delivery log.',
    webhookRoutes,
  ),
]

/** Name of the group of operations outside the areas of the contract. */
export const serviceTag = 'Service'

/** The tags of the document. Each names the revision of its area, which `npm run check:api` reads. */
export const tagObjects = (): Json[] => [
  ...tags.map(({ name, description, area }) => ({
    name,
    description: `${description} Contract revision ${areas[area].revision}.`,
    'x-area': area,
    'x-revision': areas[area].revision,
  })),
  { name: serviceTag, description: 'State of the gateway and the services; these documents; images.' },
]

/** How viewers arrange the tags. */
export const tagGroups = (): Json[] => [
  {
    name: 'For customers',
    tags: tags.filter(({ area }) => area !== 'admin' && area !== 'payments').map(({ name }) => name),
  },
  { name: 'For the payment service', tags: tags.filter(({ area }) => area === 'payments').map(({ name }) => name) },
  { name: 'For staff', tags: tags.filter(({ area }) => area === 'admin').map(({ name }) => name) },
  { name: 'Technical', tags: [serviceTag] },
]
