// Generated from libs/contract/documents/openapi.json by `npm run docs`.

/** The operations of booking. */
export const booking = {
  /**
   * Lists active campgrounds with their zones.
   *
   * `GET /api/booking/campgrounds`
   */
  listCampgrounds: { method: "GET", path: "/api/booking/campgrounds", isPublic: true, isPaged: false },
  /**
   * Reads an active campground with its zones.
   *
   * `GET /api/booking/campgrounds/{id}`
   *
   * @throws {CampstoreError} NOT_FOUND, besides the codes of every operation
   */
  getCampground: { method: "GET", path: "/api/booking/campgrounds/{id}", isPublic: true, isPaged: false },
  /**
   * Lists each night of each active zone of a campground: free sites, price, closures. **Addition** to the original interface.
   *
   * `GET /api/booking/campgrounds/{id}/calendar`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, NOT_FOUND, besides the codes of every operation
   */
  getCalendar: { method: "GET", path: "/api/booking/campgrounds/{id}/calendar", isPublic: true, isPaged: false },
  /**
   * Lists campgrounds with free zones and their prices for a stay; holds nothing. **Addition** to the original interface.
   *
   * `GET /api/booking/availability`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, BOOKING_DATE_INVALID, BOOKING_WINDOW_EXCEEDED, NOT_FOUND, besides the codes of every operation
   */
  searchAvailability: { method: "GET", path: "/api/booking/availability", isPublic: true, isPaged: true },
  /**
   * Lists the rental equipment of a campground.
   *
   * `GET /api/booking/equipment`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, NOT_FOUND, besides the codes of every operation
   */
  listEquipment: { method: "GET", path: "/api/booking/equipment", isPublic: true, isPaged: false },
  /**
   * Reads the booking policy.
   *
   * `GET /api/booking/policy`
   *
   * @throws {CampstoreError} NOT_FOUND, besides the codes of every operation
   */
  getPolicy: { method: "GET", path: "/api/booking/policy", isPublic: true, isPaged: false },
  /**
   * Lists closures of active campgrounds.
   *
   * `GET /api/booking/closures`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, besides the codes of every operation
   */
  listClosures: { method: "GET", path: "/api/booking/closures", isPublic: true, isPaged: false },
  /**
   * Checks whether zones are free for a stay; holds nothing.
   *
   * `POST /api/booking/check-availability`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, BOOKING_DATE_INVALID, BOOKING_WINDOW_EXCEEDED, NOT_FOUND, besides the codes of every operation
   */
  checkAvailability: { method: "POST", path: "/api/booking/check-availability", isPublic: true, isPaged: false },
  /**
   * Holds campsites and rental stock and opens a checkout. For members: an ID token names the customer, and no field does. A suspended customer is refused.
   *
   * `POST /api/booking/checkout/sessions`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, FORBIDDEN, BOOKING_DATE_INVALID, BOOKING_WINDOW_EXCEEDED, NOT_FOUND, CONFLICT, ZONE_UNAVAILABLE, RENTAL_STOCK_INSUFFICIENT, IDEMPOTENCY_CONFLICT, besides the codes of every operation
   */
  startCheckout: { method: "POST", path: "/api/booking/checkout/sessions", isPublic: false, isPaged: false },
  /**
   * Calculates the price of a stay; holds nothing. For members: an ID token names the customer, and no field does. **Addition** to the original interface.
   *
   * `POST /api/booking/checkout/quotes`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, FORBIDDEN, BOOKING_DATE_INVALID, BOOKING_WINDOW_EXCEEDED, NOT_FOUND, ZONE_UNAVAILABLE, RENTAL_STOCK_INSUFFICIENT, besides the codes of every operation
   */
  quoteBooking: { method: "POST", path: "/api/booking/checkout/quotes", isPublic: false, isPaged: false },
  /**
   * Reads the caller's booking as a checkout session. For members: an ID token names the customer, and no field does.
   *
   * `GET /api/booking/checkout/sessions/{bookingId}`
   *
   * @throws {CampstoreError} UNAUTHORIZED, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  getCheckout: { method: "GET", path: "/api/booking/checkout/sessions/{bookingId}", isPublic: false, isPaged: false },
  /**
   * Creates a form for the payment provider's page; deferred where bookings have none. It answers 501 unless BOOKING_PAYMENT_FORM is `yes`. For members: an ID token names the customer, and no field does.
   *
   * `POST /api/booking/checkout/sessions/{bookingId}/gateway`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, FORBIDDEN, NOT_IMPLEMENTED, NOT_FOUND, CONFLICT, BOOKING_EXPIRED, besides the codes of every operation
   */
  openPaymentForm: { method: "POST", path: "/api/booking/checkout/sessions/{bookingId}/gateway", isPublic: false, isPaged: false },
  /**
   * Cancels a pending, unpaid booking and releases its hold. For members: an ID token names the customer, and no field does.
   *
   * `POST /api/booking/checkout/sessions/{bookingId}/cancel`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, FORBIDDEN, NOT_FOUND, CONFLICT, BOOKING_EXPIRED, besides the codes of every operation
   */
  cancelCheckout: { method: "POST", path: "/api/booking/checkout/sessions/{bookingId}/cancel", isPublic: false, isPaged: false },
  /**
   * Lists the caller's bookings, newest first. For members: an ID token names the customer, and no field does.
   *
   * `GET /api/booking/bookings`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, FORBIDDEN, besides the codes of every operation
   */
  listBookings: { method: "GET", path: "/api/booking/bookings", isPublic: false, isPaged: true },
  /**
   * Reads one of the caller's bookings. For members: an ID token names the customer, and no field does.
   *
   * `GET /api/booking/bookings/{id}`
   *
   * @throws {CampstoreError} UNAUTHORIZED, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  getBooking: { method: "GET", path: "/api/booking/bookings/{id}", isPublic: false, isPaged: false },
  /**
   * Streams one of the caller's bookings: its current state, then each change. For members: an ID token names the customer, and no field does. **Addition** to the original interface.
   *
   * `GET /api/booking/bookings/{id}/events`
   *
   * @throws {CampstoreError} UNAUTHORIZED, FORBIDDEN, NOT_FOUND, RATE_LIMITED, besides the codes of every operation
   */
  watchBooking: { method: "GET", path: "/api/booking/bookings/{id}/events", isPublic: false, isPaged: false, isStream: true },
  /**
   * Streams the zones and nights of an active campground whose availability changes. **Addition** to the original interface.
   *
   * `GET /api/booking/campgrounds/{id}/events`
   *
   * @throws {CampstoreError} NOT_FOUND, besides the codes of every operation
   */
  watchCampground: { method: "GET", path: "/api/booking/campgrounds/{id}/events", isPublic: true, isPaged: false, isStream: true },
} as const

