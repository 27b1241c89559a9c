/** A part of the contract with its own revision (docs/contract/revisions.md). */
export type Area = {
  readonly name: string
  /** Raised with every change that a client can notice, including additions. */
  readonly revision: string
  /** What came with each built revision, in Markdown, the latest last; paths are relative to the area. New endpoints come first. */
  readonly revisions: Readonly<Record<string, string>>
}

const area = (name: string, revisions: Area['revisions']): Area => ({
  name,
  revision: Object.keys(revisions).at(-1) ?? '',
  revisions,
})

/** Every area by the segment of its paths: `booking` has `/api/booking/...`. */
export const areas = {
  booking: area('Booking', {
    '0.10':
      'Event `booking.cancelled` with reason `staff`; the [headers](conventions.md#headers) and 304 that are an Addition; gzip; 409 CONFLICT above MAX_OPEN_HOLDS',
    '0.11':
      '`customer.emailVerified` in events; `cancelled` is no longer a value of `occupyingStatuses`; 409 CONFLICT and 403 FORBIDDEN by the other [limits of holds](limits.md#holds-of-one-member); 429 RATE_LIMITED above HOLD_LIMIT_PER_ADDRESS; 503 SERVICE_UNAVAILABLE for a cancellation while payments are not settled; 413 PAYLOAD_TOO_LARGE above 16 kB where no token is needed; 400 VALIDATION_ERROR of a body that is nested too deeply or too big, and of an action with fields; a payment notification above its [size](messages.md#size) is rejected',
    '0.12': '`arrivalTime` of a checkout and of a booking',
    '0.13': 'A paid booking may be cancelled, by staff; event `payment.refund-due`; notification `payment.refunded`',
    '0.14':
      '`methodsOutlivingHold` of a checkout session; `campgroundName` and `paymentMethod` of events, `paymentEventId` of `booking.paid`; Bookings have a payment form where the booking service has a shop at ECPay; the amount that it requested in whole TWD pays a booking',
    '0.15':
      '`GET /bookings/{id}/events`, `GET /campgrounds/{id}/events`; Streams of [server-sent events](live.md), with `last-event-id`',
    '0.16':
      '`GET /availability`, `GET /campgrounds/{id}/calendar`, `POST /checkout/quotes`; `images` of campgrounds and zones',
    '0.17':
      'Errors in Traditional Chinese by `accept-language`, with `content-language`; [times](conventions.md#envelope) in messages name their zone',
    '0.18':
      '`x-ignored-fields`, and `Prefer: handling=strict` ([unknown fields](conventions.md#unknown-fields)); the header `Idempotency-Key` of a checkout',
    '0.19':
      'The header [`Idempotency-Key`](conventions.md#idempotency) of a payment form and of a cancellation, with `idempotent-replayed`, 409 CONFLICT and 400 VALIDATION_ERROR',
    '0.20':
      '`address`, `phone`, `latitude` and `longitude` of campgrounds; `methodsNotTakingAmount` of a checkout session; The policy has the time zone `Asia/Taipei`, always; `region` finds [texts for look-up](conventions.md#texts-for-look-up); with `Idempotency-Key` a foreign or missing booking is 404 first, and a payment form is returned again only while the booking could get one, and is 409 CONFLICT where its method does not take the amount; after the response to a suspension, no request takes or changes a hold',
    '0.21':
      '`refundId` of `payment.refunded`; `cause` of the event `payment.refund-due`; `refundStatus` and `refunds` of a booking and of its checkout session; A payment may have several refunds; outcome `ambiguous` of [refunds](messages.md#refunds); events `booking.refund-opened` and `payment.refund-done`',
    '0.22':
      '`contact` of a checkout, a checkout session and a booking, not in lists; Event [`booking.attendance`](messages.md#events)',
    '0.23':
      '`GET /bookings/{id}/cancellation`, `POST /bookings/{id}/cancel`; `cancellationTiers` of the policy, of a checkout session and of a booking; A paid booking may be [cancelled by its member](booking.md#cancel-a-paid-stay)',
    '0.24':
      'A paid stay may be [changed](admin.md#change-a-stay), by staff, and then has a `discount`; event `booking.changed`',
    '0.25':
      '`PATCH /bookings/{id}/contact`; `holidayWeekdays` of the policy; `secondsLeft` of a checkout session; `failedAt` of `refunds`; Event [`booking.contact-changed`](messages.md#events); `date` may be read by pages of other origins; [identifiers of others](conventions.md#identifiers-of-others) have no invisible characters and no white space at their ends; notification [`payment.refund-failed`](messages.md#failed-refunds)',
    '0.26':
      '`nights` of the zones and rentals of a quote, of a checkout session and of a booking; `currency` of `refunds`, which may be `withdrawn`; event [`payment.refund-withdrawn`](messages.md#events), also on the queue `payments.refunds-withdrawn`; `refundIds` of [`payment.refunded`](messages.md#refunds)',
  }),
  checkout: area('Store checkout', {
    '0.6':
      'Event `order.cancelled` with reason `staff`; event `payment.unapplied`; headers and 409 CONFLICT as Booking 0.10',
    '0.7': '`buyerEmailVerified` in events; 409, 403, 429, 503, 400 and the size as Booking 0.11',
    '0.8':
      '`carrier` and `trackingNumber` of the event `order.shipped`; A paid order may be cancelled, by staff; event and notification as Booking 0.13',
    '0.9':
      '`methodsOutlivingHold` of a checkout session; `paymentEventId` of `order.paid`; `CustomField2`, `ExpireDate`, `StoreExpireDate`, `IgnorePayment`, `ClientBackURL` and `OrderResultURL` of payment forms',
    '0.10': '`POST /quotes`',
    '0.11': 'Languages and times as Booking 0.17',
    '0.12':
      '`checkoutState` and `holdEndsAt` of a checkout session; Headers as Booking 0.18; `x-changed` of a PATCH that [changes nothing](conventions.md#changes)',
    '0.13': '`Idempotency-Key` of cash on delivery, of a payment form and of a cancellation, as Booking 0.19',
    '0.14': '503 SERVICE_UNAVAILABLE for a change of coupon while payments are not settled',
    '0.15':
      '`methodsNotTakingAmount` of a checkout session; The coupon claim that an order has, sent again, changes nothing; with `Idempotency-Key` a foreign order is 403 first, and a payment form is returned again only while the order could get one; `couponClaimId` of a cancelled order is null; a form whose method does not take the amount is 409 CONFLICT; suspensions as Booking 0.20; cash on delivery may be 403 FORBIDDEN for an unverified e-mail address; a request that changes nothing leaves no `Idempotency-Key` behind, and one above 5,000 keys is 409 CONFLICT',
    '0.16':
      '`refunds` of a checkout session; Several refunds of a payment, as Booking 0.21; events `order.refund-opened` and `order.refunded`; payment status `refunded`',
    '0.17': 'Event [`order.shipment-changed`](messages.md#events)',
    '0.18': 'An order may be `returned`; event [`order.returned`](messages.md#events)',
    '0.19':
      '`secondsLeft` of a checkout session; `failedAt` of `refunds`; Events [`order.recipient-changed` and `order.unshipped`](messages.md#events); headers, identifiers and notification as Booking 0.25',
    '0.20': 'Event [`order.return-undone`](messages.md#events); refunds as Booking 0.26',
  }),
  admin: area('Admin', {
    '0.5':
      '`GET /payments`, `GET /locations`, `GET /coupons/{id}`, `POST /coupons/{id}/claims`, `GET /campground-closures/{id}`, `GET /campground-closures/{id}/bookings`, `POST /bookings/{id}/cancel`, `POST /orders/{id}/cancel`; Headers as Booking 0.10',
    '0.6':
      "`POST /orders/{id}/reallocate`, `POST /customers/{id}/release-holds`; `idempotencyKey` of `POST /inventory-movements`; `buyerEmailVerified` of orders, also of a customer's `recentOrders`; `customer.emailVerified` of bookings; 409 CONFLICT of `POST /inventory-movements`; 503, 413 and 400 as Booking 0.11",
    '0.7': "`arrivalTime` of bookings, also of a customer's `recentBookings`",
    '0.8':
      '`GET /stays`, `GET /rentals`, `GET /occupancy`, `GET /reports/occupancy`, `GET /campground-closures/affected`, `GET /campgrounds`, `POST /campgrounds`, `GET /campgrounds/{id}`, `PATCH /campgrounds/{id}`, `POST /campgrounds/{id}/zones`, `GET /zones/{id}`, `PATCH /zones/{id}`, `GET /rental-listings`, `POST /rental-listings`, `GET /rental-listings/{id}`, `PATCH /rental-listings/{id}`, `GET /holidays`, `GET /holidays/{date}`, `PUT /holidays/{date}`, `DELETE /holidays/{date}`, `GET /booking-policy`, `PATCH /booking-policy`, `GET /shipping-policy`, `PATCH /shipping-policy`, `PUT /products/{id}/images`, `POST /images`, `GET /picking-list`, `GET /coupon-claims`, `GET /coupons/{id}/claims/{claimId}`, `DELETE /coupons/{id}/claims/{claimId}`, `GET /reports/coupons`, `GET /refunds`, `GET /refunds/{id}`, `POST /refunds/{id}/done`, `POST /bookings/{id}/cancel-paid`, `POST /orders/{id}/cancel-paid`, `POST /campground-closures/{id}/cancel-bookings`, `GET /reports/takings`, `GET /me`, `GET /audit-entries`, `GET /audit-entries/{id}`, `POST /orders/ship`, `POST /bookings/confirm`, `POST /bookings/complete`, `GET /stock`, `POST /inventory-receipts`, `POST /inventory-counts`, `POST /inventory-transfers`; `customer.phone` and `rentals[].locationId` of bookings; `customer` of `GET /bookings`; `customer` of `GET /campground-closures/{id}/bookings`; `statusHistory[].actor.name`; `customerId`, `checkOutFrom`, `checkOutTo`, `paidFrom` and `paidTo` of `GET /bookings`, whose `q` finds phone numbers too; `images` of products; `coupon`, `codConfirmedAt`, `shipment` and `items[].picks` of orders; `carrier` and `trackingNumber` of `POST /orders/{id}/ship`; `customerId`, `couponId`, `variantId`, `paidFrom`, `paidTo` and `readyToShip` of `GET /orders`, and its `q` also finds phone numbers; `refund`, `customer`, `q`, `paidFrom`, `paidTo` of `GET /payments`; `customerIds` of `POST /coupons/{id}/claims`; `reason` of `POST /customers/{id}/suspend`; `statusReason` of a customer; `sku`, `productName`, `locationName`, `orderId`, `transferId` and `createdByName` of inventory movements, `createdBy` and `q` of their list; Section `campgrounds` of permissions; `totalSpent` falls by what staff refund with a cancellation; lists as [CSV](admin.md#csv); `etag` and 304 of every GET; a view of a customer is in the audit log; `q` of customers finds a phone number however it is written',
    '0.9': '`images` of campgrounds and zones',
    '0.10':
      '`GET /webhooks`, `POST /webhooks`, `GET /webhooks/{id}`, `PATCH /webhooks/{id}`, `DELETE /webhooks/{id}`, `POST /webhooks/{id}/rotate-secret`, `POST /webhooks/{id}/test`, `GET /webhook-deliveries`, `GET /webhook-deliveries/{id}`, `POST /webhook-deliveries/{id}/redeliver`; Section `webhooks` of permissions; events by signed requests ([webhooks](admin.md#webhooks))',
    '0.11': 'Languages and times as Booking 0.17',
    '0.12':
      'The header `Idempotency-Key` of movements, receipts, counts and transfers; `x-changed` as Store checkout 0.12',
    '0.13': '`Idempotency-Key` of every other POST, as Booking 0.19',
    '0.14':
      '`POST /customers/{id}/join`; `joinedInto` and `sameEmail` of a customer; `address`, `phone`, `latitude` and `longitude` of campgrounds; `disabledReason` of a webhook; Lists as CSV have any number of elements, and text cells are written as `="00123"` where a spreadsheet would read something else; 503 SERVICE_UNAVAILABLE of a webhook whose events would not be received; `order.updated` of one order comes to a webhook as the latest of 10 seconds; a response 410 deactivates a webhook; a booking policy with a time zone other than `Asia/Taipei`, or without a bookable stay, and a zone that costs 0.00 are 400 VALIDATION_ERROR; `totalSites` of an overbooked zone can be raised; outcome `repeated` and reason `trade_number_used` of payments; the reference of another refund is 409 CONFLICT; `carrier` and `trackingNumber` of an order; `meta` of claims for several customers; `refundAmount` is at most what was paid; `toCollect`, takings and `totalSpent` have cash on delivery in whole TWD; an uploaded image is stored without metadata, upright and within 2,560 pixels, and one that is animated or has more than 40 megapixels is 400 VALIDATION_ERROR; a product whose variants have no price is shown, its `price` null, and so is each variant without one; the rules of [look-ups](conventions.md#texts-for-look-up) decide which codes and SKUs are the same, and which texts `q` finds; 400 VALIDATION_ERROR of invisible characters in them',
    '0.15': '`GET /zones/{id}/bookings`',
    '0.16':
      '`POST /bookings/{id}/refunds`, `POST /orders/{id}/refunds`, `PATCH /refunds/{id}`; `refunds` of payments, and `cause` of a refund there; `refunds` of orders, `refundStatus` and `refunds` of bookings; Section `payments` of permissions, in the place of orders and bookings together; a payment may have several [refunds](admin.md#refunds), with the causes `returned`, `changed` and `goodwill`; `refundAmount` is at most what is left of the payment, and another one than that of the cancellation is 409 CONFLICT',
    '0.17':
      '`POST /bookings/{id}/notes`, `DELETE /bookings/{id}/notes/{noteId}`, `POST /orders/{id}/notes`, `DELETE /orders/{id}/notes/{noteId}`, `POST /customers/{id}/notes`, `DELETE /customers/{id}/notes/{noteId}`, `PUT /bookings/{id}/attendance`, `PATCH /orders/{id}/shipment`; `notes` of bookings, orders and customers, not in their lists; `notes` of stays and of the picking list; `attendance` and `contact` of bookings and stays; `attendance` of `GET /stays`',
    '0.18': '`cancellationTiers` of the booking policy and of bookings; `cancellation` of a booking',
    '0.19':
      '`POST /orders/{id}/returns`; `returns` of orders, not in their list; `orderId` of the movements of [returns](admin.md#returns)',
    '0.20': '`POST /bookings/{id}/change`, `POST /bookings/{id}/change/quotes`; `changes` of bookings, not in lists',
    '0.21': '`attendance` of the list of bookings',
    '0.22': '`POST /orders/{id}/returns/quotes`',
    '0.23':
      '`POST /payments/decisions`; `decision`, `decisionNote`, `decidedAt` and `decidedBy` of payments; `decided` of their list; A refund of a [used trade number](admin.md#used-trade-numbers) that staff decide is another payment',
    '0.24': '`q` of `GET /stays`; `q` of `GET /bookings` finds the name and the phone number of a guest contact',
    '0.25': '`POST /orders/{id}/unship`, `PATCH /orders/{id}/recipient`',
    '0.26':
      '`PATCH /bookings/{id}/contact`; `failedAt` and `failureReason` of refunds; 400 VALIDATION_ERROR of invisible characters and outer white space in the `reference` of a refund; references and trade numbers are the same in any case',
    '0.27':
      '`q` of `GET /picking-list`; `q` finds the present name, e-mail and phone number of a customer, and the address of an order; `notes` of `GET /stays` and `GET /picking-list` are the three newest, each cut at 200 characters; [Texts for look-up](conventions.md#texts-for-look-up) leave out what a reader cannot see, and every dash is one; `Prefer: handling=strict` refuses [unknown parameters](conventions.md#unknown-fields); only filters of a list name its CSV file',
    '0.28':
      '`before` and `after` of audit entries have only what changed; reasons and notes are masked like other personal data; a record takes at most 500 notes, and 500 changes each of attendance, contact, recipient and shipment: more are 409 CONFLICT',
    '0.29': '`holidayWeekdays` of the booking policy',
    '0.30':
      '`DELETE /orders/{id}/returns/{returnId}`, `POST /refunds/done`, `POST /refunds/{id}/withdraw`; `withdrawnAt` and `withdrawalReason` of refunds, also of those of payments; a refund of whole TWD is in whole TWD, or all that is left; 403 FORBIDDEN of a `refundAmount` other than [that of the rule](admin.md#the-amount-of-a-refund) without `payments.edit`; the shipping fee in the default `refundAmount` of a completed order, within the right of withdrawal; `added` of the quote of a change, and `nights` of zones and rentals as Booking 0.26; a [changed stay](admin.md#change-a-stay) keeps the price of what it had, `price` is `new` if absent, and `kept` of a stay that costs more needs `payments.edit`',
  }),
  products: area('Catalogue', {
    '0.4': '`GET /images/{name}`; Headers, 304 and gzip as Booking 0.10',
    '0.5':
      '`GET /facets`; `q` and `inStock` of the list; The list is sorted by `price,asc`, `price,desc` and `createdAt,desc` too',
    '0.6': 'Languages and times as Booking 0.17',
    '0.7': '400 VALIDATION_ERROR of a `q` with more than ten words',
    '0.8':
      '`ranking` of the list; `width` of `GET /images/{name}`; `sort` takes `id` and `name` only; anything else is 400 VALIDATION_ERROR; `q`, `category` and `brand` find [texts for look-up](conventions.md#texts-for-look-up)',
    '0.9':
      '`minPrice` and `maxPrice` may be numbers; Keys without unseen characters, and unknown parameters refused, as Admin 0.27',
  }),
  me: area('Member orders', {
    '0.2': '`GET /coupons`; Headers as Booking 0.10',
    '0.3': '`buyerEmailVerified`',
    '0.4': '`carrier` and `trackingNumber` of an order, not in the list',
    '0.5': '`GET /orders/{orderId}/events`; Streams as Booking 0.15',
    '0.6': 'Languages and times as Booking 0.17',
    '0.7': '`applicable` and `notApplicableBecause` of coupon claims',
    '0.8': 'The e-mail address, name and phone of a member follow the token',
    '0.9': '`refunds` of an order; `refundStatus` is `due` or `done` too',
    '0.10': '`returns` of an order, not in the list; An order may be `returned`',
    '0.11': '`PATCH /orders/{orderId}/recipient`; `failedAt` of `refunds`',
    '0.12': '`currency` of `refunds`, which may be `withdrawn`',
  }),
  payments: area('Payments', {
    '0.1': '`GET /{eventId}`',
    '0.2': 'Languages and times as Booking 0.17',
    '0.3':
      'Outcome `repeated` and reason `trade_number_used` of payments ([one number, one payment](messages.md#one-number-one-payment)); an impossible `paidAt` or `refundedAt` [counts as of its receipt](messages.md#when-it-was-paid)',
    '0.4': 'Outcome `ambiguous` of refunds',
    '0.5':
      'Cause `unapplied` of the event `payment.refund-due`, for a [used trade number](admin.md#used-trade-numbers)',
    '0.6':
      'Notification [`payment.refund-failed`](messages.md#failed-refunds); a message that is not signed is `rejected` for 7 days; [identifiers of others](conventions.md#identifiers-of-others)',
    '0.7':
      '`refundIds` of [`payment.refunded`](messages.md#refunds); event [`payment.refund-withdrawn`](messages.md#events)',
  }),
} as const

/** The segment of an area's paths. */
export type AreaKey = keyof typeof areas

/** The endpoints that were added to the original interface, such as `GET /api/booking/availability`. */
export const addedEndpoints: ReadonlySet<string> = new Set(
  Object.entries(areas).flatMap(([segment, { revisions }]) =>
    Object.values(revisions).flatMap(additions => {
      const [endpoints = ''] = /^(?:`[A-Z]+ \/[^`]*`(?:, )?)*/.exec(additions) ?? []
      return [...endpoints.matchAll(/`(\w+) ([^`]+)`/g)].map(([, method, path]) => `${method} /api/${segment}${path}`)
    }),
  ),
)
