// Generated from libs/contract/documents/openapi.json by `npm run docs`.

/** What can be called, by area and name. */
export const operations = {
  booking: {
    /** Lists active campgrounds with their zones. */
    listCampgrounds: { method: "GET", path: "/api/booking/campgrounds", isPublic: true, isPaged: false },
    /** Reads an active campground with its zones. */
    getCampground: { method: "GET", path: "/api/booking/campgrounds/{id}", isPublic: true, isPaged: false },
    /** Lists each night of each active zone of a campground: free sites, price, closures. **Addition** to the original interface. */
    getCalendar: { method: "GET", path: "/api/booking/campgrounds/{id}/calendar", isPublic: true, isPaged: false },
    /** Lists campgrounds with free zones and their prices for a stay; holds nothing. **Addition** to the original interface. */
    searchAvailability: { method: "GET", path: "/api/booking/availability", isPublic: true, isPaged: true },
    /** Lists the rental equipment of a campground. */
    listEquipment: { method: "GET", path: "/api/booking/equipment", isPublic: true, isPaged: false },
    /** Reads the booking policy. */
    getPolicy: { method: "GET", path: "/api/booking/policy", isPublic: true, isPaged: false },
    /** Lists closures of active campgrounds. */
    listClosures: { method: "GET", path: "/api/booking/closures", isPublic: true, isPaged: false },
    /** Answers whether zones are free for a stay; holds nothing. */
    checkAvailability: { method: "POST", path: "/api/booking/check-availability", isPublic: true, isPaged: false },
    /** Holds campsites and rental stock and opens a checkout. For members: an ID token names the customer, and no field does. A suspended customer is refused. */
    startCheckout: { method: "POST", path: "/api/booking/checkout/sessions", isPublic: false, isPaged: false },
    /** Answers what a stay would cost; holds nothing. For members: an ID token names the customer, and no field does. **Addition** to the original interface. */
    quoteBooking: { method: "POST", path: "/api/booking/checkout/quotes", isPublic: false, isPaged: false },
    /** Reads the caller's booking as a checkout session. For members: an ID token names the customer, and no field does. */
    getCheckout: { method: "GET", path: "/api/booking/checkout/sessions/{bookingId}", isPublic: false, isPaged: false },
    /** Makes a form for the payment provider's page, where bookings have one; deferred elsewhere. It answers 501 unless BOOKING_PAYMENT_FORM is `yes`. For members: an ID token names the customer, and no field does. */
    openPaymentForm: { method: "POST", path: "/api/booking/checkout/sessions/{bookingId}/gateway", isPublic: false, isPaged: false },
    /** Cancels a pending, unpaid booking and releases its hold. For members: an ID token names the customer, and no field does. */
    cancelCheckout: { method: "POST", path: "/api/booking/checkout/sessions/{bookingId}/cancel", isPublic: false, isPaged: false },
    /** Lists the caller's bookings, newest first. For members: an ID token names the customer, and no field does. */
    listBookings: { method: "GET", path: "/api/booking/bookings", isPublic: false, isPaged: true },
    /** Reads one of the caller's bookings. For members: an ID token names the customer, and no field does. */
    getBooking: { method: "GET", path: "/api/booking/bookings/{id}", isPublic: false, isPaged: false },
    /** Streams one of the caller's bookings: its present state, then each change. For members: an ID token names the customer, and no field does. **Addition** to the original interface. */
    watchBooking: { method: "GET", path: "/api/booking/bookings/{id}/events", isPublic: false, isPaged: false, isStream: true },
    /** Streams for which zones and nights the availability of an active campground changes. **Addition** to the original interface. */
    watchCampground: { method: "GET", path: "/api/booking/campgrounds/{id}/events", isPublic: true, isPaged: false, isStream: true },
  },
  products: {
    /** Lists visible products with live availability. */
    listProducts: { method: "GET", path: "/api/products", isPublic: true, isPaged: true },
    /** Counts the visible products of each category and brand that a list has. **Addition** to the original interface. */
    getFacets: { method: "GET", path: "/api/products/facets", isPublic: true, isPaged: false },
    /** Reads a visible product with live availability. */
    getProduct: { method: "GET", path: "/api/products/{id}", isPublic: true, isPaged: false },
  },
  checkout: {
    /** Opens an unpaid order and reserves its stock for the time of a hold. For members: an ID token names the customer, and no field does. A suspended customer is refused. */
    startStoreCheckout: { method: "POST", path: "/api/checkout/sessions", isPublic: false, isPaged: false },
    /** Answers what an order would cost, and what a coupon would do; holds nothing. For members: an ID token names the customer, and no field does. **Addition** to the original interface. */
    quoteOrder: { method: "POST", path: "/api/checkout/quotes", isPublic: false, isPaged: false },
    /** Reads the caller's order as a checkout session. For members: an ID token names the customer, and no field does. */
    getStoreCheckout: { method: "GET", path: "/api/checkout/sessions/{orderId}", isPublic: false, isPaged: false },
    /** Changes recipient, payment method or coupon of an unpaid order. For members: an ID token names the customer, and no field does. A suspended customer is refused. */
    changeStoreCheckout: { method: "PATCH", path: "/api/checkout/sessions/{orderId}", isPublic: false, isPaged: false },
    /** Confirms cash on delivery: the order no longer expires. For members: an ID token names the customer, and no field does. A suspended customer is refused. */
    confirmCashOnDelivery: { method: "POST", path: "/api/checkout/sessions/{orderId}/confirm-cod", isPublic: false, isPaged: false },
    /** Makes a form for the payment provider's page. For members: an ID token names the customer, and no field does. A suspended customer is refused. */
    openStorePaymentForm: { method: "POST", path: "/api/checkout/sessions/{orderId}/gateway", isPublic: false, isPaged: false },
    /** Cancels an unpaid order and releases its hold. For members: an ID token names the customer, and no field does. */
    cancelStoreCheckout: { method: "POST", path: "/api/checkout/sessions/{orderId}/cancel", isPublic: false, isPaged: false },
  },
  me: {
    /** Lists the caller's orders, newest first. For members: an ID token names the customer, and no field does. */
    listOrders: { method: "GET", path: "/api/me/orders", isPublic: false, isPaged: true },
    /** Reads one of the caller's orders with its items. For members: an ID token names the customer, and no field does. */
    getOrder: { method: "GET", path: "/api/me/orders/{orderId}", isPublic: false, isPaged: false },
    /** Streams one of the caller's orders: its present state, then each change. For members: an ID token names the customer, and no field does. **Addition** to the original interface. */
    watchOrder: { method: "GET", path: "/api/me/orders/{orderId}/events", isPublic: false, isPaged: false, isStream: true },
    /** Lists the caller's coupon claims, newest first, each with its coupon. For members: an ID token names the customer, and no field does. **Addition** to the original interface. */
    listCoupons: { method: "GET", path: "/api/me/coupons", isPublic: false, isPaged: true },
  },
  admin: {
    /** Exchanges an ID token for the account it is whitelisted for, and binds it on first use. */
    openAdminSession: { method: "POST", path: "/api/admin/auth/firebase/session", isPublic: true, isPaged: false },
    /** Reads the caller's own account with overrides and effective permissions. **Addition** to the original interface. */
    getOwnAccount: { method: "GET", path: "/api/admin/me", isPublic: false, isPaged: false },
    /** Whitelists an administrator. For administrators with `permissions.edit`. */
    createUser: { method: "POST", path: "/api/admin/users", isPublic: false, isPaged: false },
    /** Lists administrators. For administrators with `permissions.view`. */
    listUsers: { method: "GET", path: "/api/admin/users", isPublic: false, isPaged: true, isExported: true },
    /** Reads an administrator with overrides and effective permissions. For administrators with `permissions.view`. */
    getUser: { method: "GET", path: "/api/admin/users/{id}", isPublic: false, isPaged: false },
    /** Changes whether an administrator is active, the role or the name. For administrators with `permissions.edit`. */
    changeUser: { method: "PATCH", path: "/api/admin/users/{id}", isPublic: false, isPaged: false },
    /** Replaces an administrator's personal overrides. For administrators with `permissions.edit`. */
    replacePermissions: { method: "PUT", path: "/api/admin/users/{id}/permissions", isPublic: false, isPaged: false },
    /** Lists all permissions, and the defaults of each role. For administrators with `permissions.view`. */
    readPermissions: { method: "GET", path: "/api/admin/permissions", isPublic: false, isPaged: false },
    /** Lists what administrators did, newest first. For administrators with `permissions.view`. **Addition** to the original interface. */
    listAuditEntries: { method: "GET", path: "/api/admin/audit-entries", isPublic: false, isPaged: true, isExported: true },
    /** Reads an entry of the audit log with the request, and the target before and after. For administrators with `permissions.view`. **Addition** to the original interface. */
    getAuditEntry: { method: "GET", path: "/api/admin/audit-entries/{id}", isPublic: false, isPaged: false },
    /** Lists customers. For administrators with `customers.view`. */
    listCustomers: { method: "GET", path: "/api/admin/customers", isPublic: false, isPaged: true, isExported: true },
    /** Reads a customer with recent orders and bookings. For administrators with `customers.view`. */
    getCustomer: { method: "GET", path: "/api/admin/customers/{id}", isPublic: false, isPaged: false },
    /** Changes name, phone, birthday or points. For administrators with `customers.edit`. */
    changeCustomer: { method: "PATCH", path: "/api/admin/customers/{id}", isPublic: false, isPaged: false },
    /** Suspends an active customer. For administrators with `customers.edit`. */
    suspendCustomer: { method: "POST", path: "/api/admin/customers/{id}/suspend", isPublic: false, isPaged: false },
    /** Reactivates a suspended customer. For administrators with `customers.edit`. */
    reactivateCustomer: { method: "POST", path: "/api/admin/customers/{id}/reactivate", isPublic: false, isPaged: false },
    /** Cancels all unpaid bookings, and all unpaid orders that have not shipped, of a customer. For administrators with `customers.edit` and `orders.edit` and `bookings.edit`. **Addition** to the original interface. */
    releaseHolds: { method: "POST", path: "/api/admin/customers/{id}/release-holds", isPublic: false, isPaged: false },
    /** Lists orders. For administrators with `orders.view`. */
    listAdminOrders: { method: "GET", path: "/api/admin/orders", isPublic: false, isPaged: true, isExported: true },
    /** Reads an order with recipient, items and status history. For administrators with `orders.view`. */
    getAdminOrder: { method: "GET", path: "/api/admin/orders/{id}", isPublic: false, isPaged: false },
    /** Lists the orders that can be shipped by their state, with where their pieces lie; those that wait longest first. For administrators with `orders.view`. **Addition** to the original interface. */
    listPickingList: { method: "GET", path: "/api/admin/picking-list", isPublic: false, isPaged: true, isExported: true },
    /** Ships an order that is paid or confirmed for cash on delivery. For administrators with `orders.edit`. */
    shipOrder: { method: "POST", path: "/api/admin/orders/{id}/ship", isPublic: false, isPaged: false },
    /** Reserves the pieces that an unshipped order lacks at other stores. For administrators with `orders.edit`. **Addition** to the original interface. */
    reallocateOrder: { method: "POST", path: "/api/admin/orders/{id}/reallocate", isPublic: false, isPaged: false },
    /** Completes a shipped order; cash on delivery is paid with it. For administrators with `orders.edit`. */
    completeOrder: { method: "POST", path: "/api/admin/orders/{id}/complete", isPublic: false, isPaged: false },
    /** Cancels an unpaid order that has not shipped, for staff. For administrators with `orders.edit`. **Addition** to the original interface. */
    cancelOrder: { method: "POST", path: "/api/admin/orders/{id}/cancel", isPublic: false, isPaged: false },
    /** Cancels a paid order that has not shipped, and opens its refund. For administrators with `orders.edit`. **Addition** to the original interface. */
    cancelPaidOrder: { method: "POST", path: "/api/admin/orders/{id}/cancel-paid", isPublic: false, isPaged: false },
    /** Lists bookings. For administrators with `bookings.view`. */
    listAdminBookings: { method: "GET", path: "/api/admin/bookings", isPublic: false, isPaged: true, isExported: true },
    /** Reads a booking with snapshots, customer and status history. For administrators with `bookings.view`. */
    getAdminBooking: { method: "GET", path: "/api/admin/bookings/{id}", isPublic: false, isPaged: false },
    /** Confirms a paid, pending booking. For administrators with `bookings.edit`. */
    confirmBooking: { method: "POST", path: "/api/admin/bookings/{id}/confirm", isPublic: false, isPaged: false },
    /** Completes a confirmed booking whose guest has checked out. For administrators with `bookings.edit`. */
    completeBooking: { method: "POST", path: "/api/admin/bookings/{id}/complete", isPublic: false, isPaged: false },
    /** Cancels a pending, unpaid booking for staff. For administrators with `bookings.edit`. **Addition** to the original interface. */
    cancelBooking: { method: "POST", path: "/api/admin/bookings/{id}/cancel", isPublic: false, isPaged: false },
    /** Cancels a paid booking that is pending or confirmed, and opens its refund. For administrators with `bookings.edit`. **Addition** to the original interface. */
    cancelPaidBooking: { method: "POST", path: "/api/admin/bookings/{id}/cancel-paid", isPublic: false, isPaged: false },
    /** Lists the stays of a day with contact, zones and rentals, by campground, name and id. For administrators with `bookings.view`. **Addition** to the original interface. */
    listStays: { method: "GET", path: "/api/admin/stays", isPublic: false, isPaged: true, isExported: true },
    /** Lists what each location rents out per day. For administrators with `bookings.view` and `inventory.view`. **Addition** to the original interface. */
    listRentals: { method: "GET", path: "/api/admin/rentals", isPublic: false, isPaged: false, isExported: true },
    /** Lists how full each zone is, night by night. For administrators with `bookings.view`. **Addition** to the original interface. */
    listOccupancy: { method: "GET", path: "/api/admin/occupancy", isPublic: false, isPaged: false, isExported: true },
    /** Reports what each zone has sold in a range of nights. For administrators with `orders.view` and `bookings.view`. **Addition** to the original interface. */
    reportOccupancy: { method: "GET", path: "/api/admin/reports/occupancy", isPublic: false, isPaged: false, isExported: true },
    /** Ships several orders, each by itself. For administrators with `orders.edit`. **Addition** to the original interface. */
    shipOrders: { method: "POST", path: "/api/admin/orders/ship", isPublic: false, isPaged: false },
    /** Confirms several bookings, each by itself. For administrators with `bookings.edit`. **Addition** to the original interface. */
    confirmBookings: { method: "POST", path: "/api/admin/bookings/confirm", isPublic: false, isPaged: false },
    /** Completes several bookings, each by itself. For administrators with `bookings.edit`. **Addition** to the original interface. */
    completeBookings: { method: "POST", path: "/api/admin/bookings/complete", isPublic: false, isPaged: false },
    /** Lists payment notifications of bookings and orders, newest first. For administrators with `orders.view` and `bookings.view`. **Addition** to the original interface. */
    listAdminPayments: { method: "GET", path: "/api/admin/payments", isPublic: false, isPaged: true, isExported: true },
    /** Lists products, inactive ones too. For administrators with `products.view`. */
    listAdminProducts: { method: "GET", path: "/api/admin/products", isPublic: false, isPaged: true, isExported: true },
    /** Creates a product with its variants. For administrators with `products.edit`. */
    createProduct: { method: "POST", path: "/api/admin/products", isPublic: false, isPaged: false },
    /** Reads a product with all its variants. For administrators with `products.view`. */
    getAdminProduct: { method: "GET", path: "/api/admin/products/{id}", isPublic: false, isPaged: false },
    /** Changes the status of a product. For administrators with `products.edit`. */
    setProductStatus: { method: "PUT", path: "/api/admin/products/{id}", isPublic: false, isPaged: false },
    /** Changes texts, image or status of a product. For administrators with `products.edit`. */
    changeProduct: { method: "PATCH", path: "/api/admin/products/{id}", isPublic: false, isPaged: false },
    /** Replaces the images of a product. For administrators with `products.edit`. **Addition** to the original interface. */
    setImages: { method: "PUT", path: "/api/admin/products/{id}/images", isPublic: false, isPaged: false },
    /** Adds a variant to a product. For administrators with `products.edit`. */
    addVariant: { method: "POST", path: "/api/admin/products/{id}/variants", isPublic: false, isPaged: false },
    /** Changes variants of a product, all or none. For administrators with `products.edit`. */
    changeVariants: { method: "PATCH", path: "/api/admin/products/{id}/variants", isPublic: false, isPaged: false },
    /** Stores an image, which anybody can see at its path from then on. For administrators with `products.edit`. **Addition** to the original interface. */
    uploadImage: { method: "POST", path: "/api/admin/images", isPublic: false, isPaged: false, takesFile: true },
    /** Lists refunds for bookings and orders, oldest first. For administrators with `orders.view` and `bookings.view`. **Addition** to the original interface. */
    listRefunds: { method: "GET", path: "/api/admin/refunds", isPublic: false, isPaged: true, isExported: true },
    /** Reads a refund. For administrators with `orders.view` and `bookings.view`. **Addition** to the original interface. */
    getRefund: { method: "GET", path: "/api/admin/refunds/{id}", isPublic: false, isPaged: false },
    /** Records that a refund was made. For administrators with `orders.edit` and `bookings.edit`. **Addition** to the original interface. */
    refundDone: { method: "POST", path: "/api/admin/refunds/{id}/done", isPublic: false, isPaged: false },
    /** Reports what was taken on each day of a range. For administrators with `orders.view` and `bookings.view`. **Addition** to the original interface. */
    reportTakings: { method: "GET", path: "/api/admin/reports/takings", isPublic: false, isPaged: false, isExported: true },
    /** Lists movements of stock, newest first. For administrators with `inventory.view`. */
    listMovements: { method: "GET", path: "/api/admin/inventory-movements", isPublic: false, isPaged: true, isExported: true },
    /** Books stock in or out. For administrators with `inventory.edit`. */
    createMovement: { method: "POST", path: "/api/admin/inventory-movements", isPublic: false, isPaged: false },
    /** Lists stock by variant, with each location. For administrators with `inventory.view`. **Addition** to the original interface. */
    listStock: { method: "GET", path: "/api/admin/stock", isPublic: false, isPaged: true, isExported: true },
    /** Books a delivery in. For administrators with `inventory.edit`. **Addition** to the original interface. */
    createReceipt: { method: "POST", path: "/api/admin/inventory-receipts", isPublic: false, isPaged: false },
    /** Books the differences that a count has found. For administrators with `inventory.edit`. **Addition** to the original interface. */
    createCount: { method: "POST", path: "/api/admin/inventory-counts", isPublic: false, isPaged: false },
    /** Moves stock from one location to another. For administrators with `inventory.edit`. **Addition** to the original interface. */
    createTransfer: { method: "POST", path: "/api/admin/inventory-transfers", isPublic: false, isPaged: false },
    /** Lists locations of stock. For administrators with `inventory.view`. **Addition** to the original interface. */
    listLocations: { method: "GET", path: "/api/admin/locations", isPublic: false, isPaged: false, isExported: true },
    /** Lists coupons. For administrators with `coupons.view`. */
    listAdminCoupons: { method: "GET", path: "/api/admin/coupons", isPublic: false, isPaged: true, isExported: true },
    /** Creates a coupon. For administrators with `coupons.edit`. */
    createCoupon: { method: "POST", path: "/api/admin/coupons", isPublic: false, isPaged: false },
    /** Reads a coupon. For administrators with `coupons.view`. **Addition** to the original interface. */
    getCoupon: { method: "GET", path: "/api/admin/coupons/{id}", isPublic: false, isPaged: false },
    /** Changes status, period, limits or value of a coupon. For administrators with `coupons.edit`. */
    changeCoupon: { method: "PATCH", path: "/api/admin/coupons/{id}", isPublic: false, isPaged: false },
    /** Lists claims on coupons, those given last first. For administrators with `coupons.view` and `customers.view`. **Addition** to the original interface. */
    listCouponClaims: { method: "GET", path: "/api/admin/coupon-claims", isPublic: false, isPaged: true, isExported: true },
    /** Reads a claim on a coupon. For administrators with `coupons.view`. **Addition** to the original interface. */
    getCouponClaim: { method: "GET", path: "/api/admin/coupons/{id}/claims/{claimId}", isPublic: false, isPaged: false },
    /** Takes back a claim that is available. For administrators with `coupons.edit`. **Addition** to the original interface. */
    deleteCouponClaim: { method: "DELETE", path: "/api/admin/coupons/{id}/claims/{claimId}", isPublic: false, isPaged: false },
    /** Reads what each coupon cost within some days. For administrators with `orders.view` and `bookings.view`. **Addition** to the original interface. */
    reportCoupons: { method: "GET", path: "/api/admin/reports/coupons", isPublic: false, isPaged: false, isExported: true },
    /** Gives a customer the right to use a coupon once, or each of several customers. For administrators with `coupons.edit`. **Addition** to the original interface. */
    claimCoupon: { method: "POST", path: "/api/admin/coupons/{id}/claims", isPublic: false, isPaged: false },
    /** Lists closures of all campgrounds, by id. For administrators with `closures.view`. */
    listAdminClosures: { method: "GET", path: "/api/admin/campground-closures", isPublic: false, isPaged: true, isExported: true },
    /** Closes a campground; existing bookings stay as they are. For administrators with `closures.edit`. */
    createClosure: { method: "POST", path: "/api/admin/campground-closures", isPublic: false, isPaged: false },
    /** Lists the bookings that a closure would affect, before it exists. For administrators with `closures.view` and `bookings.view`. **Addition** to the original interface. */
    listAffectedBookings: { method: "GET", path: "/api/admin/campground-closures/affected", isPublic: false, isPaged: true, isExported: true },
    /** Reads a closure. For administrators with `closures.view`. **Addition** to the original interface. */
    getClosure: { method: "GET", path: "/api/admin/campground-closures/{id}", isPublic: false, isPaged: false },
    /** Changes dates or reason of a closure. For administrators with `closures.edit`. */
    changeClosure: { method: "PATCH", path: "/api/admin/campground-closures/{id}", isPublic: false, isPaged: false },
    /** Removes a closure. For administrators with `closures.edit`. */
    removeClosure: { method: "DELETE", path: "/api/admin/campground-closures/{id}", isPublic: false, isPaged: false },
    /** Lists the bookings that a closure affects and that still occupy. For administrators with `closures.view` and `bookings.view`. **Addition** to the original interface. */
    listBookingsOfClosure: { method: "GET", path: "/api/admin/campground-closures/{id}/bookings", isPublic: false, isPaged: true, isExported: true },
    /** Cancels bookings that a closure affects; what was paid for them is refunded. For administrators with `closures.edit` and `bookings.edit`. **Addition** to the original interface. */
    cancelBookingsOfClosure: { method: "POST", path: "/api/admin/campground-closures/{id}/cancel-bookings", isPublic: false, isPaged: false },
    /** Lists campgrounds with their zones, inactive ones too, by id. For administrators with `campgrounds.view`. **Addition** to the original interface. */
    listAdminCampgrounds: { method: "GET", path: "/api/admin/campgrounds", isPublic: false, isPaged: true, isExported: true },
    /** Creates a campground without zones. For administrators with `campgrounds.edit`. **Addition** to the original interface. */
    createCampground: { method: "POST", path: "/api/admin/campgrounds", isPublic: false, isPaged: false },
    /** Reads a campground with its zones. For administrators with `campgrounds.view`. **Addition** to the original interface. */
    getAdminCampground: { method: "GET", path: "/api/admin/campgrounds/{id}", isPublic: false, isPaged: false },
    /** Changes texts or images of a campground, or whether it can be booked. For administrators with `campgrounds.edit`. **Addition** to the original interface. */
    changeCampground: { method: "PATCH", path: "/api/admin/campgrounds/{id}", isPublic: false, isPaged: false },
    /** Adds a zone to a campground. For administrators with `campgrounds.edit`. **Addition** to the original interface. */
    addZone: { method: "POST", path: "/api/admin/campgrounds/{id}/zones", isPublic: false, isPaged: false },
    /** Reads a zone. For administrators with `campgrounds.view`. **Addition** to the original interface. */
    getZone: { method: "GET", path: "/api/admin/zones/{id}", isPublic: false, isPaged: false },
    /** Changes prices, sites, texts or images of a zone; what is held or booked stays as it is. For administrators with `campgrounds.edit`. **Addition** to the original interface. */
    changeZone: { method: "PATCH", path: "/api/admin/zones/{id}", isPublic: false, isPaged: false },
    /** Lists rental listings of all campgrounds, by id. For administrators with `campgrounds.view`. **Addition** to the original interface. */
    listRentalListings: { method: "GET", path: "/api/admin/rental-listings", isPublic: false, isPaged: true, isExported: true },
    /** Lets a campground rent out a variant. For administrators with `campgrounds.edit`. **Addition** to the original interface. */
    createRentalListing: { method: "POST", path: "/api/admin/rental-listings", isPublic: false, isPaged: false },
    /** Reads a rental listing. For administrators with `campgrounds.view`. **Addition** to the original interface. */
    getRentalListing: { method: "GET", path: "/api/admin/rental-listings/{id}", isPublic: false, isPaged: false },
    /** Changes prices, discount or use of a rental listing; bookings keep what they have. For administrators with `campgrounds.edit`. **Addition** to the original interface. */
    changeRentalListing: { method: "PATCH", path: "/api/admin/rental-listings/{id}", isPublic: false, isPaged: false },
    /** Lists the holiday calendar by date. For administrators with `campgrounds.view`. **Addition** to the original interface. */
    listHolidays: { method: "GET", path: "/api/admin/holidays", isPublic: false, isPaged: true, isExported: true },
    /** Reads a date of the holiday calendar. For administrators with `campgrounds.view`. **Addition** to the original interface. */
    getHoliday: { method: "GET", path: "/api/admin/holidays/{date}", isPublic: false, isPaged: false },
    /** Writes a date into the holiday calendar, in the place of what it was. For administrators with `campgrounds.edit`. **Addition** to the original interface. */
    setHoliday: { method: "PUT", path: "/api/admin/holidays/{date}", isPublic: false, isPaged: false },
    /** Removes a date from the holiday calendar. For administrators with `campgrounds.edit`. **Addition** to the original interface. */
    removeHoliday: { method: "DELETE", path: "/api/admin/holidays/{date}", isPublic: false, isPaged: false },
    /** Reads the booking policy. For administrators with `campgrounds.view`. **Addition** to the original interface. */
    getBookingPolicy: { method: "GET", path: "/api/admin/booking-policy", isPublic: false, isPaged: false },
    /** Changes the booking policy; bookings stay as they are. For administrators with `campgrounds.edit`. **Addition** to the original interface. */
    changeBookingPolicy: { method: "PATCH", path: "/api/admin/booking-policy", isPublic: false, isPaged: false },
    /** Reads the shipping policy. For administrators with `campgrounds.view`. **Addition** to the original interface. */
    getShippingPolicy: { method: "GET", path: "/api/admin/shipping-policy", isPublic: false, isPaged: false },
    /** Changes the shipping policy; orders keep their fee. For administrators with `campgrounds.edit`. **Addition** to the original interface. */
    changeShippingPolicy: { method: "PATCH", path: "/api/admin/shipping-policy", isPublic: false, isPaged: false },
    /** Lists webhooks, oldest first. For administrators with `webhooks.view`. **Addition** to the original interface. */
    listWebhooks: { method: "GET", path: "/api/admin/webhooks", isPublic: false, isPaged: true, isExported: true },
    /** Creates a webhook, and shows its secret once. For administrators with `webhooks.edit`. **Addition** to the original interface. */
    createWebhook: { method: "POST", path: "/api/admin/webhooks", isPublic: false, isPaged: false },
    /** Reads a webhook. For administrators with `webhooks.view`. **Addition** to the original interface. */
    getWebhook: { method: "GET", path: "/api/admin/webhooks/{id}", isPublic: false, isPaged: false },
    /** Changes address, description or event types of a webhook, or whether events are sent to it. For administrators with `webhooks.edit`. **Addition** to the original interface. */
    changeWebhook: { method: "PATCH", path: "/api/admin/webhooks/{id}", isPublic: false, isPaged: false },
    /** Deletes a webhook with its delivery log. For administrators with `webhooks.edit`. **Addition** to the original interface. */
    deleteWebhook: { method: "DELETE", path: "/api/admin/webhooks/{id}", isPublic: false, isPaged: false },
    /** Gives a webhook a new secret, and shows it once; the one before also signs for 24 hours. For administrators with `webhooks.edit`. **Addition** to the original interface. */
    rotateWebhookSecret: { method: "POST", path: "/api/admin/webhooks/{id}/rotate-secret", isPublic: false, isPaged: false },
    /** Sends an event `webhook.test` to a webhook. For administrators with `webhooks.edit`. **Addition** to the original interface. */
    testWebhook: { method: "POST", path: "/api/admin/webhooks/{id}/test", isPublic: false, isPaged: false },
    /** Lists what was sent to webhooks or is to be sent, newest first. For administrators with `webhooks.view`. **Addition** to the original interface. */
    listWebhookDeliveries: { method: "GET", path: "/api/admin/webhook-deliveries", isPublic: false, isPaged: true, isExported: true },
    /** Reads a delivery with its body and its attempts. For administrators with `webhooks.view`. **Addition** to the original interface. */
    getWebhookDelivery: { method: "GET", path: "/api/admin/webhook-deliveries/{id}", isPublic: false, isPaged: false },
    /** Sends a delivery again, at once and for three days more. For administrators with `webhooks.edit`. **Addition** to the original interface. */
    redeliverWebhook: { method: "POST", path: "/api/admin/webhook-deliveries/{id}/redeliver", isPublic: false, isPaged: false },
  },
} as const