/** The operations of products. */
export const products = {
  /**
   * Lists visible products with live availability.
   *
   * `GET /api/products`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, besides the codes of every operation
   */
  listProducts: { method: "GET", path: "/api/products", isPublic: true, isPaged: true },
  /**
   * Counts the visible products of a list by category and brand. **Addition** to the original interface.
   *
   * `GET /api/products/facets`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, besides the codes of every operation
   */
  getFacets: { method: "GET", path: "/api/products/facets", isPublic: true, isPaged: false },
  /**
   * Reads a visible product with live availability.
   *
   * `GET /api/products/{id}`
   *
   * @throws {CampstoreError} NOT_FOUND, besides the codes of every operation
   */
  getProduct: { method: "GET", path: "/api/products/{id}", isPublic: true, isPaged: false },
} as const

/** The operations of checkout. */
export const checkout = {
  /**
   * Opens an unpaid order and holds its stock. For members: an ID token names the customer, and no field does. A suspended customer is refused.
   *
   * `POST /api/checkout/sessions`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, FORBIDDEN, NOT_FOUND, CONFLICT, VARIANT_NOT_SELLABLE, STOCK_INSUFFICIENT, COUPON_NOT_APPLICABLE, besides the codes of every operation
   */
  startStoreCheckout: { method: "POST", path: "/api/checkout/sessions", isPublic: false, isPaged: false },
  /**
   * Calculates the price of an order and the effect of a coupon; holds nothing. For members: an ID token names the customer, and no field does. **Addition** to the original interface.
   *
   * `POST /api/checkout/quotes`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, FORBIDDEN, NOT_FOUND, VARIANT_NOT_SELLABLE, STOCK_INSUFFICIENT, besides the codes of every operation
   */
  quoteOrder: { method: "POST", path: "/api/checkout/quotes", isPublic: false, isPaged: false },
  /**
   * Reads the caller's order as a checkout session. For members: an ID token names the customer, and no field does.
   *
   * `GET /api/checkout/sessions/{orderId}`
   *
   * @throws {CampstoreError} UNAUTHORIZED, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  getStoreCheckout: { method: "GET", path: "/api/checkout/sessions/{orderId}", isPublic: false, isPaged: false },
  /**
   * Changes recipient, payment method or coupon of an unpaid order. For members: an ID token names the customer, and no field does. A suspended customer is refused.
   *
   * `PATCH /api/checkout/sessions/{orderId}`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, FORBIDDEN, NOT_FOUND, CONFLICT, CHECKOUT_EXPIRED, COUPON_NOT_APPLICABLE, besides the codes of every operation
   */
  changeStoreCheckout: { method: "PATCH", path: "/api/checkout/sessions/{orderId}", isPublic: false, isPaged: false },
  /**
   * Confirms cash on delivery: the order no longer expires. For members: an ID token names the customer, and no field does. A suspended customer is refused.
   *
   * `POST /api/checkout/sessions/{orderId}/confirm-cod`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, FORBIDDEN, NOT_FOUND, CONFLICT, CHECKOUT_EXPIRED, besides the codes of every operation
   */
  confirmCashOnDelivery: { method: "POST", path: "/api/checkout/sessions/{orderId}/confirm-cod", isPublic: false, isPaged: false },
  /**
   * Creates a form for the payment provider's page. For members: an ID token names the customer, and no field does. A suspended customer is refused.
   *
   * `POST /api/checkout/sessions/{orderId}/gateway`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, FORBIDDEN, NOT_FOUND, CONFLICT, CHECKOUT_EXPIRED, besides the codes of every operation
   */
  openStorePaymentForm: { method: "POST", path: "/api/checkout/sessions/{orderId}/gateway", isPublic: false, isPaged: false },
  /**
   * Cancels an unpaid order and releases its hold. For members: an ID token names the customer, and no field does.
   *
   * `POST /api/checkout/sessions/{orderId}/cancel`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, FORBIDDEN, NOT_FOUND, CONFLICT, CHECKOUT_EXPIRED, besides the codes of every operation
   */
  cancelStoreCheckout: { method: "POST", path: "/api/checkout/sessions/{orderId}/cancel", isPublic: false, isPaged: false },
} as const

/** The operations of me. */
export const me = {
  /**
   * Lists the caller's orders, newest first. For members: an ID token names the customer, and no field does.
   *
   * `GET /api/me/orders`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, FORBIDDEN, besides the codes of every operation
   */
  listOrders: { method: "GET", path: "/api/me/orders", isPublic: false, isPaged: true },
  /**
   * Reads one of the caller's orders with its items. For members: an ID token names the customer, and no field does.
   *
   * `GET /api/me/orders/{orderId}`
   *
   * @throws {CampstoreError} UNAUTHORIZED, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  getOrder: { method: "GET", path: "/api/me/orders/{orderId}", isPublic: false, isPaged: false },
  /**
   * Streams one of the caller's orders: its current state, then each change. For members: an ID token names the customer, and no field does. **Addition** to the original interface.
   *
   * `GET /api/me/orders/{orderId}/events`
   *
   * @throws {CampstoreError} UNAUTHORIZED, FORBIDDEN, NOT_FOUND, RATE_LIMITED, besides the codes of every operation
   */
  watchOrder: { method: "GET", path: "/api/me/orders/{orderId}/events", isPublic: false, isPaged: false, isStream: true },
  /**
   * Lists the caller's coupon claims, newest first, each with its coupon. For members: an ID token names the customer, and no field does. **Addition** to the original interface.
   *
   * `GET /api/me/coupons`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, FORBIDDEN, besides the codes of every operation
   */
  listCoupons: { method: "GET", path: "/api/me/coupons", isPublic: false, isPaged: true },
} as const

/** The operations of admin. */
export const admin = {
  /**
   * Exchanges an ID token for the whitelisted account, and binds it on first use.
   *
   * `POST /api/admin/auth/firebase/session`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, besides the codes of every operation
   */
  openAdminSession: { method: "POST", path: "/api/admin/auth/firebase/session", isPublic: true, isPaged: false },
  /**
   * Reads the caller's own account with overrides and effective permissions. **Addition** to the original interface.
   *
   * `GET /api/admin/me`
   *
   * @throws {CampstoreError} UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, besides the codes of every operation
   */
  getOwnAccount: { method: "GET", path: "/api/admin/me", isPublic: false, isPaged: false },
  /**
   * Whitelists an administrator. For administrators with `permissions.edit`.
   *
   * `POST /api/admin/users`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, CONFLICT, besides the codes of every operation
   */
  createUser: { method: "POST", path: "/api/admin/users", isPublic: false, isPaged: false },
  /**
   * Lists administrators. For administrators with `permissions.view`.
   *
   * `GET /api/admin/users`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, besides the codes of every operation
   */
  listUsers: { method: "GET", path: "/api/admin/users", isPublic: false, isPaged: true, isExported: true },
  /**
   * Reads an administrator with overrides and effective permissions. For administrators with `permissions.view`.
   *
   * `GET /api/admin/users/{id}`
   *
   * @throws {CampstoreError} UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  getUser: { method: "GET", path: "/api/admin/users/{id}", isPublic: false, isPaged: false },
  /**
   * Activates, deactivates or renames an administrator, or changes the role. For administrators with `permissions.edit`.
   *
   * `PATCH /api/admin/users/{id}`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  changeUser: { method: "PATCH", path: "/api/admin/users/{id}", isPublic: false, isPaged: false },
  /**
   * Replaces an administrator's personal overrides. For administrators with `permissions.edit`.
   *
   * `PUT /api/admin/users/{id}/permissions`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  replacePermissions: { method: "PUT", path: "/api/admin/users/{id}/permissions", isPublic: false, isPaged: false },
  /**
   * Lists all permissions, and the defaults of each role. For administrators with `permissions.view`.
   *
   * `GET /api/admin/permissions`
   *
   * @throws {CampstoreError} UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, besides the codes of every operation
   */
  readPermissions: { method: "GET", path: "/api/admin/permissions", isPublic: false, isPaged: false },
  /**
   * Lists what administrators did, newest first. For administrators with `permissions.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/audit-entries`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, besides the codes of every operation
   */
  listAuditEntries: { method: "GET", path: "/api/admin/audit-entries", isPublic: false, isPaged: true, isExported: true },
  /**
   * Reads an entry of the audit log with the request, and the target before and after. For administrators with `permissions.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/audit-entries/{id}`
   *
   * @throws {CampstoreError} UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  getAuditEntry: { method: "GET", path: "/api/admin/audit-entries/{id}", isPublic: false, isPaged: false },
  /**
   * Lists customers. For administrators with `customers.view`.
   *
   * `GET /api/admin/customers`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, besides the codes of every operation
   */
  listCustomers: { method: "GET", path: "/api/admin/customers", isPublic: false, isPaged: true, isExported: true },
  /**
   * Reads a customer with recent orders and bookings. For administrators with `customers.view`.
   *
   * `GET /api/admin/customers/{id}`
   *
   * @throws {CampstoreError} UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  getCustomer: { method: "GET", path: "/api/admin/customers/{id}", isPublic: false, isPaged: false },
  /**
   * Changes name, phone, birthday or points. For administrators with `customers.edit`.
   *
   * `PATCH /api/admin/customers/{id}`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  changeCustomer: { method: "PATCH", path: "/api/admin/customers/{id}", isPublic: false, isPaged: false },
  /**
   * Suspends an active customer. For administrators with `customers.edit`.
   *
   * `POST /api/admin/customers/{id}/suspend`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  suspendCustomer: { method: "POST", path: "/api/admin/customers/{id}/suspend", isPublic: false, isPaged: false },
  /**
   * Reactivates a suspended customer. For administrators with `customers.edit`.
   *
   * `POST /api/admin/customers/{id}/reactivate`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  reactivateCustomer: { method: "POST", path: "/api/admin/customers/{id}/reactivate", isPublic: false, isPaged: false },
  /**
   * Joins a duplicate customer into this one. For administrators with `customers.edit`. **Addition** to the original interface.
   *
   * `POST /api/admin/customers/{id}/join`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  joinCustomer: { method: "POST", path: "/api/admin/customers/{id}/join", isPublic: false, isPaged: false },
  /**
   * Cancels all unpaid bookings, and all unpaid orders that have not shipped, of a customer. For administrators with `customers.edit` and `orders.edit` and `bookings.edit`. **Addition** to the original interface.
   *
   * `POST /api/admin/customers/{id}/release-holds`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  releaseHolds: { method: "POST", path: "/api/admin/customers/{id}/release-holds", isPublic: false, isPaged: false },
  /**
   * Lists orders. For administrators with `orders.view`.
   *
   * `GET /api/admin/orders`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, besides the codes of every operation
   */
  listAdminOrders: { method: "GET", path: "/api/admin/orders", isPublic: false, isPaged: true, isExported: true },
  /**
   * Reads an order with recipient, items and status history. For administrators with `orders.view`.
   *
   * `GET /api/admin/orders/{id}`
   *
   * @throws {CampstoreError} UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  getAdminOrder: { method: "GET", path: "/api/admin/orders/{id}", isPublic: false, isPaged: false },
  /**
   * Lists the orders whose state allows shipping, with pick locations, longest waiting first. For administrators with `orders.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/picking-list`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, besides the codes of every operation
   */
  listPickingList: { method: "GET", path: "/api/admin/picking-list", isPublic: false, isPaged: true, isExported: true },
  /**
   * Ships an order that is paid or confirmed for cash on delivery. For administrators with `orders.edit`.
   *
   * `POST /api/admin/orders/{id}/ship`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, STOCK_INSUFFICIENT, besides the codes of every operation
   */
  shipOrder: { method: "POST", path: "/api/admin/orders/{id}/ship", isPublic: false, isPaged: false },
  /**
   * Reserves the missing pieces of an unshipped order at other stores. For administrators with `orders.edit`. **Addition** to the original interface.
   *
   * `POST /api/admin/orders/{id}/reallocate`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, STOCK_INSUFFICIENT, besides the codes of every operation
   */
  reallocateOrder: { method: "POST", path: "/api/admin/orders/{id}/reallocate", isPublic: false, isPaged: false },
  /**
   * Completes a shipped order; a cash-on-delivery order becomes paid. For administrators with `orders.edit`.
   *
   * `POST /api/admin/orders/{id}/complete`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  completeOrder: { method: "POST", path: "/api/admin/orders/{id}/complete", isPublic: false, isPaged: false },
  /**
   * Cancels an unpaid order that has not shipped, for staff. For administrators with `orders.edit`. **Addition** to the original interface.
   *
   * `POST /api/admin/orders/{id}/cancel`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  cancelOrder: { method: "POST", path: "/api/admin/orders/{id}/cancel", isPublic: false, isPaged: false },
  /**
   * Cancels a paid order that has not shipped, and opens a refund. For administrators with `orders.edit`. **Addition** to the original interface.
   *
   * `POST /api/admin/orders/{id}/cancel-paid`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  cancelPaidOrder: { method: "POST", path: "/api/admin/orders/{id}/cancel-paid", isPublic: false, isPaged: false },
  /**
   * Lists bookings. For administrators with `bookings.view`.
   *
   * `GET /api/admin/bookings`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, besides the codes of every operation
   */
  listAdminBookings: { method: "GET", path: "/api/admin/bookings", isPublic: false, isPaged: true, isExported: true },
  /**
   * Reads a booking with snapshots, customer and status history. For administrators with `bookings.view`.
   *
   * `GET /api/admin/bookings/{id}`
   *
   * @throws {CampstoreError} UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  getAdminBooking: { method: "GET", path: "/api/admin/bookings/{id}", isPublic: false, isPaged: false },
  /**
   * Confirms a paid, pending booking. For administrators with `bookings.edit`.
   *
   * `POST /api/admin/bookings/{id}/confirm`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  confirmBooking: { method: "POST", path: "/api/admin/bookings/{id}/confirm", isPublic: false, isPaged: false },
  /**
   * Completes a confirmed booking whose guest has checked out. For administrators with `bookings.edit`.
   *
   * `POST /api/admin/bookings/{id}/complete`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  completeBooking: { method: "POST", path: "/api/admin/bookings/{id}/complete", isPublic: false, isPaged: false },
  /**
   * Cancels a pending, unpaid booking for staff. For administrators with `bookings.edit`. **Addition** to the original interface.
   *
   * `POST /api/admin/bookings/{id}/cancel`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  cancelBooking: { method: "POST", path: "/api/admin/bookings/{id}/cancel", isPublic: false, isPaged: false },
  /**
   * Cancels a paid booking that is pending or confirmed, and opens a refund. For administrators with `bookings.edit`. **Addition** to the original interface.
   *
   * `POST /api/admin/bookings/{id}/cancel-paid`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  cancelPaidBooking: { method: "POST", path: "/api/admin/bookings/{id}/cancel-paid", isPublic: false, isPaged: false },
  /**
   * Lists the stays of a day with contact, zones and rentals, by campground, name and id. For administrators with `bookings.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/stays`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  listStays: { method: "GET", path: "/api/admin/stays", isPublic: false, isPaged: true, isExported: true },
  /**
   * Lists the rental load of each location by day. For administrators with `bookings.view` and `inventory.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/rentals`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  listRentals: { method: "GET", path: "/api/admin/rentals", isPublic: false, isPaged: false, isExported: true },
  /**
   * Lists the occupancy of each zone by night. For administrators with `bookings.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/occupancy`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  listOccupancy: { method: "GET", path: "/api/admin/occupancy", isPublic: false, isPaged: false, isExported: true },
  /**
   * Reports the sales of each zone in a range of nights. For administrators with `orders.view` and `bookings.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/reports/occupancy`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, besides the codes of every operation
   */
  reportOccupancy: { method: "GET", path: "/api/admin/reports/occupancy", isPublic: false, isPaged: false, isExported: true },
  /**
   * Ships several orders independently. For administrators with `orders.edit`. **Addition** to the original interface.
   *
   * `POST /api/admin/orders/ship`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, CONFLICT, besides the codes of every operation
   */
  shipOrders: { method: "POST", path: "/api/admin/orders/ship", isPublic: false, isPaged: false },
  /**
   * Confirms several bookings independently. For administrators with `bookings.edit`. **Addition** to the original interface.
   *
   * `POST /api/admin/bookings/confirm`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, CONFLICT, besides the codes of every operation
   */
  confirmBookings: { method: "POST", path: "/api/admin/bookings/confirm", isPublic: false, isPaged: false },
  /**
   * Completes several bookings independently. For administrators with `bookings.edit`. **Addition** to the original interface.
   *
   * `POST /api/admin/bookings/complete`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, CONFLICT, besides the codes of every operation
   */
  completeBookings: { method: "POST", path: "/api/admin/bookings/complete", isPublic: false, isPaged: false },
  /**
   * Lists payment notifications of bookings and orders, newest first. For administrators with `orders.view` and `bookings.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/payments`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, besides the codes of every operation
   */
  listAdminPayments: { method: "GET", path: "/api/admin/payments", isPublic: false, isPaged: true, isExported: true },
  /**
   * Lists products, inactive ones too. For administrators with `products.view`.
   *
   * `GET /api/admin/products`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, besides the codes of every operation
   */
  listAdminProducts: { method: "GET", path: "/api/admin/products", isPublic: false, isPaged: true, isExported: true },
  /**
   * Creates a product with its variants. For administrators with `products.edit`.
   *
   * `POST /api/admin/products`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, CONFLICT, besides the codes of every operation
   */
  createProduct: { method: "POST", path: "/api/admin/products", isPublic: false, isPaged: false },
  /**
   * Reads a product with all its variants. For administrators with `products.view`.
   *
   * `GET /api/admin/products/{id}`
   *
   * @throws {CampstoreError} UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  getAdminProduct: { method: "GET", path: "/api/admin/products/{id}", isPublic: false, isPaged: false },
  /**
   * Changes the status of a product. For administrators with `products.edit`.
   *
   * `PUT /api/admin/products/{id}`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  setProductStatus: { method: "PUT", path: "/api/admin/products/{id}", isPublic: false, isPaged: false },
  /**
   * Changes texts, image or status of a product. For administrators with `products.edit`.
   *
   * `PATCH /api/admin/products/{id}`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  changeProduct: { method: "PATCH", path: "/api/admin/products/{id}", isPublic: false, isPaged: false },
  /**
   * Replaces the images of a product. For administrators with `products.edit`. **Addition** to the original interface.
   *
   * `PUT /api/admin/products/{id}/images`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  setImages: { method: "PUT", path: "/api/admin/products/{id}/images", isPublic: false, isPaged: false },
  /**
   * Adds a variant to a product. For administrators with `products.edit`.
   *
   * `POST /api/admin/products/{id}/variants`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  addVariant: { method: "POST", path: "/api/admin/products/{id}/variants", isPublic: false, isPaged: false },
  /**
   * Changes variants of a product, all or none of them. For administrators with `products.edit`.
   *
   * `PATCH /api/admin/products/{id}/variants`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  changeVariants: { method: "PATCH", path: "/api/admin/products/{id}/variants", isPublic: false, isPaged: false },
  /**
   * Stores an image, which is public at its path from then on. For administrators with `products.edit`. **Addition** to the original interface.
   *
   * `POST /api/admin/images`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, CONFLICT, besides the codes of every operation
   */
  uploadImage: { method: "POST", path: "/api/admin/images", isPublic: false, isPaged: false, takesFile: true },
  /**
   * Lists refunds for bookings and orders, oldest first. For administrators with `orders.view` and `bookings.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/refunds`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, besides the codes of every operation
   */
  listRefunds: { method: "GET", path: "/api/admin/refunds", isPublic: false, isPaged: true, isExported: true },
  /**
   * Reads a refund. For administrators with `orders.view` and `bookings.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/refunds/{id}`
   *
   * @throws {CampstoreError} UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  getRefund: { method: "GET", path: "/api/admin/refunds/{id}", isPublic: false, isPaged: false },
  /**
   * Records that a refund was made. For administrators with `orders.edit` and `bookings.edit`. **Addition** to the original interface.
   *
   * `POST /api/admin/refunds/{id}/done`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  refundDone: { method: "POST", path: "/api/admin/refunds/{id}/done", isPublic: false, isPaged: false },
  /**
   * Reports the takings of each day of a range. For administrators with `orders.view` and `bookings.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/reports/takings`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, besides the codes of every operation
   */
  reportTakings: { method: "GET", path: "/api/admin/reports/takings", isPublic: false, isPaged: false, isExported: true },
  /**
   * Lists movements of stock, newest first. For administrators with `inventory.view`.
   *
   * `GET /api/admin/inventory-movements`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, besides the codes of every operation
   */
  listMovements: { method: "GET", path: "/api/admin/inventory-movements", isPublic: false, isPaged: true, isExported: true },
  /**
   * Books stock in or out. For administrators with `inventory.edit`.
   *
   * `POST /api/admin/inventory-movements`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, STOCK_INSUFFICIENT, besides the codes of every operation
   */
  createMovement: { method: "POST", path: "/api/admin/inventory-movements", isPublic: false, isPaged: false },
  /**
   * Lists stock by variant, with each location. For administrators with `inventory.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/stock`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, besides the codes of every operation
   */
  listStock: { method: "GET", path: "/api/admin/stock", isPublic: false, isPaged: true, isExported: true },
  /**
   * Books in a delivery. For administrators with `inventory.edit`. **Addition** to the original interface.
   *
   * `POST /api/admin/inventory-receipts`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  createReceipt: { method: "POST", path: "/api/admin/inventory-receipts", isPublic: false, isPaged: false },
  /**
   * Books the differences found by a count. For administrators with `inventory.edit`. **Addition** to the original interface.
   *
   * `POST /api/admin/inventory-counts`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  createCount: { method: "POST", path: "/api/admin/inventory-counts", isPublic: false, isPaged: false },
  /**
   * Moves stock from one location to another. For administrators with `inventory.edit`. **Addition** to the original interface.
   *
   * `POST /api/admin/inventory-transfers`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, STOCK_INSUFFICIENT, besides the codes of every operation
   */
  createTransfer: { method: "POST", path: "/api/admin/inventory-transfers", isPublic: false, isPaged: false },
  /**
   * Lists locations of stock. For administrators with `inventory.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/locations`
   *
   * @throws {CampstoreError} UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, besides the codes of every operation
   */
  listLocations: { method: "GET", path: "/api/admin/locations", isPublic: false, isPaged: false, isExported: true },
  /**
   * Lists coupons. For administrators with `coupons.view`.
   *
   * `GET /api/admin/coupons`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, besides the codes of every operation
   */
  listAdminCoupons: { method: "GET", path: "/api/admin/coupons", isPublic: false, isPaged: true, isExported: true },
  /**
   * Creates a coupon. For administrators with `coupons.edit`.
   *
   * `POST /api/admin/coupons`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, CONFLICT, besides the codes of every operation
   */
  createCoupon: { method: "POST", path: "/api/admin/coupons", isPublic: false, isPaged: false },
  /**
   * Reads a coupon. For administrators with `coupons.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/coupons/{id}`
   *
   * @throws {CampstoreError} UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  getCoupon: { method: "GET", path: "/api/admin/coupons/{id}", isPublic: false, isPaged: false },
  /**
   * Changes status, period, limits or value of a coupon. For administrators with `coupons.edit`.
   *
   * `PATCH /api/admin/coupons/{id}`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  changeCoupon: { method: "PATCH", path: "/api/admin/coupons/{id}", isPublic: false, isPaged: false },
  /**
   * Lists claims on coupons, newest first. For administrators with `coupons.view` and `customers.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/coupon-claims`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, besides the codes of every operation
   */
  listCouponClaims: { method: "GET", path: "/api/admin/coupon-claims", isPublic: false, isPaged: true, isExported: true },
  /**
   * Reads a claim on a coupon. For administrators with `coupons.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/coupons/{id}/claims/{claimId}`
   *
   * @throws {CampstoreError} UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  getCouponClaim: { method: "GET", path: "/api/admin/coupons/{id}/claims/{claimId}", isPublic: false, isPaged: false },
  /**
   * Revokes an available claim. For administrators with `coupons.edit`. **Addition** to the original interface.
   *
   * `DELETE /api/admin/coupons/{id}/claims/{claimId}`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  deleteCouponClaim: { method: "DELETE", path: "/api/admin/coupons/{id}/claims/{claimId}", isPublic: false, isPaged: false },
  /**
   * Reports the use and cost of each coupon in a range of days. For administrators with `orders.view` and `bookings.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/reports/coupons`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, besides the codes of every operation
   */
  reportCoupons: { method: "GET", path: "/api/admin/reports/coupons", isPublic: false, isPaged: false, isExported: true },
  /**
   * Gives one or several customers the right to use a coupon once. For administrators with `coupons.edit`. **Addition** to the original interface.
   *
   * `POST /api/admin/coupons/{id}/claims`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  claimCoupon: { method: "POST", path: "/api/admin/coupons/{id}/claims", isPublic: false, isPaged: false },
  /**
   * Lists closures of all campgrounds, by id. For administrators with `closures.view`.
   *
   * `GET /api/admin/campground-closures`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, besides the codes of every operation
   */
  listAdminClosures: { method: "GET", path: "/api/admin/campground-closures", isPublic: false, isPaged: true, isExported: true },
  /**
   * Closes a campground; existing bookings do not change. For administrators with `closures.edit`.
   *
   * `POST /api/admin/campground-closures`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  createClosure: { method: "POST", path: "/api/admin/campground-closures", isPublic: false, isPaged: false },
  /**
   * Lists the bookings that a planned closure would affect. For administrators with `closures.view` and `bookings.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/campground-closures/affected`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  listAffectedBookings: { method: "GET", path: "/api/admin/campground-closures/affected", isPublic: false, isPaged: true, isExported: true },
  /**
   * Reads a closure. For administrators with `closures.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/campground-closures/{id}`
   *
   * @throws {CampstoreError} UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  getClosure: { method: "GET", path: "/api/admin/campground-closures/{id}", isPublic: false, isPaged: false },
  /**
   * Changes dates or reason of a closure. For administrators with `closures.edit`.
   *
   * `PATCH /api/admin/campground-closures/{id}`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  changeClosure: { method: "PATCH", path: "/api/admin/campground-closures/{id}", isPublic: false, isPaged: false },
  /**
   * Removes a closure. For administrators with `closures.edit`.
   *
   * `DELETE /api/admin/campground-closures/{id}`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  removeClosure: { method: "DELETE", path: "/api/admin/campground-closures/{id}", isPublic: false, isPaged: false },
  /**
   * Lists the bookings that a closure affects and that still occupy sites. For administrators with `closures.view` and `bookings.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/campground-closures/{id}/bookings`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  listBookingsOfClosure: { method: "GET", path: "/api/admin/campground-closures/{id}/bookings", isPublic: false, isPaged: true, isExported: true },
  /**
   * Cancels bookings that a closure affects, and opens refunds for the paid ones. For administrators with `closures.edit` and `bookings.edit`. **Addition** to the original interface.
   *
   * `POST /api/admin/campground-closures/{id}/cancel-bookings`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  cancelBookingsOfClosure: { method: "POST", path: "/api/admin/campground-closures/{id}/cancel-bookings", isPublic: false, isPaged: false },
  /**
   * Lists campgrounds with their zones, inactive ones too, by id. For administrators with `campgrounds.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/campgrounds`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, besides the codes of every operation
   */
  listAdminCampgrounds: { method: "GET", path: "/api/admin/campgrounds", isPublic: false, isPaged: true, isExported: true },
  /**
   * Creates a campground without zones. For administrators with `campgrounds.edit`. **Addition** to the original interface.
   *
   * `POST /api/admin/campgrounds`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, CONFLICT, besides the codes of every operation
   */
  createCampground: { method: "POST", path: "/api/admin/campgrounds", isPublic: false, isPaged: false },
  /**
   * Reads a campground with its zones. For administrators with `campgrounds.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/campgrounds/{id}`
   *
   * @throws {CampstoreError} UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  getAdminCampground: { method: "GET", path: "/api/admin/campgrounds/{id}", isPublic: false, isPaged: false },
  /**
   * Changes texts, place or images of a campground, or whether it can be booked. For administrators with `campgrounds.edit`. **Addition** to the original interface.
   *
   * `PATCH /api/admin/campgrounds/{id}`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  changeCampground: { method: "PATCH", path: "/api/admin/campgrounds/{id}", isPublic: false, isPaged: false },
  /**
   * Adds a zone to a campground. For administrators with `campgrounds.edit`. **Addition** to the original interface.
   *
   * `POST /api/admin/campgrounds/{id}/zones`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  addZone: { method: "POST", path: "/api/admin/campgrounds/{id}/zones", isPublic: false, isPaged: false },
  /**
   * Reads a zone. For administrators with `campgrounds.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/zones/{id}`
   *
   * @throws {CampstoreError} UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  getZone: { method: "GET", path: "/api/admin/zones/{id}", isPublic: false, isPaged: false },
  /**
   * Changes prices, sites, texts or images of a zone; existing holds and bookings keep theirs. For administrators with `campgrounds.edit`. **Addition** to the original interface.
   *
   * `PATCH /api/admin/zones/{id}`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  changeZone: { method: "PATCH", path: "/api/admin/zones/{id}", isPublic: false, isPaged: false },
  /**
   * Lists rental listings of all campgrounds, by id. For administrators with `campgrounds.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/rental-listings`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, besides the codes of every operation
   */
  listRentalListings: { method: "GET", path: "/api/admin/rental-listings", isPublic: false, isPaged: true, isExported: true },
  /**
   * Creates a rental listing: a variant that a campground rents out. For administrators with `campgrounds.edit`. **Addition** to the original interface.
   *
   * `POST /api/admin/rental-listings`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  createRentalListing: { method: "POST", path: "/api/admin/rental-listings", isPublic: false, isPaged: false },
  /**
   * Reads a rental listing. For administrators with `campgrounds.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/rental-listings/{id}`
   *
   * @throws {CampstoreError} UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  getRentalListing: { method: "GET", path: "/api/admin/rental-listings/{id}", isPublic: false, isPaged: false },
  /**
   * Changes prices, discount or use of a rental listing; existing bookings do not change. For administrators with `campgrounds.edit`. **Addition** to the original interface.
   *
   * `PATCH /api/admin/rental-listings/{id}`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  changeRentalListing: { method: "PATCH", path: "/api/admin/rental-listings/{id}", isPublic: false, isPaged: false },
  /**
   * Lists the holiday calendar by date. For administrators with `campgrounds.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/holidays`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, besides the codes of every operation
   */
  listHolidays: { method: "GET", path: "/api/admin/holidays", isPublic: false, isPaged: true, isExported: true },
  /**
   * Reads a date of the holiday calendar. For administrators with `campgrounds.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/holidays/{date}`
   *
   * @throws {CampstoreError} UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  getHoliday: { method: "GET", path: "/api/admin/holidays/{date}", isPublic: false, isPaged: false },
  /**
   * Sets a date of the holiday calendar, replacing any earlier entry. For administrators with `campgrounds.edit`. **Addition** to the original interface.
   *
   * `PUT /api/admin/holidays/{date}`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, besides the codes of every operation
   */
  setHoliday: { method: "PUT", path: "/api/admin/holidays/{date}", isPublic: false, isPaged: false },
  /**
   * Removes a date from the holiday calendar. For administrators with `campgrounds.edit`. **Addition** to the original interface.
   *
   * `DELETE /api/admin/holidays/{date}`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  removeHoliday: { method: "DELETE", path: "/api/admin/holidays/{date}", isPublic: false, isPaged: false },
  /**
   * Reads the booking policy. For administrators with `campgrounds.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/booking-policy`
   *
   * @throws {CampstoreError} UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  getBookingPolicy: { method: "GET", path: "/api/admin/booking-policy", isPublic: false, isPaged: false },
  /**
   * Changes the booking policy; existing bookings do not change. For administrators with `campgrounds.edit`. **Addition** to the original interface.
   *
   * `PATCH /api/admin/booking-policy`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  changeBookingPolicy: { method: "PATCH", path: "/api/admin/booking-policy", isPublic: false, isPaged: false },
  /**
   * Reads the shipping policy. For administrators with `campgrounds.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/shipping-policy`
   *
   * @throws {CampstoreError} UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, besides the codes of every operation
   */
  getShippingPolicy: { method: "GET", path: "/api/admin/shipping-policy", isPublic: false, isPaged: false },
  /**
   * Changes the shipping policy; existing orders keep their fee. For administrators with `campgrounds.edit`. **Addition** to the original interface.
   *
   * `PATCH /api/admin/shipping-policy`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, besides the codes of every operation
   */
  changeShippingPolicy: { method: "PATCH", path: "/api/admin/shipping-policy", isPublic: false, isPaged: false },
  /**
   * Lists webhooks, oldest first. For administrators with `webhooks.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/webhooks`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, besides the codes of every operation
   */
  listWebhooks: { method: "GET", path: "/api/admin/webhooks", isPublic: false, isPaged: true, isExported: true },
  /**
   * Creates a webhook, and shows its secret once. For administrators with `webhooks.edit`. **Addition** to the original interface.
   *
   * `POST /api/admin/webhooks`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, CONFLICT, besides the codes of every operation
   */
  createWebhook: { method: "POST", path: "/api/admin/webhooks", isPublic: false, isPaged: false },
  /**
   * Reads a webhook. For administrators with `webhooks.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/webhooks/{id}`
   *
   * @throws {CampstoreError} UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  getWebhook: { method: "GET", path: "/api/admin/webhooks/{id}", isPublic: false, isPaged: false },
  /**
   * Changes address, description or event types of a webhook, or whether events are sent to it. For administrators with `webhooks.edit`. **Addition** to the original interface.
   *
   * `PATCH /api/admin/webhooks/{id}`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  changeWebhook: { method: "PATCH", path: "/api/admin/webhooks/{id}", isPublic: false, isPaged: false },
  /**
   * Deletes a webhook with its delivery log. For administrators with `webhooks.edit`. **Addition** to the original interface.
   *
   * `DELETE /api/admin/webhooks/{id}`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  deleteWebhook: { method: "DELETE", path: "/api/admin/webhooks/{id}", isPublic: false, isPaged: false },
  /**
   * Gives a webhook a new secret and shows it once; the previous one also signs for 24 hours. For administrators with `webhooks.edit`. **Addition** to the original interface.
   *
   * `POST /api/admin/webhooks/{id}/rotate-secret`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  rotateWebhookSecret: { method: "POST", path: "/api/admin/webhooks/{id}/rotate-secret", isPublic: false, isPaged: false },
  /**
   * Sends an event `webhook.test` to a webhook. For administrators with `webhooks.edit`. **Addition** to the original interface.
   *
   * `POST /api/admin/webhooks/{id}/test`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  testWebhook: { method: "POST", path: "/api/admin/webhooks/{id}/test", isPublic: false, isPaged: false },
  /**
   * Lists deliveries to webhooks, sent and pending, newest first. For administrators with `webhooks.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/webhook-deliveries`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, besides the codes of every operation
   */
  listWebhookDeliveries: { method: "GET", path: "/api/admin/webhook-deliveries", isPublic: false, isPaged: true, isExported: true },
  /**
   * Reads a delivery with its body and its attempts. For administrators with `webhooks.view`. **Addition** to the original interface.
   *
   * `GET /api/admin/webhook-deliveries/{id}`
   *
   * @throws {CampstoreError} UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, besides the codes of every operation
   */
  getWebhookDelivery: { method: "GET", path: "/api/admin/webhook-deliveries/{id}", isPublic: false, isPaged: false },
  /**
   * Sends a delivery again, now and with retries for three more days. For administrators with `webhooks.edit`. **Addition** to the original interface.
   *
   * `POST /api/admin/webhook-deliveries/{id}/redeliver`
   *
   * @throws {CampstoreError} VALIDATION_ERROR, UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN, NOT_FOUND, CONFLICT, besides the codes of every operation
   */
  redeliverWebhook: { method: "POST", path: "/api/admin/webhook-deliveries/{id}/redeliver", isPublic: false, isPaged: false },
} as const
