// Generated from libs/contract/documents/openapi.json by `npm run docs`.

export interface components {
    schemas: {
        /** @description What went wrong */
        ErrorObject: {
            /**
             * @description Stable code, for programs
             * @enum {string}
             */
            code: "VALIDATION_ERROR" | "BOOKING_DATE_INVALID" | "BOOKING_WINDOW_EXCEEDED" | "UNAUTHORIZED" | "FORBIDDEN" | "ADMIN_NOT_WHITELISTED" | "ADMIN_INACTIVE" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "ZONE_UNAVAILABLE" | "RENTAL_STOCK_INSUFFICIENT" | "BOOKING_EXPIRED" | "IDEMPOTENCY_CONFLICT" | "STOCK_INSUFFICIENT" | "VARIANT_NOT_SELLABLE" | "CHECKOUT_EXPIRED" | "COUPON_NOT_APPLICABLE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "NOT_IMPLEMENTED" | "SERVICE_UNAVAILABLE" | "GATEWAY_TIMEOUT";
            /** @description Sentence for people; it may change */
            message: string;
            /** @description The fields at fault: every mistake, or the resources that are unknown, short or taken; always there on VALIDATION_ERROR */
            details?: components["schemas"]["ErrorDetail"][];
        };
        /** @description A mistake in a request: its place and the problem */
        ErrorDetail: {
            /** @description Field, such as `items.0.quantity`; empty for the whole request */
            path: string;
            /** @description What is wrong with it */
            message: string;
        };
        /** @description An error VALIDATION_ERROR */
        ValidationError: {
            /**
             * @description Always false: the request failed
             * @enum {boolean}
             */
            success: false;
            /** @description What went wrong */
            error: {
                /**
                 * @description Stable code, for programs
                 * @enum {string}
                 */
                code: "VALIDATION_ERROR";
                /** @description Sentence for people; it may change */
                message: string;
                /** @description The fields at fault: every mistake, or the resources that are unknown, short or taken; always there on VALIDATION_ERROR */
                details?: components["schemas"]["ErrorDetail"][];
            };
        };
        /** @description An error UNAUTHORIZED */
        UnauthorizedError: {
            /**
             * @description Always false: the request failed
             * @enum {boolean}
             */
            success: false;
            /** @description What went wrong */
            error: {
                /**
                 * @description Stable code, for programs
                 * @enum {string}
                 */
                code: "UNAUTHORIZED";
                /** @description Sentence for people; it may change */
                message: string;
                /** @description The fields at fault: every mistake, or the resources that are unknown, short or taken; always there on VALIDATION_ERROR */
                details?: components["schemas"]["ErrorDetail"][];
            };
        };
        /** @description An error FORBIDDEN */
        ForbiddenError: {
            /**
             * @description Always false: the request failed
             * @enum {boolean}
             */
            success: false;
            /** @description What went wrong */
            error: {
                /**
                 * @description Stable code, for programs
                 * @enum {string}
                 */
                code: "FORBIDDEN";
                /** @description Sentence for people; it may change */
                message: string;
                /** @description The fields at fault: every mistake, or the resources that are unknown, short or taken; always there on VALIDATION_ERROR */
                details?: components["schemas"]["ErrorDetail"][];
            };
        };
        /** @description An error NOT_FOUND */
        NotFoundError: {
            /**
             * @description Always false: the request failed
             * @enum {boolean}
             */
            success: false;
            /** @description What went wrong */
            error: {
                /**
                 * @description Stable code, for programs
                 * @enum {string}
                 */
                code: "NOT_FOUND";
                /** @description Sentence for people; it may change */
                message: string;
                /** @description The fields at fault: every mistake, or the resources that are unknown, short or taken; always there on VALIDATION_ERROR */
                details?: components["schemas"]["ErrorDetail"][];
            };
        };
        /** @description An error CONFLICT */
        ConflictError: {
            /**
             * @description Always false: the request failed
             * @enum {boolean}
             */
            success: false;
            /** @description What went wrong */
            error: {
                /**
                 * @description Stable code, for programs
                 * @enum {string}
                 */
                code: "CONFLICT";
                /** @description Sentence for people; it may change */
                message: string;
                /** @description The fields at fault: every mistake, or the resources that are unknown, short or taken; always there on VALIDATION_ERROR */
                details?: components["schemas"]["ErrorDetail"][];
            };
        };
        /** @description An error PAYLOAD_TOO_LARGE */
        PayloadTooLargeError: {
            /**
             * @description Always false: the request failed
             * @enum {boolean}
             */
            success: false;
            /** @description What went wrong */
            error: {
                /**
                 * @description Stable code, for programs
                 * @enum {string}
                 */
                code: "PAYLOAD_TOO_LARGE";
                /** @description Sentence for people; it may change */
                message: string;
                /** @description The fields at fault: every mistake, or the resources that are unknown, short or taken; always there on VALIDATION_ERROR */
                details?: components["schemas"]["ErrorDetail"][];
            };
        };
        /** @description An error UNSUPPORTED_MEDIA_TYPE */
        UnsupportedMediaTypeError: {
            /**
             * @description Always false: the request failed
             * @enum {boolean}
             */
            success: false;
            /** @description What went wrong */
            error: {
                /**
                 * @description Stable code, for programs
                 * @enum {string}
                 */
                code: "UNSUPPORTED_MEDIA_TYPE";
                /** @description Sentence for people; it may change */
                message: string;
                /** @description The fields at fault: every mistake, or the resources that are unknown, short or taken; always there on VALIDATION_ERROR */
                details?: components["schemas"]["ErrorDetail"][];
            };
        };
        /** @description An error RATE_LIMITED */
        RateLimitedError: {
            /**
             * @description Always false: the request failed
             * @enum {boolean}
             */
            success: false;
            /** @description What went wrong */
            error: {
                /**
                 * @description Stable code, for programs
                 * @enum {string}
                 */
                code: "RATE_LIMITED";
                /** @description Sentence for people; it may change */
                message: string;
                /** @description The fields at fault: every mistake, or the resources that are unknown, short or taken; always there on VALIDATION_ERROR */
                details?: components["schemas"]["ErrorDetail"][];
            };
        };
        /** @description An error INTERNAL_ERROR */
        InternalError: {
            /**
             * @description Always false: the request failed
             * @enum {boolean}
             */
            success: false;
            /** @description What went wrong */
            error: {
                /**
                 * @description Stable code, for programs
                 * @enum {string}
                 */
                code: "INTERNAL_ERROR";
                /** @description Sentence for people; it may change */
                message: string;
                /** @description The fields at fault: every mistake, or the resources that are unknown, short or taken; always there on VALIDATION_ERROR */
                details?: components["schemas"]["ErrorDetail"][];
            };
        };
        /** @description An error NOT_IMPLEMENTED */
        NotImplementedError: {
            /**
             * @description Always false: the request failed
             * @enum {boolean}
             */
            success: false;
            /** @description What went wrong */
            error: {
                /**
                 * @description Stable code, for programs
                 * @enum {string}
                 */
                code: "NOT_IMPLEMENTED";
                /** @description Sentence for people; it may change */
                message: string;
                /** @description The fields at fault: every mistake, or the resources that are unknown, short or taken; always there on VALIDATION_ERROR */
                details?: components["schemas"]["ErrorDetail"][];
            };
        };
        /** @description An error SERVICE_UNAVAILABLE */
        ServiceUnavailableError: {
            /**
             * @description Always false: the request failed
             * @enum {boolean}
             */
            success: false;
            /** @description What went wrong */
            error: {
                /**
                 * @description Stable code, for programs
                 * @enum {string}
                 */
                code: "SERVICE_UNAVAILABLE";
                /** @description Sentence for people; it may change */
                message: string;
                /** @description The fields at fault: every mistake, or the resources that are unknown, short or taken; always there on VALIDATION_ERROR */
                details?: components["schemas"]["ErrorDetail"][];
            };
        };
        /** @description An error GATEWAY_TIMEOUT */
        GatewayTimeoutError: {
            /**
             * @description Always false: the request failed
             * @enum {boolean}
             */
            success: false;
            /** @description What went wrong */
            error: {
                /**
                 * @description Stable code, for programs
                 * @enum {string}
                 */
                code: "GATEWAY_TIMEOUT";
                /** @description Sentence for people; it may change */
                message: string;
                /** @description The fields at fault: every mistake, or the resources that are unknown, short or taken; always there on VALIDATION_ERROR */
                details?: components["schemas"]["ErrorDetail"][];
            };
        };
        /** @description Body of `POST /api/admin/products/{id}/variants` */
        AddVariantRequest: {
            /** @description SKU code; unique as look-ups compare it, without invisible characters */
            sku: string;
            /** @description Colour; null without one */
            color?: string | null;
            /** @description Size; null without one */
            size?: string | null;
            /** @description Specification */
            specification: string;
            /** @description Price of one piece */
            price: string;
            /**
             * @description Whether it can be sold
             * @default true
             */
            active?: boolean;
        };
        /** @description Body of `POST /api/admin/campgrounds/{id}/zones` */
        AddZoneRequest: {
            /** @description Kind of site, as displayed */
            type: string;
            /** @description Guests that a site is meant for; checkouts do not enforce it */
            capacityPerSite: number;
            /** @description Price of one site for a weekday night; above 0 */
            priceWeekday: string;
            /** @description Price of one site for a holiday night; above 0 */
            priceHoliday: string;
            /** @description Number of sites */
            totalSites: number;
            /**
             * @description Whether it can be booked
             * @default true
             */
            active?: boolean;
            /**
             * @description Paths that begin with `/`, or addresses, at most 10, none twice; the first is the primary one
             * @default []
             */
            images?: string[];
        };
        /** @description A booking as administrators see it */
        AdminBookingDetail: {
            /** @description Booking id */
            bookingId: string;
            status: components["schemas"]["BookingStatus"];
            paymentStatus: components["schemas"]["BookingPaymentStatus"];
            /** @description Name of the campground, as of creation */
            campgroundName: string;
            /** @description Region of the campground, as of creation */
            region: string;
            /** @description Date of check-in */
            checkIn: components["schemas"]["PlainDate"];
            /** @description Date of check-out */
            checkOut: components["schemas"]["PlainDate"];
            /** @description Number of guests */
            guestCount: number;
            /** @description When the guests plan to arrive, `HH:MM` at the campground; null if the member gave no time */
            arrivalTime: string | null;
            /** @description Price of the stay */
            finalAmount: components["schemas"]["Money"];
            /** @description Creation */
            createdAt: components["schemas"]["Timestamp"];
            paymentMethod: components["schemas"]["BookingPaymentMethod"];
            /** @description Deadline of the hold; never changes */
            checkoutExpiresAt: components["schemas"]["Timestamp"];
            /** @description Campground id */
            campgroundId: string;
            /** @description Number of weekday nights */
            weekdayCount: number;
            /** @description Number of holiday nights */
            holidayCount: number;
            /** @description Price of the stay */
            pricing: components["schemas"]["BookingPricing"];
            /** @description Zones of the stay, as of creation */
            zones: components["schemas"]["ZoneSnapshot"][];
            /** @description Rental equipment of the stay, as of creation; may be empty */
            rentals: {
                /** @description Rental listing id */
                rentalListingId: string;
                /** @description Variant id */
                rentalSkuVariantId: string;
                /** @description SKU code, as of creation */
                sku: string;
                /** @description Name of the equipment item, as of creation */
                name: string;
                /** @description Specification of the variant, as of creation */
                specification: string;
                /** @description Price of one piece for a weekday night, as of creation */
                priceWeekday: components["schemas"]["Money"];
                /** @description Price of one piece for a holiday night, as of creation */
                priceHoliday: components["schemas"]["Money"];
                /** @description Discount of the listing, 0.00 to 0.30, with two digits */
                discountRate: string;
                /** @description Number of pieces */
                quantity: number;
                /** @description Discounted price of the line for the whole stay */
                lineTotal: components["schemas"]["Money"];
                /** @description Location that hands the pieces out */
                locationId: string;
            }[];
            /** @description When it was paid; null until then */
            paidAt: components["schemas"]["Timestamp"] | null;
            /** @description Last change */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description History of the status, oldest first */
            statusHistory: components["schemas"]["StatusHistoryEntry"][];
            /** @description Customer who booked */
            customer: {
                /** @description Customer id */
                id: string;
                /** @description Name */
                name: string;
                /** @description E-mail, as of creation; empty where the account has none */
                email: string;
                /** @description Whether `email` was verified when the booking was made */
                emailVerified: boolean;
                /** @description Phone number of the account as it is now; null without one */
                phone: string | null;
            };
        };
        /** @description A booking as a line of the list of staff */
        AdminBookingListItem: {
            /** @description Booking id */
            bookingId: string;
            status: components["schemas"]["BookingStatus"];
            paymentStatus: components["schemas"]["BookingPaymentStatus"];
            /** @description Name of the campground, as of creation */
            campgroundName: string;
            /** @description Region of the campground, as of creation */
            region: string;
            /** @description Date of check-in */
            checkIn: components["schemas"]["PlainDate"];
            /** @description Date of check-out */
            checkOut: components["schemas"]["PlainDate"];
            /** @description Number of guests */
            guestCount: number;
            /** @description When the guests plan to arrive, `HH:MM` at the campground; null if the member gave no time */
            arrivalTime: string | null;
            /** @description Price of the stay */
            finalAmount: components["schemas"]["Money"];
            /** @description Creation */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Customer who booked: current name of the account; without an account, the name on the booking */
            customer: {
                /** @description Customer id */
                id: string;
                /** @description Name */
                name: string;
            };
        };
        /** @description A coupon claim as staff see it */
        AdminClaim: {
            /** @description Claim id */
            id: number;
            /** @description Coupon that may be used */
            couponId: string;
            /** @description Customer who may use it */
            customerId: string;
            status: components["schemas"]["ClaimStatus"];
            /** @description Order that the claim is on or was used for; null while it is available */
            orderId: string | null;
            /** @description When the customer got the claim */
            claimedAt: components["schemas"]["Timestamp"];
            /** @description Code of the coupon */
            code: string;
            /** @description Customer who may use it */
            customer: {
                /** @description Customer id */
                id: string;
                /** @description Current name of the account */
                name: string;
                /** @description E-mail, verified or not; empty where the account has none */
                email: string;
            };
            /** @description Discount on its order; null while it is available */
            discount: components["schemas"]["Money"] | null;
            /** @description Status of its order; null while it is available */
            orderStatus: components["schemas"]["OrderStatus"] | null;
        };
        /** @description A customer as a line of a list */
        AdminCustomer: {
            /** @description Customer id */
            id: string;
            /** @description Name */
            name: string;
            /** @description E-mail, verified or not */
            email: string;
            /** @description Phone number; null without one */
            phone: string | null;
            /**
             * @description Status of the customer
             * @enum {string}
             */
            status: "active" | "suspended" | "deleted";
            /**
             * @description Tier by `totalSpent`
             * @enum {string}
             */
            tier: "bronze" | "silver" | "gold" | "platinum";
            /** @description Display name of the tier */
            tierName: string;
            /** @description Loyalty points */
            points: number;
            /** @description How the customer signs in: `password`, `google.com`, … */
            authProvider: string;
            /** @description Whether the identity provider's uid is known; the uid itself is not shown */
            firebaseUidBound: boolean;
            /** @description First sign-in, or the imported date */
            registeredAt: components["schemas"]["Timestamp"];
            /** @description Whether the customer has ever paid for something */
            firstPurchaseUsed: boolean;
            /** @description Sum of paid bookings and orders; 0.00 without any */
            totalSpent: components["schemas"]["Money"];
            /** @description Tags; read-only */
            tags: {
                /** @description Tag id */
                id: string;
                /** @description Name of the tag */
                name: string;
            }[];
        };
        /** @description A customer as administrators see it */
        AdminCustomerDetail: {
            /** @description Customer id */
            id: string;
            /** @description Name */
            name: string;
            /** @description E-mail, verified or not */
            email: string;
            /** @description Phone number; null without one */
            phone: string | null;
            /**
             * @description Status of the customer
             * @enum {string}
             */
            status: "active" | "suspended" | "deleted";
            /**
             * @description Tier by `totalSpent`
             * @enum {string}
             */
            tier: "bronze" | "silver" | "gold" | "platinum";
            /** @description Display name of the tier */
            tierName: string;
            /** @description Loyalty points */
            points: number;
            /** @description How the customer signs in: `password`, `google.com`, … */
            authProvider: string;
            /** @description Whether the identity provider's uid is known; the uid itself is not shown */
            firebaseUidBound: boolean;
            /** @description First sign-in, or the imported date */
            registeredAt: components["schemas"]["Timestamp"];
            /** @description Whether the customer has ever paid for something */
            firstPurchaseUsed: boolean;
            /** @description Sum of paid bookings and orders; 0.00 without any */
            totalSpent: components["schemas"]["Money"];
            /** @description Tags; read-only */
            tags: {
                /** @description Tag id */
                id: string;
                /** @description Name of the tag */
                name: string;
            }[];
            /** @description Birthday; null without one */
            birthday: components["schemas"]["PlainDate"] | null;
            /** @description Last change */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description Why the customer was suspended; null if no reason was given, and for any other status */
            statusReason: string | null;
            /** @description The customer that this one was joined into; otherwise null */
            joinedInto: string | null;
            /** @description Ids of other customers with this e-mail, which may be the same person; joined and deleted ones are left out */
            sameEmail: string[];
            /** @description Preferences; read-only */
            preferences: {
                /** @description Interests of the customer */
                interests: string[];
                /** @description Whether the customer gets the newsletter */
                newsletter: boolean;
            };
            /** @description Default recipient; read-only; null without one */
            defaultShippingAddress: {
                /** @description Recipient */
                recipientName: string;
                /** @description Phone number */
                phone: string;
                /** @description Address */
                address: string;
            } | null;
            /** @description The five newest orders */
            recentOrders: components["schemas"]["OrderListItem"][];
            /** @description The five newest bookings */
            recentBookings: components["schemas"]["BookingListItem"][];
        };
        /** @description An order as administrators see it */
        AdminOrder: {
            /** @description Order id */
            id: string;
            /** @description Customer who placed the order */
            customerId: string;
            /** @description The customer's name, as of creation */
            buyerName: string;
            /** @description The customer's e-mail, as of creation; empty where the account has none */
            buyerEmail: string;
            /** @description Whether `buyerEmail` was verified when the order was placed; while false, send nothing private to it */
            buyerEmailVerified: boolean;
            /** @description Who receives the order; null until it is given */
            recipientName: string | null;
            /** @description Where it is delivered; null until it is given */
            shippingAddress: string | null;
            /** @description The recipient's phone number; null until it is given */
            shippingPhone: string | null;
            /** @description Sum of the line totals */
            subtotal: components["schemas"]["Money"];
            /** @description Shipping fee */
            shippingFee: components["schemas"]["Money"];
            /** @description Discount of the coupon */
            discount: components["schemas"]["Money"];
            /** @description `subtotal` + `shippingFee` − `discount`, at least 0 */
            total: components["schemas"]["Money"];
            /** @description How the order is paid; null until it is given */
            paymentMethod: components["schemas"]["OrderPaymentMethod"] | null;
            paymentStatus: components["schemas"]["OrderPaymentStatus"];
            refundStatus: components["schemas"]["RefundStatus"];
            status: components["schemas"]["OrderStatus"];
            /** @description Creation */
            placedAt: components["schemas"]["Timestamp"];
            /** @description When it was paid; null until then */
            paidAt: components["schemas"]["Timestamp"] | null;
            /** @description Deadline of the hold; null when the order can no longer expire */
            checkoutExpiresAt: components["schemas"]["Timestamp"] | null;
            /** @description Carrier; null until the order is shipped, and if staff gave none */
            carrier: string | null;
            /** @description Tracking number of the parcel; null until the order is shipped, and if staff gave none */
            trackingNumber: string | null;
            /** @description Items of the order */
            items: {
                /** @description Order item id */
                id: number;
                /** @description Product id */
                productId: string;
                /** @description Variant id */
                variantId: string;
                /** @description SKU code, as of creation */
                sku: string;
                /** @description Name of the product, as of creation */
                productName: string;
                /** @description Specification of the variant, as of creation */
                specification: string;
                /** @description Brand, as of creation; empty for a product without one */
                brandName: string;
                /** @description Primary image, as of creation; null without one */
                imageUrl: string | null;
                /** @description Price of one piece, as of creation */
                unitPrice: components["schemas"]["Money"];
                /** @description Number of pieces */
                quantity: number;
                /** @description `unitPrice` × `quantity` */
                lineTotal: components["schemas"]["Money"];
                /** @description Where its pieces are reserved, by location; empty once the order is shipped or cancelled */
                picks: components["schemas"]["Pick"][];
            }[];
            /** @description The coupon behind the discount; null without one */
            coupon: {
                /** @description Coupon id */
                id: string;
                /** @description Code, as of its application */
                code: string;
                /** @description Display name, as of its application */
                name: string;
            } | null;
            /** @description When the member confirmed cash on delivery; null otherwise */
            codConfirmedAt: components["schemas"]["Timestamp"] | null;
            /** @description How it was shipped; null until then */
            shipment: components["schemas"]["Shipment"] | null;
            /** @description History of the status, oldest first */
            statusHistory: components["schemas"]["StatusHistoryEntry"][];
        };
        /** @description A payment notification with its outcome */
        AdminPayment: {
            /** @description The notification's id */
            eventId: string;
            /**
             * @description Whether the payment succeeded
             * @enum {string}
             */
            type: "payment.succeeded" | "payment.failed";
            outcome: components["schemas"]["PaymentOutcome"];
            /** @description Why it was not applied; null unless the outcome is `unapplied` */
            reason: components["schemas"]["UnappliedReason"] | null;
            /** @description The booking or order that the notification names */
            target: {
                /**
                 * @description Kind of target
                 * @enum {string}
                 */
                kind: "booking" | "order";
                /** @description Booking or order id; it need not exist */
                id: string;
            };
            /** @description Amount paid */
            amount: components["schemas"]["Money"];
            /** @description Currency of the amount */
            currency: string;
            /** @description Payment method, as the payment service names it */
            paymentMethod: string;
            /** @description The payment provider's number */
            providerTradeNo: string;
            /** @description When it was paid */
            paidAt: components["schemas"]["Timestamp"];
            /** @description When the notification was received */
            receivedAt: components["schemas"]["Timestamp"];
            refund: {
                /** @description Refund id */
                id: string;
                /**
                 * @description Whether the money has been given back
                 * @enum {string}
                 */
                status: "due" | "done";
                /** @description Amount to give back */
                amount: components["schemas"]["Money"];
                /** @description The provider's number of the refund; null while it is due */
                reference: string | null;
                /** @description When the money was given back; null while it is due */
                doneAt: components["schemas"]["Timestamp"] | null;
            } | null;
            /** @description Customer of the booking or order; null if unknown */
            customer: {
                /** @description Customer id */
                id: string;
                /** @description Name */
                name: string;
            } | null;
        };
        /** @description A product as administrators see it */
        AdminProduct: {
            /** @description Product id */
            id: string;
            /** @description Equipment item that the product offers */
            itemId: string;
            /**
             * @description Whether customers can see the product
             * @enum {string}
             */
            status: "active" | "inactive";
            /** @description Name of the equipment item */
            name: string;
            /** @description Category; null without one */
            category: string | null;
            /** @description Brand; null without one */
            brand: string | null;
            /** @description Description, which may contain HTML; null without one */
            description: string | null;
            /** @description Path or URL of the primary image; null without one */
            image: string | null;
            /** @description Lowest price of its active variants, or of all if none is active; null if none has a price */
            price: components["schemas"]["Money"] | null;
            /** @description All variants, inactive ones too */
            variants: {
                /** @description Variant id */
                id: string;
                /** @description SKU code */
                sku: string;
                /** @description Colour; null without one */
                color: string | null;
                /** @description Size; null without one */
                size: string | null;
                /** @description Specification */
                specification: string;
                /** @description Price of one piece; null if it is only rented out */
                price: components["schemas"]["Money"] | null;
                /** @description Pieces at stores that no order holds */
                availableQuantity: number;
                /** @description Whether `availableQuantity` is above 0 */
                inStock: boolean;
                /** @description Whether it can be sold */
                active: boolean;
            }[];
            /** @description Paths or URLs of its images; the first is the primary one, which customers see */
            images: string[];
            /** @description Creation */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Last change */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description An administrator's account as a line of a list */
        AdminUser: {
            /** @description Administrator id */
            id: string;
            /** @description E-mail on the whitelist; cannot be changed */
            email: string;
            /** @description Name */
            name: string;
            /**
             * @description Role, which decides the default permissions
             * @enum {string}
             */
            role: "admin" | "operator" | "warehouse";
            /** @description Whether the account may be used */
            active: boolean;
            /** @description The identity provider's uid; null until the account is bound */
            firebaseUid: string | null;
            /** @description Creation */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Last change */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description An administrator's account with what it may do */
        AdminUserDetail: {
            /** @description Administrator id */
            id: string;
            /** @description E-mail on the whitelist; cannot be changed */
            email: string;
            /** @description Name */
            name: string;
            /**
             * @description Role, which decides the default permissions
             * @enum {string}
             */
            role: "admin" | "operator" | "warehouse";
            /** @description Whether the account may be used */
            active: boolean;
            /** @description The identity provider's uid; null until the account is bound */
            firebaseUid: string | null;
            /** @description Creation */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Last change */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description Permissions by section, where they differ from the role */
            permissionOverrides: {
                [key: string]: {
                    /** @description Whether the section may be read */
                    view: boolean;
                    /** @description Whether the section may be changed; requires `view` */
                    edit: boolean;
                };
            };
            /** @description Permissions that currently apply to the account */
            effectivePermissions: string[];
        };
        /** @description A booking that a closure affects */
        AffectedBooking: {
            /** @description Booking id */
            bookingId: string;
            status: components["schemas"]["BookingStatus"];
            paymentStatus: components["schemas"]["BookingPaymentStatus"];
            /** @description Name of the campground, as of creation */
            campgroundName: string;
            /** @description Region of the campground, as of creation */
            region: string;
            /** @description Date of check-in */
            checkIn: components["schemas"]["PlainDate"];
            /** @description Date of check-out */
            checkOut: components["schemas"]["PlainDate"];
            /** @description Number of guests */
            guestCount: number;
            /** @description When the guests plan to arrive, `HH:MM` at the campground; null if the member gave no time */
            arrivalTime: string | null;
            /** @description Price of the stay */
            finalAmount: components["schemas"]["Money"];
            /** @description Creation */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Customer who booked: current data of the account; without an account, the data on the booking, and no phone */
            customer: {
                /** @description Customer id */
                id: string;
                /** @description Name */
                name: string;
                /** @description E-mail, verified or not; empty where the account has none */
                email: string;
                /** @description Whether the e-mail is verified */
                emailVerified: boolean;
                /** @description Phone number; null without one */
                phone: string | null;
            };
        };
        /** @description What an administrator did */
        AuditEntry: {
            /** @description Entry id */
            id: string;
            /** @description Start of the request */
            at: components["schemas"]["Timestamp"];
            /** @description When the outcome was recorded; null while `started` */
            completedAt: components["schemas"]["Timestamp"] | null;
            /** @description Who did it */
            admin: {
                /** @description Administrator id; `system` for actions of the service itself */
                id: string;
                /** @description Current name of the account */
                name: string;
                /** @description E-mail of the account */
                email: string;
            };
            /** @description Action: the name of the operation, `bindAccount`, `exportCsv`, `anonymise` or `deactivateWebhook` */
            action: string;
            /** @description Id of the target; null without one */
            targetId: string | null;
            outcome: components["schemas"]["AuditOutcome"];
            /** @description HTTP status of the response; null without one */
            status: number | null;
            /** @description Error code of the response; null without one */
            code: string | null;
            /** @description Id of the request, for finding it in the logs */
            requestId: string;
            /** @description Network address of the client */
            clientAddress: string;
        };
        /** @description What an administrator did, with before and after */
        AuditEntryDetail: {
            /** @description Entry id */
            id: string;
            /** @description Start of the request */
            at: components["schemas"]["Timestamp"];
            /** @description When the outcome was recorded; null while `started` */
            completedAt: components["schemas"]["Timestamp"] | null;
            /** @description Who did it */
            admin: {
                /** @description Administrator id; `system` for actions of the service itself */
                id: string;
                /** @description Current name of the account */
                name: string;
                /** @description E-mail of the account */
                email: string;
            };
            /** @description Action: the name of the operation, `bindAccount`, `exportCsv`, `anonymise` or `deactivateWebhook` */
            action: string;
            /** @description Id of the target; null without one */
            targetId: string | null;
            outcome: components["schemas"]["AuditOutcome"];
            /** @description HTTP status of the response; null without one */
            status: number | null;
            /** @description Error code of the response; null without one */
            code: string | null;
            /** @description Id of the request, for finding it in the logs */
            requestId: string;
            /** @description Network address of the client */
            clientAddress: string;
            /** @description Body of the request as sent, or the query of an export */
            request: string | null;
            /** @description Detail of the target before; null if there is none */
            before: unknown;
            /** @description Data of the response; null if there is none */
            after: unknown;
        };
        /**
         * @description Outcome; `unknown` if it may have happened but no response came
         * @enum {string}
         */
        AuditOutcome: "started" | "succeeded" | "refused" | "failed" | "unknown";
        /** @description Whether zones are free for a stay */
        Availability: {
            /** @description Whether the whole request could be booked now */
            available: boolean;
            /** @description Why not, in this order; empty when available */
            reasons: ("CAMPGROUND_CLOSED" | "ZONE_UNAVAILABLE")[];
            /** @description The zones, in the order of the request */
            zones: {
                /** @description Zone id */
                zoneId: string;
                /** @description Sites requested */
                requested: number;
                /** @description Sites free on every night of the stay */
                availableQuantity: number;
            }[];
        };
        /** @description For which zones and nights the availability of a campground has changed */
        AvailabilityChange: {
            /** @description Campground id */
            campgroundId: string;
            /** @description Zones whose number of free sites changed */
            zoneIds: string[];
            /** @description Nights on which it changed, in order; null when any night may have changed, as at the start of a stream */
            nights: components["schemas"]["PlainDate"][] | null;
        };
        /** @description What a receipt, a count or a transfer has booked */
        BookedMovements: {
            /** @description Movements in the order of the lines, out before in for a transfer; none for a line without a difference */
            movements: components["schemas"]["Movement"][];
        };
        /** @description A booking during its checkout */
        BookingCheckoutSession: {
            /** @description Booking id */
            bookingId: string;
            status: components["schemas"]["BookingStatus"];
            paymentStatus: components["schemas"]["BookingPaymentStatus"];
            /** @description Name of the campground, as of creation */
            campgroundName: string;
            /** @description Region of the campground, as of creation */
            region: string;
            /** @description Date of check-in */
            checkIn: components["schemas"]["PlainDate"];
            /** @description Date of check-out */
            checkOut: components["schemas"]["PlainDate"];
            /** @description Number of guests */
            guestCount: number;
            /** @description When the guests plan to arrive, `HH:MM` at the campground; null if the member gave no time */
            arrivalTime: string | null;
            paymentMethod: components["schemas"]["BookingPaymentMethod"];
            /** @description Deadline of the hold; never changes */
            checkoutExpiresAt: components["schemas"]["Timestamp"];
            /** @description Campground id */
            campgroundId: string;
            /** @description Number of weekday nights */
            weekdayCount: number;
            /** @description Number of holiday nights */
            holidayCount: number;
            /** @description Price of the stay */
            pricing: components["schemas"]["BookingPricing"];
            /** @description Zones of the stay, as of creation */
            zones: components["schemas"]["ZoneSnapshot"][];
            /** @description Rental equipment of the stay, as of creation; may be empty */
            rentals: components["schemas"]["RentalSnapshot"][];
            checkoutStep: components["schemas"]["BookingCheckoutStep"];
            /** @description Payment methods whose account or store code can still be paid after `checkoutExpiresAt`; such a payment is refunded */
            methodsOutlivingHold: ("gateway-atm" | "gateway-cvs" | "gateway-other")[];
            /** @description Payment methods that do not accept the amount due, so that their form is refused; empty if there are no forms */
            methodsNotTakingAmount: ("gateway-credit" | "gateway-atm" | "gateway-cvs" | "gateway-other")[];
        };
        /**
         * @description Step of the checkout: awaiting payment, paid, or cancelled
         * @enum {string}
         */
        BookingCheckoutStep: "draft" | "ready_to_pay" | "completed" | "closed";
        /** @description A booking as its member sees it */
        BookingDetail: {
            /** @description Booking id */
            bookingId: string;
            status: components["schemas"]["BookingStatus"];
            paymentStatus: components["schemas"]["BookingPaymentStatus"];
            /** @description Name of the campground, as of creation */
            campgroundName: string;
            /** @description Region of the campground, as of creation */
            region: string;
            /** @description Date of check-in */
            checkIn: components["schemas"]["PlainDate"];
            /** @description Date of check-out */
            checkOut: components["schemas"]["PlainDate"];
            /** @description Number of guests */
            guestCount: number;
            /** @description When the guests plan to arrive, `HH:MM` at the campground; null if the member gave no time */
            arrivalTime: string | null;
            /** @description Price of the stay */
            finalAmount: components["schemas"]["Money"];
            /** @description Creation */
            createdAt: components["schemas"]["Timestamp"];
            paymentMethod: components["schemas"]["BookingPaymentMethod"];
            /** @description Deadline of the hold; never changes */
            checkoutExpiresAt: components["schemas"]["Timestamp"];
            /** @description Campground id */
            campgroundId: string;
            /** @description Number of weekday nights */
            weekdayCount: number;
            /** @description Number of holiday nights */
            holidayCount: number;
            /** @description Price of the stay */
            pricing: components["schemas"]["BookingPricing"];
            /** @description Zones of the stay, as of creation */
            zones: components["schemas"]["ZoneSnapshot"][];
            /** @description Rental equipment of the stay, as of creation; may be empty */
            rentals: components["schemas"]["RentalSnapshot"][];
            /** @description When it was paid; null until then */
            paidAt: components["schemas"]["Timestamp"] | null;
            /** @description Last change */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description A booking as a line of a list */
        BookingListItem: {
            /** @description Booking id */
            bookingId: string;
            status: components["schemas"]["BookingStatus"];
            paymentStatus: components["schemas"]["BookingPaymentStatus"];
            /** @description Name of the campground, as of creation */
            campgroundName: string;
            /** @description Region of the campground, as of creation */
            region: string;
            /** @description Date of check-in */
            checkIn: components["schemas"]["PlainDate"];
            /** @description Date of check-out */
            checkOut: components["schemas"]["PlainDate"];
            /** @description Number of guests */
            guestCount: number;
            /** @description When the guests plan to arrive, `HH:MM` at the campground; null if the member gave no time */
            arrivalTime: string | null;
            /** @description Price of the stay */
            finalAmount: components["schemas"]["Money"];
            /** @description Creation */
            createdAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description How the member will pay; never cash on delivery
         * @enum {string}
         */
        BookingPaymentMethod: "gateway-credit" | "gateway-atm" | "gateway-cvs" | "gateway-other";
        /**
         * @description Whether the booking is paid
         * @enum {string}
         */
        BookingPaymentStatus: "unpaid" | "paid";
        /** @description When and for how long stays can be booked */
        BookingPolicy: {
            /** @description Last possible check-in, in days after today */
            bookingWindowDays: number;
            /** @description First possible check-in, in days after today */
            advanceDays: number;
            /** @description Longest stay, in nights */
            maxNights: number;
            /** @description IANA time zone of all dates: always `Asia/Taipei` */
            timezone: string;
            /** @description Hour of the day at which the next date begins, 0 to 23 */
            dateBoundaryHour: number;
            /** @description At this many free sites or fewer, a client may warn that few are left */
            lowAvailabilityThreshold: number;
            /** @description Statuses of bookings that take capacity */
            occupyingStatuses: ("pending" | "confirmed" | "completed")[];
        };
        /** @description What a stay costs */
        BookingPricing: {
            /** @description Sum of the line totals of the zones */
            zoneTotal: components["schemas"]["Money"];
            /** @description Sum of the line totals of the rentals */
            rentalTotal: components["schemas"]["Money"];
            /** @description Discount; always 0.00 */
            discount: components["schemas"]["Money"];
            /** @description `zoneTotal` + `rentalTotal` − `discount`, at least 0 */
            finalAmount: components["schemas"]["Money"];
        };
        /** @description What a stay would cost */
        BookingQuote: {
            /** @description Campground id */
            campgroundId: string;
            /** @description Name of the campground, as of creation */
            campgroundName: string;
            /** @description Region of the campground, as of creation */
            region: string;
            /** @description Date of check-in */
            checkIn: components["schemas"]["PlainDate"];
            /** @description Date of check-out */
            checkOut: components["schemas"]["PlainDate"];
            /** @description Number of weekday nights */
            weekdayCount: number;
            /** @description Number of holiday nights */
            holidayCount: number;
            /** @description Price of the stay */
            pricing: components["schemas"]["BookingPricing"];
            /** @description Zones of the stay, as of creation */
            zones: components["schemas"]["ZoneSnapshot"][];
            /** @description Rental equipment of the stay, as of creation; may be empty */
            rentals: components["schemas"]["RentalSnapshot"][];
        };
        /**
         * @description Status of the booking
         * @enum {string}
         */
        BookingStatus: "pending" | "confirmed" | "completed" | "cancelled";
        /** @description Result of a bulk action for one id */
        BulkResult: {
            /** @description Id from the request */
            id: string;
            /**
             * @description Whether the action succeeded for this id
             * @enum {string}
             */
            outcome: "done" | "refused";
            /** @description HTTP status of the action on this id alone */
            status: number;
            /** @description Error code; null when done */
            code: ("VALIDATION_ERROR" | "BOOKING_DATE_INVALID" | "BOOKING_WINDOW_EXCEEDED" | "UNAUTHORIZED" | "FORBIDDEN" | "ADMIN_NOT_WHITELISTED" | "ADMIN_INACTIVE" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "ZONE_UNAVAILABLE" | "RENTAL_STOCK_INSUFFICIENT" | "BOOKING_EXPIRED" | "IDEMPOTENCY_CONFLICT" | "STOCK_INSUFFICIENT" | "VARIANT_NOT_SELLABLE" | "CHECKOUT_EXPIRED" | "COUPON_NOT_APPLICABLE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "NOT_IMPLEMENTED" | "SERVICE_UNAVAILABLE" | "GATEWAY_TIMEOUT") | null;
            /** @description Why it was refused; null when done */
            message: string | null;
            /** @description Details of the error; null without any */
            details: {
                /** @description Rejected field */
                path: string;
                /** @description Why it was rejected */
                message: string;
            }[] | null;
        };
        /** @description A campground with its zones */
        Campground: {
            /** @description Campground id */
            id: string;
            /** @description Name */
            name: string;
            /** @description Region */
            region: string;
            /** @description Description; null without one */
            description: string | null;
            /** @description Postal address; null without one */
            address: string | null;
            /** @description Phone number for guests; null without one */
            phone: string | null;
            /** @description Degrees north (WGS 84); null if unknown */
            latitude: number | null;
            /** @description Degrees east (WGS 84); null if unknown */
            longitude: number | null;
            /** @description Whether it can be booked; only active ones are public */
            active: boolean;
            /** @description Paths or URLs of its pictures; the first is the primary one */
            images: string[];
            /** @description Its zones, inactive ones too */
            zones: components["schemas"]["Zone"][];
        };
        /** @description Nights on which a campground is closed */
        CampgroundClosure: {
            /**
             * @description Whether it closes a range of nights or a weekday
             * @enum {string}
             */
            closureType: "date_range" | "weekly";
            /** @description First closed night of a `date_range`; null for `weekly` */
            startDate: components["schemas"]["PlainDate"] | null;
            /** @description Last closed night of a `date_range`; null for `weekly` */
            endDate: components["schemas"]["PlainDate"] | null;
            /** @description Closed weekday of `weekly`, 0 (Sunday) to 6; null for `date_range` */
            weekday: number | null;
            /** @description First night on which `weekly` applies; null means no start date */
            effectiveFrom: components["schemas"]["PlainDate"] | null;
            /** @description Last night on which `weekly` applies; null means no end date */
            effectiveTo: components["schemas"]["PlainDate"] | null;
            /** @description Closure id */
            id: number;
            /** @description Campground that is closed */
            campgroundId: string;
            /** @description Why it is closed */
            reason: string;
        };
        /** @description Body of `POST /api/admin/campground-closures/{id}/cancel-bookings` */
        CancelBookingsOfClosureRequest: {
            /** @description Ids of bookings that the closure affects */
            ids: string[];
            /** @description Why; stored in the status history of each */
            reason: string;
        };
        /** @description Body of `POST /api/admin/orders/{id}/cancel-paid` */
        CancelPaidOrderRequest: {
            /** @description Why; stored in the status history, and the reason of the refund */
            reason: string;
            /** @description Amount to give back, from 0.00 to the amount paid; default is all of it */
            refundAmount?: string;
        };
        /** @description Body of a cancellation by staff */
        CancelRequest: {
            /** @description Why; stored in the status history */
            reason: string;
        };
        /** @description Body of `PATCH /api/admin/booking-policy` */
        ChangeBookingPolicyRequest: {
            /** @description Last possible check-in, in days after today */
            bookingWindowDays?: number;
            /** @description First possible check-in, in days after today; not above `bookingWindowDays`, sent or stored */
            advanceDays?: number;
            /** @description Longest stay, in nights */
            maxNights?: number;
            /**
             * @description IANA time zone of all dates: always `Asia/Taipei`
             * @constant
             */
            timezone?: "Asia/Taipei";
            /** @description Hour of the day at which the next date begins, 0 to 23 */
            dateBoundaryHour?: number;
            /** @description At this many free sites or fewer, a client may warn that few are left */
            lowAvailabilityThreshold?: number;
            /** @description Statuses of bookings that take capacity: `pending`, `confirmed` and optionally `completed` */
            occupyingStatuses?: ("pending" | "confirmed" | "completed")[];
        };
        /** @description Body of `PATCH /api/admin/campgrounds/{id}` */
        ChangeCampgroundRequest: {
            /** @description Name */
            name?: string;
            /** @description Region */
            region?: string;
            /** @description Description; null without one */
            description?: string | null;
            /** @description Postal address; null without one */
            address?: string | null;
            /** @description Phone number for guests; null without one */
            phone?: string | null;
            /** @description Degrees north (WGS 84), -90 to 90; null if unknown */
            latitude?: number | null;
            /** @description Degrees east (WGS 84), -180 to 180; null if unknown */
            longitude?: number | null;
            /** @description Whether it can be booked */
            active?: boolean;
            /** @description Paths that begin with `/`, or addresses, at most 10, none twice; the first is the primary one */
            images?: string[];
        };
        /** @description Body of `PATCH /api/admin/campground-closures/{id}` */
        ChangeClosureRequest: {
            /** @description The current campground; it cannot be changed */
            campgroundId?: string;
            /**
             * @description The current type; it cannot be changed
             * @enum {string}
             */
            closureType?: "date_range" | "weekly";
            /** @description First closed night; required for `date_range`, otherwise null or absent */
            startDate?: components["schemas"]["PlainDate"] | null;
            /** @description Last closed night, not before `startDate`; required for `date_range`, otherwise null or absent */
            endDate?: components["schemas"]["PlainDate"] | null;
            /** @description Closed weekday, 0 (Sunday) to 6; required for `weekly`, otherwise null or absent */
            weekday?: number | null;
            /** @description First night on which `weekly` applies; null means no start date */
            effectiveFrom?: components["schemas"]["PlainDate"] | null;
            /** @description Last night on which `weekly` applies, not before `effectiveFrom`; null means no end date */
            effectiveTo?: components["schemas"]["PlainDate"] | null;
            /** @description Why it is closed */
            reason?: string;
        };
        /** @description Body of `PATCH /api/admin/coupons/{id}` */
        ChangeCouponRequest: {
            /** @description Display name */
            name?: string;
            /** @description Percentage of the subtotal (at most 100), or amount in TWD; above 0 */
            discountValue?: string;
            /** @description Minimum spend: the lowest subtotal that the coupon applies to; default 0.00 */
            minSpend?: string;
            /** @description Maximum discount of a percentage coupon; null means no maximum */
            maxDiscount?: string | null;
            /**
             * Format: date-time
             * @description When the coupon starts to apply
             */
            startsAt?: string;
            /**
             * Format: date-time
             * @description When the coupon stops applying; after `startsAt`
             */
            endsAt?: string;
            /** @description How many claims may be used or applied; null means no limit */
            usageLimit?: number | null;
            /**
             * @description Only an active coupon applies
             * @enum {string}
             */
            status?: "active" | "inactive";
        };
        /** @description Body of `PATCH /api/admin/customers/{id}` */
        ChangeCustomerRequest: {
            /** @description Name */
            name?: string;
            /** @description Phone number; null removes it */
            phone?: string | null;
            /** @description Birthday; null removes it */
            birthday?: components["schemas"]["PlainDate"] | null;
            /** @description Loyalty points */
            points?: number;
        };
        /** @description Body of `PATCH /api/admin/products/{id}` */
        ChangeProductRequest: {
            /** @description Name of the equipment item */
            name?: string;
            /** @description Category; null without one */
            category?: string | null;
            /** @description Brand; null without one */
            brand?: string | null;
            /** @description Description; unsafe HTML is removed; null without one */
            description?: string | null;
            /** @description Path of the image, which begins with `/`, or its address, which begins with `https://` or `http://`; without quotes and spaces; null without one */
            image?: string | null;
            /**
             * @description Whether customers can see the product
             * @enum {string}
             */
            status?: "active" | "inactive";
        };
        /** @description Body of `PATCH /api/admin/rental-listings/{id}` */
        ChangeRentalListingRequest: {
            /** @description Price of one piece for a weekday night */
            priceWeekday?: string;
            /** @description Price of one piece for a holiday night */
            priceHoliday?: string;
            /** @description Discount, 0.00 to 0.30, with two digits */
            discountRate?: string;
            /** @description Whether the listing may be used */
            active?: boolean;
        };
        /** @description Body of `PATCH /api/admin/shipping-policy` */
        ChangeShippingPolicyRequest: {
            /** @description Shipping fee of an order */
            flatFee?: string;
            /** @description Shipping is free from this subtotal up */
            freeShippingThreshold?: string;
        };
        /** @description Body of `PATCH /api/checkout/sessions/{orderId}` */
        ChangeStoreCheckoutRequest: {
            /** @description Replaces the whole recipient; null or absent changes nothing */
            shipping?: {
                /** @description Who receives it, at most 100 characters; blank or null means not given */
                recipientName?: string | null;
                /** @description Phone number, at most 50 characters; blank or null means not given */
                phone?: string | null;
                /** @description Address, at most 500 characters; blank or null means not given */
                address?: string | null;
            } | null;
            /** @description How the order is paid; null or absent changes nothing */
            paymentMethod?: components["schemas"]["OrderPaymentMethod"] | null;
            /** @description A claim id applies that claim, `{}` removes the coupon; null or absent changes nothing */
            couponClaimId?: (number | Record<string, never>) | null;
        };
        /** @description Body of `PATCH /api/admin/users/{id}` */
        ChangeUserRequest: {
            /** @description Whether the account may be used */
            active?: boolean;
            /**
             * @description Role, which decides the default permissions
             * @enum {string}
             */
            role?: "admin" | "operator" | "warehouse";
            /** @description Name */
            name?: string;
        };
        /** @description Body of `PATCH /api/admin/products/{id}/variants` */
        ChangeVariantsRequest: {
            /** @description Changes, 1 to 100; absent fields do not change */
            variants: {
                /** @description Variant of the product; not twice */
                id: string;
                /** @description SKU code; unique as look-ups compare it, without invisible characters */
                sku?: string;
                /** @description Colour; null without one */
                color?: string | null;
                /** @description Size; null without one */
                size?: string | null;
                /** @description Specification */
                specification?: string;
                /** @description Price of one piece */
                price?: string;
                /** @description Whether it can be sold */
                active?: boolean;
            }[];
        };
        /** @description Body of `PATCH /api/admin/webhooks/{id}` */
        ChangeWebhookRequest: {
            /** @description Address that receives the events by POST; https */
            url?: string;
            /** @description Description; null without one */
            description?: string | null;
            /** @description Types of the events to send */
            eventTypes?: ("booking.created" | "booking.paid" | "booking.confirmed" | "booking.completed" | "booking.cancelled" | "order.created" | "order.updated" | "order.cod-confirmed" | "order.paid" | "order.shipped" | "order.completed" | "order.cancelled" | "payment.unapplied" | "payment.refund-due")[];
            /** @description Whether events are sent to it */
            active?: boolean;
        };
        /** @description Body of `PATCH /api/admin/zones/{id}` */
        ChangeZoneRequest: {
            /** @description Kind of site, as displayed */
            type?: string;
            /** @description Guests that a site is meant for; checkouts do not enforce it */
            capacityPerSite?: number;
            /** @description Price of one site for a weekday night; above 0 */
            priceWeekday?: string;
            /** @description Price of one site for a holiday night; above 0 */
            priceHoliday?: string;
            /** @description Number of sites; at least the number booked on any future night */
            totalSites?: number;
            /** @description Whether it can be booked */
            active?: boolean;
            /** @description Paths that begin with `/`, or addresses, at most 10, none twice; the first is the primary one */
            images?: string[];
        };
        /** @description Body of `POST /api/booking/check-availability` */
        CheckAvailabilityRequest: {
            /** @description Campground */
            campgroundId: string;
            /** @description Date of check-in, `YYYY-MM-DD`: the first night */
            checkIn: string;
            /** @description Date of check-out, `YYYY-MM-DD`: the day after the last night */
            checkOut: string;
            /** @description Zones of the stay, 1 to 100 */
            zones: {
                /** @description Zone of the campground; not twice */
                zoneId: string;
                /** @description Number of sites on every night */
                quantity: number;
            }[];
        };
        /** @description Body of `POST /api/admin/coupons/{id}/claims` */
        ClaimCouponRequest: {
            /** @description Customer who gets the claim, to use the coupon once */
            customerId?: string;
            /** @description Customers who each get a claim, 1 to 100, none twice; instead of `customerId` */
            customerIds?: string[];
        };
        /**
         * @description State of the claim: free, on an unpaid order, or used
         * @enum {string}
         */
        ClaimStatus: "available" | "applied" | "used";
        /** @description Body of `POST /api/admin/bookings/complete` */
        CompleteBookingsRequest: {
            /** @description Ids of bookings, 1 to 50, none twice */
            ids: string[];
        };
        /** @description Body of `POST /api/admin/bookings/confirm` */
        ConfirmBookingsRequest: {
            /** @description Ids of bookings, 1 to 50, none twice */
            ids: string[];
        };
        /** @description A discount with conditions */
        Coupon: {
            /** @description Coupon id */
            id: string;
            /** @description Code that customers type; unique, ignoring case */
            code: string;
            /** @description Display name */
            name: string;
            /**
             * @description Whether `discountValue` is a percentage or an amount
             * @enum {string}
             */
            discountType: "percentage" | "fixed";
            /** @description Percentage of the subtotal, or amount in TWD, as a decimal with two digits */
            discountValue: components["schemas"]["Money"];
            /** @description Minimum spend: the lowest subtotal that the coupon applies to */
            minSpend: components["schemas"]["Money"];
            /** @description Maximum discount of a percentage coupon; null means no maximum */
            maxDiscount: components["schemas"]["Money"] | null;
            /** @description When the coupon starts to apply */
            startsAt: components["schemas"]["Timestamp"];
            /** @description When the coupon stops applying */
            endsAt: components["schemas"]["Timestamp"];
            /** @description How many claims may be used or applied; null means no limit */
            usageLimit: number | null;
            /** @description Number of used claims */
            usedCount: number;
            /**
             * @description Only an active coupon applies
             * @enum {string}
             */
            status: "active" | "inactive";
            /** @description Creation */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Last change */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description A customer's right to use a coupon once */
        CouponClaim: {
            /** @description Claim id */
            id: number;
            /** @description Coupon that may be used */
            couponId: string;
            /** @description Customer who may use it */
            customerId: string;
            status: components["schemas"]["ClaimStatus"];
            /** @description Order that the claim is on or was used for; null while it is available */
            orderId: string | null;
            /** @description When the customer got the claim */
            claimedAt: components["schemas"]["Timestamp"];
        };
        /** @description What a coupon did within some days */
        CouponReport: {
            /** @description Coupon id */
            couponId: string;
            /** @description Code */
            code: string;
            /** @description Display name */
            name: string;
            /** @description Customers with a claim on it, of any date */
            claims: number;
            /** @description Orders with it that were paid, or confirmed for cash on delivery, on these days */
            used: number;
            /** @description Claims on orders that are currently waiting for payment */
            applied: number;
            /** @description Sum of `subtotal` of the orders that `used` counts */
            subtotal: components["schemas"]["Money"];
            /** @description Its discount on these orders */
            discount: components["schemas"]["Money"];
        };
        /** @description Body of `POST /api/admin/campgrounds` */
        CreateCampgroundRequest: {
            /** @description Name */
            name: string;
            /** @description Region */
            region: string;
            /** @description Description; null without one */
            description?: string | null;
            /** @description Postal address; null without one */
            address?: string | null;
            /** @description Phone number for guests; null without one */
            phone?: string | null;
            /** @description Degrees north (WGS 84), -90 to 90; null if unknown */
            latitude?: number | null;
            /** @description Degrees east (WGS 84), -180 to 180; null if unknown */
            longitude?: number | null;
            /**
             * @description Whether it can be booked
             * @default true
             */
            active?: boolean;
            /**
             * @description Paths that begin with `/`, or addresses, at most 10, none twice; the first is the primary one
             * @default []
             */
            images?: string[];
        };
        /** @description Body of `POST /api/admin/campground-closures` */
        CreateClosureRequest: {
            /** @description Campground that is closed */
            campgroundId: string;
            /**
             * @description Whether it closes a range of nights or a weekday
             * @enum {string}
             */
            closureType: "date_range" | "weekly";
            /** @description First closed night; required for `date_range`, otherwise null or absent */
            startDate?: components["schemas"]["PlainDate"] | null;
            /** @description Last closed night, not before `startDate`; required for `date_range`, otherwise null or absent */
            endDate?: components["schemas"]["PlainDate"] | null;
            /** @description Closed weekday, 0 (Sunday) to 6; required for `weekly`, otherwise null or absent */
            weekday?: number | null;
            /** @description First night on which `weekly` applies; null means no start date */
            effectiveFrom?: components["schemas"]["PlainDate"] | null;
            /** @description Last night on which `weekly` applies, not before `effectiveFrom`; null means no end date */
            effectiveTo?: components["schemas"]["PlainDate"] | null;
            /** @description Why it is closed */
            reason: string;
        };
        /** @description Body of `POST /api/admin/inventory-counts` */
        CreateCountRequest: {
            /** @description Location that was counted */
            locationId: string;
            /** @description Why */
            reason: string;
            /** @description Lines, 1 to 100, each for a different variant */
            lines: {
                /** @description Variant; not twice */
                variantId: string;
                /** @description Pieces counted there */
                counted: number;
            }[];
            /** @description Key of the request, 1 to 128 characters: repeating it returns the first movements and books nothing */
            idempotencyKey?: string;
        };
        /** @description Body of `POST /api/admin/coupons` */
        CreateCouponRequest: {
            /** @description Code that customers type; unique as look-ups compare it, without invisible characters */
            code: string;
            /**
             * @description Whether `discountValue` is a percentage or an amount
             * @enum {string}
             */
            discountType: "percentage" | "fixed";
            /** @description Display name */
            name: string;
            /** @description Percentage of the subtotal (at most 100), or amount in TWD; above 0 */
            discountValue: string;
            /** @description Minimum spend: the lowest subtotal that the coupon applies to; default 0.00 */
            minSpend?: string;
            /** @description Maximum discount of a percentage coupon; null means no maximum */
            maxDiscount?: string | null;
            /**
             * Format: date-time
             * @description When the coupon starts to apply
             */
            startsAt: string;
            /**
             * Format: date-time
             * @description When the coupon stops applying; after `startsAt`
             */
            endsAt: string;
            /** @description How many claims may be used or applied; null means no limit */
            usageLimit?: number | null;
            /**
             * @description Only an active coupon applies
             * @default active
             * @enum {string}
             */
            status?: "active" | "inactive";
        };
        /** @description Body of `POST /api/admin/inventory-movements` */
        CreateMovementRequest: {
            /** @description Variant that is moved */
            variantId: string;
            /** @description Location of the stock */
            locationId: string;
            /** @description Pieces that come in (positive) or go out (negative); not 0 */
            quantityDelta: number;
            /** @description Why */
            reason: string;
            /** @description Key of the request, 1 to 128 characters: repeating it returns the first movement and books nothing */
            idempotencyKey?: string;
        };
        /** @description Body of `POST /api/admin/products` */
        CreateProductRequest: {
            /** @description Name of the equipment item */
            name: string;
            /** @description Category; null without one */
            category?: string | null;
            /** @description Brand; null without one */
            brand?: string | null;
            /** @description Description; unsafe HTML is removed; null without one */
            description?: string | null;
            /** @description Path of the image, which begins with `/`, or its address, which begins with `https://` or `http://`; without quotes and spaces; null without one */
            image?: string | null;
            /**
             * @description Whether customers can see the product
             * @default active
             * @enum {string}
             */
            status?: "active" | "inactive";
            /** @description Its variants, 1 to 100 */
            variants: {
                /** @description SKU code; unique as look-ups compare it, without invisible characters */
                sku: string;
                /** @description Colour; null without one */
                color?: string | null;
                /** @description Size; null without one */
                size?: string | null;
                /** @description Specification */
                specification: string;
                /** @description Price of one piece */
                price: string;
                /**
                 * @description Whether it can be sold
                 * @default true
                 */
                active?: boolean;
            }[];
        };
        /** @description Body of `POST /api/admin/inventory-receipts` */
        CreateReceiptRequest: {
            /** @description Location that receives the pieces */
            locationId: string;
            /** @description Delivery number, which becomes the reason of the movements */
            reference: string;
            /** @description Lines, 1 to 100, each for a different variant */
            lines: {
                /** @description Variant; not twice */
                variantId: string;
                /** @description Pieces received */
                quantity: number;
            }[];
            /** @description Key of the request, 1 to 128 characters: repeating it returns the first movements and books nothing */
            idempotencyKey?: string;
        };
        /** @description Body of `POST /api/admin/rental-listings` */
        CreateRentalListingRequest: {
            /** @description Campground that rents it out */
            campgroundId: string;
            /** @description Variant that is rented out; once per campground */
            variantId: string;
            /** @description Price of one piece for a weekday night */
            priceWeekday: string;
            /** @description Price of one piece for a holiday night */
            priceHoliday: string;
            /**
             * @description Discount, 0.00 to 0.30, with two digits
             * @default 0.00
             */
            discountRate?: string;
            /**
             * @description Whether the listing may be used
             * @default true
             */
            active?: boolean;
        };
        /** @description Body of `POST /api/admin/inventory-transfers` */
        CreateTransferRequest: {
            /** @description Location that the pieces come from */
            fromLocationId: string;
            /** @description Location that receives them; a different one */
            toLocationId: string;
            /** @description Why */
            reason: string;
            /** @description Lines, 1 to 100, each for a different variant */
            lines: {
                /** @description Variant; not twice */
                variantId: string;
                /** @description Pieces to move */
                quantity: number;
            }[];
            /** @description Key of the request, 1 to 128 characters: repeating it returns the first movements and books nothing */
            idempotencyKey?: string;
        };
        /** @description Body of `POST /api/admin/users` */
        CreateUserRequest: {
            /** @description Name */
            name: string;
            /** @description E-mail to whitelist; unique, ignoring case */
            email: string;
            /**
             * @description Role, which decides the default permissions
             * @enum {string}
             */
            role: "admin" | "operator" | "warehouse";
        };
        /** @description Body of `POST /api/admin/webhooks` */
        CreateWebhookRequest: {
            /** @description Address that receives the events by POST; https */
            url: string;
            /**
             * @description Description; null without one
             * @default null
             */
            description?: string | null;
            /** @description Types of the events to send */
            eventTypes: ("booking.created" | "booking.paid" | "booking.confirmed" | "booking.completed" | "booking.cancelled" | "order.created" | "order.updated" | "order.cod-confirmed" | "order.paid" | "order.shipped" | "order.completed" | "order.cancelled" | "payment.unapplied" | "payment.refund-due")[];
        };
        /** @description By which values a list of products can be filtered further */
        Facets: {
            /** @description Products that match all filters */
            total: number;
            /** @description Categories, most frequent first, at most 100; ignoring the filter `category` */
            categories: {
                /** @description Value of the filter */
                name: string;
                /** @description Products that match it */
                count: number;
            }[];
            /** @description Brands, most frequent first, at most 100; ignoring the filter `brand` */
            brands: {
                /** @description Value of the filter */
                name: string;
                /** @description Products that match it */
                count: number;
            }[];
            /** @description Range of prices, ignoring `minPrice` and `maxPrice`; null if nothing matches */
            price: {
                /** @description Lowest price of an active variant */
                lowest: components["schemas"]["Money"];
                /** @description Highest price of an active variant */
                highest: components["schemas"]["Money"];
            } | null;
        };
        /** @description A campground with free sites for a stay */
        FreeCampground: {
            /** @description Campground id */
            id: string;
            /** @description Name */
            name: string;
            /** @description Region */
            region: string;
            /** @description Description; null without one */
            description: string | null;
            /** @description Paths or URLs of its pictures; the first is the primary one */
            images: string[];
            /** @description Number of weekday nights of the stay */
            weekdayCount: number;
            /** @description Number of holiday nights of the stay */
            holidayCount: number;
            /** @description Its zones with enough free sites for all guests, by id */
            zones: {
                /** @description Zone id */
                id: string;
                /** @description Kind of site, as displayed */
                type: string;
                /** @description Guests that a site is meant for; checkouts do not enforce it */
                capacityPerSite: number;
                /** @description Paths or URLs of its pictures; the first is the primary one */
                images: string[];
                /** @description Sites free on every night of the stay */
                availableQuantity: number;
                /** @description Sites needed for the guests: guests ÷ `capacityPerSite`, rounded up */
                sites: number;
                /** @description Price of one site for the whole stay */
                price: components["schemas"]["Money"];
                /** @description Price of `sites` sites for the whole stay */
                total: components["schemas"]["Money"];
            }[];
        };
        /** @description Body of `POST /api/admin/customers/{id}/join` */
        JoinCustomerRequest: {
            /** @description The customer whose orders, bookings, claims, points and spending move; it is suspended */
            otherId: string;
        };
        /** @description A coupon claim with its coupon */
        MemberCoupon: {
            /** @description Claim id */
            id: number;
            /** @description Coupon that may be used */
            couponId: string;
            /** @description Customer who may use it */
            customerId: string;
            status: components["schemas"]["ClaimStatus"];
            /** @description Order that the claim is on or was used for; null while it is available */
            orderId: string | null;
            /** @description When the customer got the claim */
            claimedAt: components["schemas"]["Timestamp"];
            /** @description The whole coupon */
            coupon: components["schemas"]["Coupon"];
            /** @description Whether an order of at least `minSpend` could use it now */
            applicable: boolean;
            /** @description Why not: it is used, or on an unpaid order; the coupon is not active, not yet or no longer valid, or used up by others; null if it could */
            notApplicableBecause: ("used" | "on_order" | "inactive" | "not_started" | "ended" | "used_up") | null;
        };
        /** @description Which part of a list this is */
        Meta: {
            /** @description Number of this page, from 0 */
            page: number;
            /** @description Most elements on a page */
            size: number;
            /** @description Number of elements in the whole list */
            totalElements: number;
            /** @description Number of pages in the whole list */
            totalPages: number;
        };
        /** @description An amount in TWD: a decimal with two fraction digits */
        Money: string;
        /** @description An immutable change of stock on hand */
        Movement: {
            /** @description Movement id */
            id: number;
            /** @description Variant that was moved */
            variantId: string;
            /** @description SKU code of the variant */
            sku: string;
            /** @description Name of the equipment item */
            productName: string;
            /** @description Location of the stock */
            locationId: string;
            /** @description Name of the location */
            locationName: string;
            /** @description Pieces that came in (positive) or went out (negative) */
            quantityDelta: number;
            /** @description Why */
            reason: string;
            /** @description Pieces on hand at the location afterwards */
            onHandAfter: number;
            /** @description Order that was shipped; null unless it is a shipment, and for shipments before Admin 0.8 */
            orderId: string | null;
            /** @description Transfer that it belongs to; null without one */
            transferId: string | null;
            /** @description Administrator who made it */
            createdBy: string;
            /** @description Name of that account; null if unknown */
            createdByName: string | null;
            /** @description Creation */
            createdAt: components["schemas"]["Timestamp"];
        };
        /** @description What a zone has sold */
        OccupancyReportLine: {
            /** @description Campground id */
            campgroundId: string;
            /** @description Name of the campground */
            campgroundName: string;
            /** @description Zone id */
            zoneId: string;
            /** @description Kind of site */
            type: string;
            /** @description Sites × nights, by the current number of sites */
            siteNights: number;
            /** @description The part of `siteNights` that closures close */
            closedNights: number;
            /** @description Sites × nights of paid bookings that are not cancelled */
            soldNights: number;
            /** @description `soldNights` / (`siteNights` − `closedNights`), with four digits; null if nothing was open */
            rate: string | null;
            /** @description What these nights bring: each night of a stay has an equal share of the line total */
            zoneAmount: components["schemas"]["Money"];
        };
        /** @description Body of `POST /api/admin/auth/firebase/session` */
        OpenAdminSessionRequest: {
            /** @description ID token of the identity provider */
            idToken: string;
        };
        /** @description An order with its items */
        Order: {
            /** @description Order id */
            id: string;
            /** @description Customer who placed the order */
            customerId: string;
            /** @description The customer's name, as of creation */
            buyerName: string;
            /** @description The customer's e-mail, as of creation; empty where the account has none */
            buyerEmail: string;
            /** @description Whether `buyerEmail` was verified when the order was placed; while false, send nothing private to it */
            buyerEmailVerified: boolean;
            /** @description Who receives the order; null until it is given */
            recipientName: string | null;
            /** @description Where it is delivered; null until it is given */
            shippingAddress: string | null;
            /** @description The recipient's phone number; null until it is given */
            shippingPhone: string | null;
            /** @description Sum of the line totals */
            subtotal: components["schemas"]["Money"];
            /** @description Shipping fee */
            shippingFee: components["schemas"]["Money"];
            /** @description Discount of the coupon */
            discount: components["schemas"]["Money"];
            /** @description `subtotal` + `shippingFee` − `discount`, at least 0 */
            total: components["schemas"]["Money"];
            /** @description How the order is paid; null until it is given */
            paymentMethod: components["schemas"]["OrderPaymentMethod"] | null;
            paymentStatus: components["schemas"]["OrderPaymentStatus"];
            refundStatus: components["schemas"]["RefundStatus"];
            status: components["schemas"]["OrderStatus"];
            /** @description Creation */
            placedAt: components["schemas"]["Timestamp"];
            /** @description When it was paid; null until then */
            paidAt: components["schemas"]["Timestamp"] | null;
            /** @description Deadline of the hold; null when the order can no longer expire */
            checkoutExpiresAt: components["schemas"]["Timestamp"] | null;
            /** @description Items of the order */
            items: {
                /** @description Order item id */
                id: number;
                /** @description Product id */
                productId: string;
                /** @description Variant id */
                variantId: string;
                /** @description SKU code, as of creation */
                sku: string;
                /** @description Name of the product, as of creation */
                productName: string;
                /** @description Specification of the variant, as of creation */
                specification: string;
                /** @description Brand, as of creation; empty for a product without one */
                brandName: string;
                /** @description Primary image, as of creation; null without one */
                imageUrl: string | null;
                /** @description Price of one piece, as of creation */
                unitPrice: components["schemas"]["Money"];
                /** @description Number of pieces */
                quantity: number;
                /** @description `unitPrice` × `quantity` */
                lineTotal: components["schemas"]["Money"];
            }[];
            /** @description Carrier; null until the order is shipped, and if staff gave none */
            carrier: string | null;
            /** @description Tracking number of the parcel; null until the order is shipped, and if staff gave none */
            trackingNumber: string | null;
        };
        /** @description An order as a line of a list */
        OrderListItem: {
            /** @description Order id */
            id: string;
            /** @description Customer who placed the order */
            customerId: string;
            /** @description The customer's name, as of creation */
            buyerName: string;
            /** @description The customer's e-mail, as of creation; empty where the account has none */
            buyerEmail: string;
            /** @description Whether `buyerEmail` was verified when the order was placed; while false, send nothing private to it */
            buyerEmailVerified: boolean;
            /** @description Who receives the order; null until it is given */
            recipientName: string | null;
            /** @description Where it is delivered; null until it is given */
            shippingAddress: string | null;
            /** @description The recipient's phone number; null until it is given */
            shippingPhone: string | null;
            /** @description Sum of the line totals */
            subtotal: components["schemas"]["Money"];
            /** @description Shipping fee */
            shippingFee: components["schemas"]["Money"];
            /** @description Discount of the coupon */
            discount: components["schemas"]["Money"];
            /** @description `subtotal` + `shippingFee` − `discount`, at least 0 */
            total: components["schemas"]["Money"];
            /** @description How the order is paid; null until it is given */
            paymentMethod: components["schemas"]["OrderPaymentMethod"] | null;
            paymentStatus: components["schemas"]["OrderPaymentStatus"];
            refundStatus: components["schemas"]["RefundStatus"];
            status: components["schemas"]["OrderStatus"];
            /** @description Creation */
            placedAt: components["schemas"]["Timestamp"];
            /** @description When it was paid; null until then */
            paidAt: components["schemas"]["Timestamp"] | null;
            /** @description Deadline of the hold; null when the order can no longer expire */
            checkoutExpiresAt: components["schemas"]["Timestamp"] | null;
        };
        /**
         * @description How the order is paid; `cod` is cash on delivery
         * @enum {string}
         */
        OrderPaymentMethod: "gateway-credit" | "gateway-atm" | "gateway-cvs" | "gateway-other" | "cod";
        /**
         * @description Whether the order is paid
         * @enum {string}
         */
        OrderPaymentStatus: "unpaid" | "paid" | "refunded";
        /**
         * @description Status of the order
         * @enum {string}
         */
        OrderStatus: "unshipped" | "shipped" | "completed" | "returned" | "cancelled";
        /** @description A form that a browser posts to the payment provider */
        PaymentForm: {
            /** @description Order id */
            orderId: string;
            /** @description Payment provider; `ecpay` */
            provider: string;
            /**
             * Format: uri
             * @description URL to post the form to
             */
            action: string;
            /**
             * @description Method of the form
             * @constant
             */
            method: "POST";
            /** @description Names and values of the form, by the provider's specification */
            fields: {
                [key: string]: string;
            };
            /** @description Deadline of the hold */
            expiresAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description Whether it was applied, not applied, reports a failed payment, or repeats an earlier one
         * @enum {string}
         */
        PaymentOutcome: "applied" | "unapplied" | "failed" | "repeated";
        /** @description All permissions, and those of each role */
        Permissions: {
            /** @description Sections of the administration */
            sections: {
                /**
                 * @description Name of the section
                 * @enum {string}
                 */
                key: "customers" | "orders" | "bookings" | "products" | "inventory" | "coupons" | "closures" | "campgrounds" | "webhooks" | "permissions";
                /** @description Its permissions */
                permissions: string[];
            }[];
            /** @description Permissions of each role */
            roleDefaults: {
                /** @description Permissions of the role admin */
                admin: string[];
                /** @description Permissions of the role operator */
                operator: string[];
                /** @description Permissions of the role warehouse */
                warehouse: string[];
            };
        };
        /** @description Pieces of an order that lie at one location */
        Pick: {
            /** @description Location to take the pieces from */
            locationId: string;
            /** @description Name of the location */
            locationName: string;
            /** @description Pieces to take there */
            quantity: number;
            /** @description Pieces on hand there now, including those that other orders have reserved */
            onHand: number;
            /** @description How many pieces `onHand` is short of `quantity`; 0 when all can be shipped */
            missing: number;
        };
        /** @description An order that waits to be packed */
        PickingListItem: {
            /** @description Order id */
            id: string;
            /** @description Creation */
            placedAt: components["schemas"]["Timestamp"];
            /** @description When it was paid, or confirmed for cash on delivery */
            readyAt: components["schemas"]["Timestamp"];
            /** @description How the order is paid; null until it is given */
            paymentMethod: components["schemas"]["OrderPaymentMethod"] | null;
            /** @description `subtotal` + `shippingFee` − `discount`, at least 0 */
            total: components["schemas"]["Money"];
            /** @description What the carrier collects: for cash on delivery `total` rounded half up to whole TWD, otherwise 0.00 */
            toCollect: components["schemas"]["Money"];
            /** @description Who receives the order; null until it is given */
            recipientName: string | null;
            /** @description The recipient's phone number; null until it is given */
            shippingPhone: string | null;
            /** @description Where it is delivered; null until it is given */
            shippingAddress: string | null;
            /** @description Items of the order */
            items: {
                /** @description Order item id */
                id: number;
                /** @description Product id */
                productId: string;
                /** @description Variant id */
                variantId: string;
                /** @description SKU code, as of creation */
                sku: string;
                /** @description Name of the product, as of creation */
                productName: string;
                /** @description Specification of the variant, as of creation */
                specification: string;
                /** @description Brand, as of creation; empty for a product without one */
                brandName: string;
                /** @description Primary image, as of creation; null without one */
                imageUrl: string | null;
                /** @description Price of one piece, as of creation */
                unitPrice: components["schemas"]["Money"];
                /** @description Number of pieces */
                quantity: number;
                /** @description `unitPrice` × `quantity` */
                lineTotal: components["schemas"]["Money"];
                /** @description Where its pieces are reserved, by location; empty once the order is shipped or cancelled */
                picks: components["schemas"]["Pick"][];
            }[];
            /** @description Whether all picks are complete */
            shippable: boolean;
        };
        /**
         * Format: date
         * @description A calendar date
         */
        PlainDate: string;
        /** @description A product of the catalogue */
        Product: {
            /** @description Product id */
            id: string;
            /** @description Equipment item that the product offers */
            itemId: string;
            /**
             * @description Only active products are visible
             * @constant
             */
            status: "active";
            /** @description Name of the equipment item */
            name: string;
            /** @description Category; null without one */
            category: string | null;
            /** @description Brand; null without one */
            brand: string | null;
            /** @description Description, which may contain HTML; null without one */
            description: string | null;
            /** @description Path or URL of the primary image; null without one */
            image: string | null;
            /** @description Lowest price of its active variants */
            price: components["schemas"]["Money"];
            /** @description Active variants */
            variants: components["schemas"]["ProductVariant"][];
        };
        /** @description A variant of a product */
        ProductVariant: {
            /** @description Variant id */
            id: string;
            /** @description SKU code */
            sku: string;
            /** @description Colour; null without one */
            color: string | null;
            /** @description Size; null without one */
            size: string | null;
            /** @description Specification */
            specification: string;
            /** @description Price of one piece */
            price: components["schemas"]["Money"];
            /** @description Pieces at stores that no order holds */
            availableQuantity: number;
            /** @description Whether `availableQuantity` is above 0 */
            inStock: boolean;
        };
        /** @description Body of `POST /api/booking/checkout/quotes` */
        QuoteBookingRequest: {
            /** @description Campground */
            campgroundId: string;
            /** @description Date of check-in, `YYYY-MM-DD`: the first night */
            checkIn: string;
            /** @description Date of check-out, `YYYY-MM-DD`: the day after the last night */
            checkOut: string;
            /** @description Zones of the stay, 1 to 100 */
            zones: {
                /** @description Zone of the campground; not twice */
                zoneId: string;
                /** @description Number of sites on every night */
                quantity: number;
            }[];
            /** @description Rental equipment of the stay, at most 100 */
            rentals?: {
                /** @description Rental listing of the campground; not twice */
                rentalListingId: string;
                /** @description The listing's variant; not twice */
                rentalSkuVariantId: string;
                /** @description Number of pieces */
                quantity: number;
            }[] | null;
            /** @description Reserved for coupons; null or absent */
            couponClaimId?: null;
        };
        /** @description Body of `POST /api/checkout/quotes` */
        QuoteOrderRequest: {
            /** @description The caller's claim to apply; null or absent means no coupon */
            couponClaimId?: number | null;
            /** @description Items to order, 1 to 100 lines */
            items: {
                /** @description Variant; not twice */
                variantId: string;
                /** @description Number of pieces */
                quantity: number;
            }[];
        };
        /** @description Body of `POST /api/admin/refunds/{id}/done` */
        RefundDoneRequest: {
            /** @description The provider's number of the refund */
            reference: string;
            /** @description Note for accounting, at most 200 characters; blank means absent */
            note?: string;
        };
        /**
         * @description Whether the order is refunded
         * @enum {string}
         */
        RefundStatus: "none";
        /** @description What a campground rents out */
        RentalEquipment: {
            /** @description Rental listing of the campground */
            id: string;
            /** @description Variant that the listing rents out */
            rentalSkuVariantId: string;
            /** @description Campground that rents it out */
            campgroundId: string;
            /** @description Name of the equipment item */
            name: string;
            /** @description Price of one piece for a weekday night */
            pricePerDayWeekday: components["schemas"]["Money"];
            /** @description Price of one piece for a holiday night */
            pricePerDayHoliday: components["schemas"]["Money"];
            /** @description Whether the listing, its SKU and its variant are all active */
            active: boolean;
        };
        /** @description What a location rents out of a variant on a day */
        RentalLoad: {
            /** @description Day */
            day: components["schemas"]["PlainDate"];
            /** @description Location that hands the pieces out */
            locationId: string;
            /** @description Name of the location */
            locationName: string;
            /** @description Campground of the location */
            campgroundId: string | null;
            /** @description Variant id */
            variantId: string;
            /** @description SKU code */
            sku: string;
            /** @description Name of the equipment item */
            name: string;
            /** @description Specification of the variant */
            specification: string;
            /** @description Pieces on hand at the location */
            onHand: number;
            /** @description Pieces reserved for the night of the day */
            out: number;
            /** @description Pieces of stays that begin on the day */
            leaving: number;
            /** @description Pieces of stays that end on the day */
            returning: number;
            /** @description `onHand` − `out`; negative if pieces are missing */
            free: number;
        };
        /** @description Rented equipment of a booking */
        RentalSnapshot: {
            /** @description Rental listing id */
            rentalListingId: string;
            /** @description Variant id */
            rentalSkuVariantId: string;
            /** @description SKU code, as of creation */
            sku: string;
            /** @description Name of the equipment item, as of creation */
            name: string;
            /** @description Specification of the variant, as of creation */
            specification: string;
            /** @description Price of one piece for a weekday night, as of creation */
            priceWeekday: components["schemas"]["Money"];
            /** @description Price of one piece for a holiday night, as of creation */
            priceHoliday: components["schemas"]["Money"];
            /** @description Discount of the listing, 0.00 to 0.30, with two digits */
            discountRate: string;
            /** @description Number of pieces */
            quantity: number;
            /** @description Discounted price of the line for the whole stay */
            lineTotal: components["schemas"]["Money"];
        };
        /** @description Body of `PUT /api/admin/users/{id}/permissions` */
        ReplacePermissionsRequest: {
            /** @description Permissions by section; replaces all personal overrides */
            overrides: {
                /** @description The section customers */
                customers?: {
                    /** @description Whether the section may be read */
                    view: boolean;
                    /** @description Whether the section may be changed; requires `view` */
                    edit: boolean;
                };
                /** @description The section orders */
                orders?: {
                    /** @description Whether the section may be read */
                    view: boolean;
                    /** @description Whether the section may be changed; requires `view` */
                    edit: boolean;
                };
                /** @description The section bookings */
                bookings?: {
                    /** @description Whether the section may be read */
                    view: boolean;
                    /** @description Whether the section may be changed; requires `view` */
                    edit: boolean;
                };
                /** @description The section products */
                products?: {
                    /** @description Whether the section may be read */
                    view: boolean;
                    /** @description Whether the section may be changed; requires `view` */
                    edit: boolean;
                };
                /** @description The section inventory */
                inventory?: {
                    /** @description Whether the section may be read */
                    view: boolean;
                    /** @description Whether the section may be changed; requires `view` */
                    edit: boolean;
                };
                /** @description The section coupons */
                coupons?: {
                    /** @description Whether the section may be read */
                    view: boolean;
                    /** @description Whether the section may be changed; requires `view` */
                    edit: boolean;
                };
                /** @description The section closures */
                closures?: {
                    /** @description Whether the section may be read */
                    view: boolean;
                    /** @description Whether the section may be changed; requires `view` */
                    edit: boolean;
                };
                /** @description The section campgrounds */
                campgrounds?: {
                    /** @description Whether the section may be read */
                    view: boolean;
                    /** @description Whether the section may be changed; requires `view` */
                    edit: boolean;
                };
                /** @description The section webhooks */
                webhooks?: {
                    /** @description Whether the section may be read */
                    view: boolean;
                    /** @description Whether the section may be changed; requires `view` */
                    edit: boolean;
                };
                /** @description The section permissions */
                permissions?: {
                    /** @description Whether the section may be read */
                    view: boolean;
                    /** @description Whether the section may be changed; requires `view` */
                    edit: boolean;
                };
            };
        };
        /** @description Body of `PUT /api/admin/holidays/{date}` */
        SetHolidayRequest: {
            /**
             * @description `holiday`: a holiday night; `working`: a weekday night, also on a weekend
             * @enum {string}
             */
            kind: "holiday" | "working";
            /** @description Name */
            name: string;
        };
        /** @description Body of `PUT /api/admin/products/{id}/images` */
        SetImagesRequest: {
            /** @description Paths that begin with `/`, or addresses, at most 10, none twice; the first is the primary one */
            images: string[];
        };
        /** @description Body of `PUT /api/admin/products/{id}` */
        SetProductStatusRequest: {
            /**
             * @description Whether customers can see the product
             * @enum {string}
             */
            status: "active" | "inactive";
        };
        /** @description Body of `POST /api/admin/orders/{id}/ship` */
        ShipOrderRequest: {
            /** @description Carrier */
            carrier?: string;
            /** @description Tracking number of the parcel */
            trackingNumber?: string;
        };
        /** @description Body of `POST /api/admin/orders/ship` */
        ShipOrdersRequest: {
            /** @description Ids of orders, 1 to 50, none twice */
            ids: string[];
        };
        /** @description How an order left the store */
        Shipment: {
            /** @description Carrier; null if staff gave none */
            carrier: string | null;
            /** @description Tracking number of the parcel; null if staff gave none */
            trackingNumber: string | null;
            /** @description When it was shipped */
            at: components["schemas"]["Timestamp"];
            /** @description Administrator who shipped it */
            by: {
                /** @description Administrator id */
                id: string;
                /** @description Name of the account; null if unknown */
                name: string | null;
            };
        };
        /** @description Body of `POST /api/booking/checkout/sessions` */
        StartCheckoutRequest: {
            /** @description Campground */
            campgroundId: string;
            /** @description Date of check-in, `YYYY-MM-DD`: the first night */
            checkIn: string;
            /** @description Date of check-out, `YYYY-MM-DD`: the day after the last night */
            checkOut: string;
            /** @description Number of guests */
            guestCount: number;
            /** @description When the guests plan to arrive, `HH:MM` at the campground */
            arrivalTime?: string | null;
            /** @description Zones of the stay, 1 to 100 */
            zones: {
                /** @description Zone of the campground; not twice */
                zoneId: string;
                /** @description Number of sites on every night */
                quantity: number;
            }[];
            /** @description Rental equipment of the stay, at most 100 */
            rentals?: {
                /** @description Rental listing of the campground; not twice */
                rentalListingId: string;
                /** @description The listing's variant; not twice */
                rentalSkuVariantId: string;
                /** @description Number of pieces */
                quantity: number;
            }[] | null;
            /** @description Reserved for coupons; null or absent */
            couponClaimId?: null;
            paymentMethod: components["schemas"]["BookingPaymentMethod"];
            /** @description Key of this request, also accepted as the header `idempotency-key`: repeating the same request with the same key returns the first response */
            idempotencyKey: string;
        };
        /** @description Body of `POST /api/checkout/sessions` */
        StartStoreCheckoutRequest: {
            /** @description Items to order, 1 to 100 lines */
            items: {
                /** @description Variant; not twice */
                variantId: string;
                /** @description Number of pieces */
                quantity: number;
                /** @description Price of one piece, for comparison only */
                unitPrice?: (string | number) | null;
            }[];
            /** @description The caller's claim to apply; null or absent means no coupon */
            couponClaimId?: number | null;
            /** @description How the order is paid; may be given later */
            paymentMethod?: components["schemas"]["OrderPaymentMethod"] | null;
            /** @description Who receives the order; may be partial and completed later */
            shipping?: {
                /** @description Who receives it, at most 100 characters; blank or null means not given */
                recipientName?: string | null;
                /** @description Phone number, at most 50 characters; blank or null means not given */
                phone?: string | null;
                /** @description Address, at most 500 characters; blank or null means not given */
                address?: string | null;
            } | null;
            /** @description Total, for comparison only */
            total?: (string | number) | null;
            /** @description Discount, for comparison only */
            discount?: (string | number) | null;
            /** @description Key of this request, also accepted as the header `idempotency-key`: repeating the same request with the same key returns the first response */
            idempotencyKey: string;
        };
        /** @description A change of a status */
        StatusHistoryEntry: {
            /** @description Status before; null for the first entry */
            from: string | null;
            /** @description Status after */
            to: string;
            /** @description When */
            at: components["schemas"]["Timestamp"];
            /** @description Who */
            actor: {
                /**
                 * @description Kind of actor
                 * @enum {string}
                 */
                type: "member" | "admin" | "system" | "payment";
                /** @description Customer id, administrator id or payment event id; null where there is none */
                id: string | null;
                /** @description Name of the administrator; null for every other actor */
                name: string | null;
            };
            /** @description The reason, if one was given; otherwise null */
            reason: string | null;
        };
        /** @description A stay with contact, zones and rentals */
        Stay: {
            /** @description Booking id */
            bookingId: string;
            status: components["schemas"]["BookingStatus"];
            paymentStatus: components["schemas"]["BookingPaymentStatus"];
            /** @description Name of the campground, as of creation */
            campgroundName: string;
            /** @description Region of the campground, as of creation */
            region: string;
            /** @description Date of check-in */
            checkIn: components["schemas"]["PlainDate"];
            /** @description Date of check-out */
            checkOut: components["schemas"]["PlainDate"];
            /** @description Number of guests */
            guestCount: number;
            /** @description When the guests plan to arrive, `HH:MM` at the campground; null if the member gave no time */
            arrivalTime: string | null;
            /** @description Price of the stay */
            finalAmount: components["schemas"]["Money"];
            /** @description Creation */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Campground id */
            campgroundId: string;
            /** @description When it was paid; null until then */
            paidAt: components["schemas"]["Timestamp"] | null;
            /** @description Customer who booked: current data of the account; without an account, the data on the booking, and no phone */
            customer: {
                /** @description Customer id */
                id: string;
                /** @description Name */
                name: string;
                /** @description E-mail, verified or not; empty where the account has none */
                email: string;
                /** @description Whether the e-mail is verified */
                emailVerified: boolean;
                /** @description Phone number; null without one */
                phone: string | null;
            };
            /** @description Zones of the stay, as of creation */
            zones: {
                /** @description Zone id */
                zoneId: string;
                /** @description Kind of site, as of creation */
                type: string;
                /** @description Sites held on every night */
                quantity: number;
            }[];
            /** @description Rental equipment of the stay, as of creation; may be empty */
            rentals: {
                /** @description Variant id */
                rentalSkuVariantId: string;
                /** @description SKU code, as of creation */
                sku: string;
                /** @description Name of the equipment item, as of creation */
                name: string;
                /** @description Specification of the variant, as of creation */
                specification: string;
                /** @description Number of pieces */
                quantity: number;
                /** @description Location that hands the pieces out */
                locationId: string;
            }[];
        };
        /** @description Stock of a variant at each location */
        Stock: {
            /** @description Variant id */
            variantId: string;
            /** @description SKU code */
            sku: string;
            /** @description Product of the variant; null if it is only rented out */
            productId: string | null;
            /** @description Name of the equipment item */
            productName: string;
            /** @description Specification */
            specification: string;
            /** @description Whether the variant and its SKU are active */
            active: boolean;
            /** @description Pieces on hand at all active stores */
            onHand: number;
            /** @description How many of them orders hold */
            reserved: number;
            /** @description Pieces that can be sold: on hand minus reserved at all active stores, not below 0 */
            available: number;
            /** @description Stock at each location that has had any, by location id */
            locations: {
                /** @description Location id */
                locationId: string;
                /** @description Name of the location */
                locationName: string;
                /**
                 * @description Whether its stock is sold or rented out
                 * @enum {string}
                 */
                kind: "store" | "rental";
                /** @description Pieces on hand */
                onHand: number;
                /** @description How many of them orders hold; at a rental location, how many are rented out today */
                reserved: number;
                /** @description Pieces on hand that are not reserved */
                available: number;
            }[];
        };
        /** @description A place where stock lies */
        StockLocation: {
            /** @description Location id */
            id: string;
            /** @description Name */
            name: string;
            /**
             * @description Whether its stock is sold or rented out
             * @enum {string}
             */
            kind: "store" | "rental";
            /** @description Campground of a rental location; null for a store */
            campgroundId: string | null;
        };
        /** @description An order during its checkout */
        StoreCheckoutSession: {
            /** @description Order id */
            orderId: string;
            paymentStatus: components["schemas"]["OrderPaymentStatus"];
            /** @description How the order is paid; null until it is given */
            paymentMethod: components["schemas"]["OrderPaymentMethod"] | null;
            status: components["schemas"]["OrderStatus"];
            /** @description Deadline of the hold; never changes */
            checkoutExpiresAt: components["schemas"]["Timestamp"];
            /** @description Price of the order */
            pricing: components["schemas"]["StorePricing"];
            /** @description Items of the order */
            items: {
                /** @description Order item id */
                orderItemId: number;
                /** @description Product id */
                productId: string;
                /** @description Variant id */
                variantId: string;
                /** @description SKU code, as of creation */
                sku: string;
                /** @description Name of the product, as of creation */
                productName: string;
                /** @description Specification of the variant, as of creation */
                specification: string;
                /** @description Brand, as of creation; empty for a product without one */
                brandName: string;
                /** @description Primary image, as of creation; null without one */
                imageUrl: string | null;
                /** @description Price of one piece, as of creation */
                unitPrice: components["schemas"]["Money"];
                /** @description Number of pieces */
                quantity: number;
                /** @description `unitPrice` × `quantity` */
                lineTotal: components["schemas"]["Money"];
            }[];
            /** @description Recipient; null until a part of it is given */
            shipping: {
                /** @description Name of the recipient; null until given */
                recipientName: string | null;
                /** @description Phone number; null until it is given */
                phone: string | null;
                /** @description Address; null until it is given */
                address: string | null;
            } | null;
            /** @description Applied claim; null without a coupon, and once the order is cancelled */
            couponClaimId: number | null;
            checkoutStep: components["schemas"]["StoreCheckoutStep"];
            /**
             * @description Whether the checkout is still open, is paid or confirmed for cash on delivery, or is cancelled (paid or not)
             * @enum {string}
             */
            checkoutState: "open" | "completed" | "closed";
            /** @description Deadline of the hold; null when it can no longer expire */
            holdEndsAt: components["schemas"]["Timestamp"] | null;
            /** @description Payment methods whose account or store code can still be paid after `checkoutExpiresAt`; such a payment is refunded */
            methodsOutlivingHold: ("gateway-atm" | "gateway-cvs" | "gateway-other")[];
            /** @description Payment methods that do not accept the amount due, so that their form is refused; empty if there are no forms */
            methodsNotTakingAmount: ("gateway-credit" | "gateway-atm" | "gateway-cvs" | "gateway-other")[];
        };
        /**
         * @description `ready_to_pay` when the recipient is complete and a payment method is set
         * @enum {string}
         */
        StoreCheckoutStep: "draft" | "ready_to_pay";
        /** @description What an order costs */
        StorePricing: {
            /** @description Sum of the line totals */
            subtotal: components["schemas"]["Money"];
            /** @description Shipping fee */
            shippingFee: components["schemas"]["Money"];
            /** @description Discount of the coupon */
            discount: components["schemas"]["Money"];
            /** @description `subtotal` + `shippingFee` − `discount`, at least 0 */
            total: components["schemas"]["Money"];
        };
        /** @description What an order would cost */
        StoreQuote: {
            /** @description Price of the order */
            pricing: components["schemas"]["StorePricing"];
            /** @description Items of the order, at current prices */
            items: {
                /** @description Product id */
                productId: string;
                /** @description Variant id */
                variantId: string;
                /** @description SKU code, as of creation */
                sku: string;
                /** @description Name of the product, as of creation */
                productName: string;
                /** @description Specification of the variant, as of creation */
                specification: string;
                /** @description Brand, as of creation; empty for a product without one */
                brandName: string;
                /** @description Primary image, as of creation; null without one */
                imageUrl: string | null;
                /** @description Price of one piece, as of creation */
                unitPrice: components["schemas"]["Money"];
                /** @description Number of pieces */
                quantity: number;
                /** @description `unitPrice` × `quantity` */
                lineTotal: components["schemas"]["Money"];
            }[];
            /** @description Effect of the coupon; null without `couponClaimId` */
            coupon: {
                /** @description Claim from the request */
                couponClaimId: number;
                /** @description Whether a checkout could use it; `pricing` has its discount only then */
                applicable: boolean;
                /** @description Why it could not be used, as the end of a sentence about the coupon; null if it could */
                reason: string | null;
            } | null;
        };
        /** @description Body of `POST /api/admin/customers/{id}/suspend` */
        SuspendCustomerRequest: {
            /** @description Why; shown as `statusReason` until the customer is reactivated */
            reason?: string;
        };
        /**
         * Format: date-time
         * @description A point in time: ISO 8601 in UTC with milliseconds
         */
        Timestamp: string;
        /**
         * @description Why the payment was not applied
         * @enum {string}
         */
        UnappliedReason: "cancelled" | "already_paid" | "amount_mismatch" | "unknown_target" | "cod_confirmed" | "trade_number_used";
        /** @description Where events are sent, and which */
        Webhook: {
            /** @description Webhook id */
            id: string;
            /** @description Address that receives the events */
            url: string;
            /** @description Description; null without one */
            description: string | null;
            /** @description Types of the events to send */
            eventTypes: ("booking.created" | "booking.paid" | "booking.confirmed" | "booking.completed" | "booking.cancelled" | "order.created" | "order.updated" | "order.cod-confirmed" | "order.paid" | "order.shipped" | "order.completed" | "order.cancelled" | "payment.unapplied" | "payment.refund-due")[];
            /** @description Whether events are sent to it */
            active: boolean;
            /** @description When attempts began to fail; null if the last one succeeded */
            failingSince: components["schemas"]["Timestamp"] | null;
            /** @description When the service deactivated it; null otherwise */
            disabledAt: components["schemas"]["Timestamp"] | null;
            /** @description Why: `failing` for days without a success, `gone` for a response 410; null if `disabledAt` is */
            disabledReason: ("failing" | "gone") | null;
            /** @description Until when the previous secret also signs; null without one */
            previousSecretUntil: components["schemas"]["Timestamp"] | null;
            /**
             * Format: date-time
             * @description Creation
             */
            createdAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description Last change
             */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description One attempt of a delivery */
        WebhookAttempt: {
            /** @description 1 for the first attempt */
            number: number;
            /** @description Start of the attempt */
            at: components["schemas"]["Timestamp"];
            /** @description How long it took, in milliseconds */
            durationMs: number;
            /** @description HTTP status of the response; null without one */
            status: number | null;
            /** @description Why there is no response; null if there is one */
            error: string | null;
            /** @description Start of the response body, at most 1,000 bytes */
            response: string;
        };
        /** @description One event for one webhook */
        WebhookDelivery: {
            /** @description Delivery id */
            id: string;
            /** @description Webhook id */
            webhookId: string;
            /** @description Id of the event, also sent as the header `webhook-id` */
            eventId: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            eventType: "booking.created" | "booking.paid" | "booking.confirmed" | "booking.completed" | "booking.cancelled" | "order.created" | "order.updated" | "order.cod-confirmed" | "order.paid" | "order.shipped" | "order.completed" | "order.cancelled" | "payment.unapplied" | "payment.refund-due" | "webhook.test";
            /**
             * @description `pending` until an attempt succeeds; `failed` after the last attempt
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /** @description Number of attempts so far */
            attemptCount: number;
            /**
             * Format: date-time
             * @description When the event was queued for the webhook
             */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Earliest time of the next attempt; null unless it is pending */
            nextAttemptAt: components["schemas"]["Timestamp"] | null;
            /** @description When it was delivered or failed; null while it is pending */
            completedAt: components["schemas"]["Timestamp"] | null;
        };
        /** @description One event for one webhook, with its body and attempts */
        WebhookDeliveryDetail: {
            /** @description Delivery id */
            id: string;
            /** @description Webhook id */
            webhookId: string;
            /** @description Id of the event, also sent as the header `webhook-id` */
            eventId: string;
            /**
             * @description Type of the event
             * @enum {string}
             */
            eventType: "booking.created" | "booking.paid" | "booking.confirmed" | "booking.completed" | "booking.cancelled" | "order.created" | "order.updated" | "order.cod-confirmed" | "order.paid" | "order.shipped" | "order.completed" | "order.cancelled" | "payment.unapplied" | "payment.refund-due" | "webhook.test";
            /**
             * @description `pending` until an attempt succeeds; `failed` after the last attempt
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /** @description Number of attempts so far */
            attemptCount: number;
            /**
             * Format: date-time
             * @description When the event was queued for the webhook
             */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Earliest time of the next attempt; null unless it is pending */
            nextAttemptAt: components["schemas"]["Timestamp"] | null;
            /** @description When it was delivered or failed; null while it is pending */
            completedAt: components["schemas"]["Timestamp"] | null;
            /** @description Body of the request: the event, exactly as it is signed */
            body: string;
            /** @description The last 50 attempts, oldest first */
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        /** @description A webhook with its secret, which is shown once */
        WebhookWithSecret: {
            /** @description Webhook id */
            id: string;
            /** @description Address that receives the events */
            url: string;
            /** @description Description; null without one */
            description: string | null;
            /** @description Types of the events to send */
            eventTypes: ("booking.created" | "booking.paid" | "booking.confirmed" | "booking.completed" | "booking.cancelled" | "order.created" | "order.updated" | "order.cod-confirmed" | "order.paid" | "order.shipped" | "order.completed" | "order.cancelled" | "payment.unapplied" | "payment.refund-due")[];
            /** @description Whether events are sent to it */
            active: boolean;
            /** @description When attempts began to fail; null if the last one succeeded */
            failingSince: components["schemas"]["Timestamp"] | null;
            /** @description When the service deactivated it; null otherwise */
            disabledAt: components["schemas"]["Timestamp"] | null;
            /** @description Why: `failing` for days without a success, `gone` for a response 410; null if `disabledAt` is */
            disabledReason: ("failing" | "gone") | null;
            /** @description Until when the previous secret also signs; null without one */
            previousSecretUntil: components["schemas"]["Timestamp"] | null;
            /**
             * Format: date-time
             * @description Creation
             */
            createdAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description Last change
             */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description Secret that signs its requests; shown only once */
            secret: string;
        };
        /** @description A part of a campground with sites of one kind */
        Zone: {
            /** @description Zone id */
            id: string;
            /** @description Kind of site, as displayed */
            type: string;
            /** @description Guests that a site is meant for; checkouts do not enforce it */
            capacityPerSite: number;
            /** @description Price of one site for a weekday night */
            priceWeekday: components["schemas"]["Money"];
            /** @description Price of one site for a holiday night */
            priceHoliday: components["schemas"]["Money"];
            /** @description Number of sites */
            totalSites: number;
            /** @description Whether it can be booked */
            active: boolean;
            /** @description Paths or URLs of its pictures; the first is the primary one */
            images: string[];
        };
        /** @description A zone with its nights */
        ZoneCalendar: {
            /** @description Zone id */
            id: string;
            /** @description Kind of site, as displayed */
            type: string;
            /** @description Guests that a site is meant for; checkouts do not enforce it */
            capacityPerSite: number;
            /** @description The nights that can be booked, in order */
            nights: {
                /** @description Date on which the night begins */
                date: components["schemas"]["PlainDate"];
                /** @description Free sites; a closure does not change it */
                free: number;
                /** @description Price of one site for the night */
                price: components["schemas"]["Money"];
                /** @description Whether the campground is closed */
                closed: boolean;
                /** @description Why it is closed; null if it is open */
                closedReason: string | null;
            }[];
        };
        /** @description How full a zone is */
        ZoneOccupancy: {
            /** @description Campground id */
            campgroundId: string;
            /** @description Name of the campground */
            campgroundName: string;
            /** @description Zone id */
            zoneId: string;
            /** @description Kind of site */
            type: string;
            /** @description Number of sites */
            totalSites: number;
            /** @description Whether zone and campground can be booked */
            active: boolean;
            /** @description Every night of the range, in order */
            nights: {
                /** @description Date on which the night begins */
                date: components["schemas"]["PlainDate"];
                /** @description Sites of confirmed bookings, and of completed ones if the policy lets them occupy */
                confirmed: number;
                /** @description Sites of pending bookings that are paid */
                paid: number;
                /** @description Sites of pending bookings that are not paid */
                held: number;
                /** @description Free sites, as a customer sees them; 0 if the zone is not active. A closure does not change it */
                free: number;
                /** @description Whether the campground is closed */
                closed: boolean;
            }[];
        };
        /** @description Zones of a booking */
        ZoneSnapshot: {
            /** @description Zone id */
            zoneId: string;
            /** @description Kind of site, as of creation */
            type: string;
            /** @description Price of one site for a weekday night, as of creation */
            priceWeekday: components["schemas"]["Money"];
            /** @description Price of one site for a holiday night, as of creation */
            priceHoliday: components["schemas"]["Money"];
            /** @description Sites held on every night */
            quantity: number;
            /** @description Price of the line for the whole stay */
            lineTotal: components["schemas"]["Money"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    listCampgrounds: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description The whole list */
                        data: components["schemas"]["Campground"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getCampground: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path: {
                /** @description Campground id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["Campground"];
                    };
                };
            };
        };
    };
    getCalendar: {
        parameters: {
            query?: {
                /** @description First night. Defaults to the first that can be booked */
                from?: components["schemas"]["PlainDate"];
                /** @description Number of nights, 1 to 92. Default `31` */
                days?: number;
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path: {
                /** @description Campground id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description The whole list */
                        data: components["schemas"]["ZoneCalendar"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    searchAvailability: {
        parameters: {
            query: {
                /** @description Number of the page, from 0. Default `0` */
                page?: number;
                /** @description Elements on a page, 1 to 100. Default `20` */
                size?: number;
                /** @description Date of check-in, `YYYY-MM-DD`: the first night */
                checkIn: string;
                /** @description Date of check-out, `YYYY-MM-DD`: the day after the last night */
                checkOut: string;
                /** @description Number of guests, 1 to 1000. Default `1` */
                guests?: number;
                /** @description Full name of a region, ignoring case; blank means absent */
                region?: string;
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description Elements of this page */
                        data: components["schemas"]["FreeCampground"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listEquipment: {
        parameters: {
            query: {
                /** @description Campground whose equipment is listed */
                campgroundId: string;
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description The whole list */
                        data: components["schemas"]["RentalEquipment"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["BookingPolicy"];
                    };
                };
            };
        };
    };
    listClosures: {
        parameters: {
            query?: {
                /** @description Only closures of this campground */
                campgroundId?: string;
                /** @description Only closures that can close this night or a later one */
                from?: components["schemas"]["PlainDate"];
                /** @description Only closures that can close this night or an earlier one; not before `from` */
                to?: components["schemas"]["PlainDate"];
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description The whole list */
                        data: components["schemas"]["CampgroundClosure"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    checkAvailability: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Checks whether zones are free for a stay; holds nothing */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckAvailabilityRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["Availability"];
                    };
                };
            };
        };
    };
    startCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Holds campsites and rental stock and opens a checkout */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartCheckoutRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["BookingCheckoutSession"];
                    };
                };
            };
        };
    };
    quoteBooking: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Calculates the price of a stay; holds nothing */
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuoteBookingRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["BookingQuote"];
                    };
                };
            };
        };
    };
    getCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Booking id */
                bookingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["BookingCheckoutSession"];
                    };
                };
            };
        };
    };
    openPaymentForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Booking id */
                bookingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: {
                            /** @description Booking id */
                            bookingId: string;
                            /** @description Payment provider; `ecpay` */
                            provider: string;
                            /**
                             * Format: uri
                             * @description URL to post the form to
                             */
                            action: string;
                            /**
                             * @description Method of the form
                             * @constant
                             */
                            method: "POST";
                            /** @description Names and values of the form, by the provider's specification */
                            fields: {
                                [key: string]: string;
                            };
                            /** @description Deadline of the hold */
                            expiresAt: components["schemas"]["Timestamp"];
                        };
                    };
                };
            };
        };
    };
    cancelCheckout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Booking id */
                bookingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["BookingCheckoutSession"];
                    };
                };
            };
        };
    };
    listBookings: {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Default `0` */
                page?: number;
                /** @description Elements on a page, 1 to 100. Default `20` */
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description Elements of this page */
                        data: components["schemas"]["BookingListItem"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getBooking: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Booking id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["BookingDetail"];
                    };
                };
            };
        };
    };
    watchBooking: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the last event that the client has; what it stands for is not sent again */
                "last-event-id"?: string;
            };
            path: {
                /** @description Booking id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream of server-sent events `booking`. The schema is that of each one's `data`, JSON on one line */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["BookingDetail"];
                };
            };
        };
    };
    watchCampground: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the last event that the client has; what it stands for is not sent again */
                "last-event-id"?: string;
            };
            path: {
                /** @description Campground id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream of server-sent events `availability`. The schema is that of each one's `data`, JSON on one line */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["AvailabilityChange"];
                };
            };
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Default `0` */
                page?: number;
                /** @description Elements on a page, 1 to 100. Default `20` */
                size?: number;
                /** @description Order of the list, unless `ranking` is given */
                sort?: "id,asc" | "id,desc" | "name,asc" | "name,desc";
                /** @description Order for shoppers, in place of `sort`: by the lowest price of an active variant, or newest first */
                ranking?: "cheapest" | "dearest" | "newest";
                /** @description Words, at most 10, that all occur in name, brand or a SKU, ignoring case; blank means absent */
                q?: string;
                /** @description Full name of a category, ignoring case; blank means absent */
                category?: string;
                /** @description Full name of a brand, ignoring case; blank means absent */
                brand?: string;
                /** @description Lower bound of the price of an active variant, inclusive */
                minPrice?: string;
                /** @description Upper bound of the price of an active variant, inclusive; not below `minPrice` */
                maxPrice?: string;
                /** @description `true` finds only products with a variant in stock; `false` means absent */
                inStock?: "true" | "false";
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description Elements of this page */
                        data: components["schemas"]["Product"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getFacets: {
        parameters: {
            query?: {
                /** @description Words, at most 10, that all occur in name, brand or a SKU, ignoring case; blank means absent */
                q?: string;
                /** @description Full name of a category, ignoring case; blank means absent */
                category?: string;
                /** @description Full name of a brand, ignoring case; blank means absent */
                brand?: string;
                /** @description Lower bound of the price of an active variant, inclusive */
                minPrice?: string;
                /** @description Upper bound of the price of an active variant, inclusive; not below `minPrice` */
                maxPrice?: string;
                /** @description `true` finds only products with a variant in stock; `false` means absent */
                inStock?: "true" | "false";
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["Facets"];
                    };
                };
            };
        };
    };
    getProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path: {
                /** @description Product id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["Product"];
                    };
                };
            };
        };
    };
    startStoreCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Opens an unpaid order and holds its stock */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartStoreCheckoutRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["StoreCheckoutSession"];
                    };
                };
            };
        };
    };
    quoteOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Calculates the price of an order and the effect of a coupon; holds nothing */
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuoteOrderRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["StoreQuote"];
                    };
                };
            };
        };
    };
    getStoreCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Order id */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["StoreCheckoutSession"];
                    };
                };
            };
        };
    };
    changeStoreCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Order id */
                orderId: string;
            };
            cookie?: never;
        };
        /** @description Changes recipient, payment method or coupon of an unpaid order */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeStoreCheckoutRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["StoreCheckoutSession"];
                    };
                };
            };
        };
    };
    confirmCashOnDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Order id */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["StoreCheckoutSession"];
                    };
                };
            };
        };
    };
    openStorePaymentForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Order id */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["PaymentForm"];
                    };
                };
            };
        };
    };
    cancelStoreCheckout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Order id */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["StoreCheckoutSession"];
                    };
                };
            };
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Default `0` */
                page?: number;
                /** @description Elements on a page, 1 to 100. Default `20` */
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description Elements of this page */
                        data: components["schemas"]["OrderListItem"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Order id */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["Order"];
                    };
                };
            };
        };
    };
    watchOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the last event that the client has; what it stands for is not sent again */
                "last-event-id"?: string;
            };
            path: {
                /** @description Order id */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream of server-sent events `order`. The schema is that of each one's `data`, JSON on one line */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["Order"];
                };
            };
        };
    };
    listCoupons: {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Default `0` */
                page?: number;
                /** @description Elements on a page, 1 to 100. Default `20` */
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description Elements of this page */
                        data: components["schemas"]["MemberCoupon"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    openAdminSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Exchanges an ID token for the whitelisted account, and binds it on first use */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OpenAdminSessionRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminUserDetail"];
                    };
                };
            };
        };
    };
    getOwnAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminUserDetail"];
                    };
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Default `0` */
                page?: number;
                /** @description Elements on a page, 1 to 100. Default `20` */
                size?: number;
                /** @description Text to search for; blank means absent */
                q?: string;
                /** @description Role of the account */
                role?: "admin" | "operator" | "warehouse";
                /** @description Whether the account may be used */
                active?: "true" | "false";
                /** @description Order of the list */
                sort?: "createdAt,asc" | "createdAt,desc" | "email,asc" | "email,desc" | "name,asc" | "name,desc";
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description Elements of this page */
                        data: components["schemas"]["AdminUser"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Whitelists an administrator */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUserRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminUserDetail"];
                    };
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path: {
                /** @description Administrator id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminUserDetail"];
                    };
                };
            };
        };
    };
    changeUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Administrator id */
                id: string;
            };
            cookie?: never;
        };
        /** @description Activates, deactivates or renames an administrator, or changes the role */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeUserRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminUserDetail"];
                    };
                };
            };
        };
    };
    replacePermissions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Administrator id */
                id: string;
            };
            cookie?: never;
        };
        /** @description Replaces an administrator's personal overrides */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplacePermissionsRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminUserDetail"];
                    };
                };
            };
        };
    };
    readPermissions: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["Permissions"];
                    };
                };
            };
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Default `0` */
                page?: number;
                /** @description Elements on a page, 1 to 100. Default `20` */
                size?: number;
                /** @description Only entries of this administrator */
                adminId?: string;
                /** @description Only entries of this action */
                action?: string;
                /** @description Only entries about this id */
                targetId?: string;
                /** @description Outcome; `unknown` if it may have happened but no response came */
                outcome?: components["schemas"]["AuditOutcome"];
                /** @description Earliest start: a timestamp or a date */
                from?: components["schemas"]["PlainDate"] | string;
                /** @description Latest start: a timestamp or a date; not before `from` */
                to?: components["schemas"]["PlainDate"] | string;
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description Elements of this page */
                        data: components["schemas"]["AuditEntry"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    getAuditEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path: {
                /** @description Entry id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AuditEntryDetail"];
                    };
                };
            };
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Default `0` */
                page?: number;
                /** @description Elements on a page, 1 to 100. Default `20` */
                size?: number;
                /** @description Text to search for; blank means absent */
                q?: string;
                /** @description Status of the customer */
                status?: "active" | "suspended" | "deleted";
                /** @description Tier of the customer */
                tier?: "bronze" | "silver" | "gold" | "platinum";
                /** @description Only customers with this tag; repeat it to match any of several */
                tagId?: string[];
                /** @description Order of the list */
                sort?: "registeredAt,asc" | "registeredAt,desc" | "totalSpent,asc" | "totalSpent,desc" | "name,asc" | "name,desc" | "points,asc" | "points,desc" | "updatedAt,asc" | "updatedAt,desc";
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description Elements of this page */
                        data: components["schemas"]["AdminCustomer"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path: {
                /** @description Customer id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminCustomerDetail"];
                    };
                };
            };
        };
    };
    changeCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Customer id */
                id: string;
            };
            cookie?: never;
        };
        /** @description Changes name, phone, birthday or points */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeCustomerRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminCustomerDetail"];
                    };
                };
            };
        };
    };
    suspendCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Customer id */
                id: string;
            };
            cookie?: never;
        };
        /** @description Suspends an active customer */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SuspendCustomerRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminCustomerDetail"];
                    };
                };
            };
        };
    };
    reactivateCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Customer id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminCustomerDetail"];
                    };
                };
            };
        };
    };
    joinCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Customer id */
                id: string;
            };
            cookie?: never;
        };
        /** @description Joins a duplicate customer into this one */
        requestBody: {
            content: {
                "application/json": components["schemas"]["JoinCustomerRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminCustomerDetail"];
                    };
                };
            };
        };
    };
    releaseHolds: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Customer id */
                id: string;
            };
            cookie?: never;
        };
        /** @description Cancels all unpaid bookings, and all unpaid orders that have not shipped, of a customer */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: {
                            /** @description Bookings that this request cancelled */
                            bookingIds: string[];
                            /** @description Orders that this request cancelled */
                            orderIds: string[];
                            /** @description What could not be released */
                            failed: {
                                /**
                                 * @description What could not be released
                                 * @enum {string}
                                 */
                                kind: "booking" | "order";
                                /** @description Its id; null if the service that owns this kind could not be reached */
                                id: string | null;
                                /** @description Why */
                                message: string;
                            }[];
                            /** @description Whether something was left, because there was more than 200 of a kind or payments could not be checked: send the request again */
                            hasMore: boolean;
                        };
                    };
                };
            };
        };
    };
    listAdminOrders: {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Default `0` */
                page?: number;
                /** @description Elements on a page, 1 to 100. Default `20` */
                size?: number;
                /** @description Text to search for; blank means absent */
                q?: string;
                /** @description Status of the order; may be repeated */
                status?: components["schemas"]["OrderStatus"][];
                /** @description Whether the order is paid */
                paymentStatus?: components["schemas"]["OrderPaymentStatus"];
                /** @description How the order is paid; `cod` is cash on delivery */
                paymentMethod?: components["schemas"]["OrderPaymentMethod"];
                /** @description Earliest creation: a timestamp or a date */
                placedFrom?: components["schemas"]["PlainDate"] | string;
                /** @description Latest creation: a timestamp or a date; not before `placedFrom` */
                placedTo?: components["schemas"]["PlainDate"] | string;
                /** @description Earliest payment: a timestamp or a date */
                paidFrom?: components["schemas"]["PlainDate"] | string;
                /** @description Latest payment: a timestamp or a date; not before `paidFrom` */
                paidTo?: components["schemas"]["PlainDate"] | string;
                /** @description Only orders whose state allows shipping (`true`) or the others (`false`) */
                readyToShip?: "true" | "false";
                /** @description Only orders of this customer */
                customerId?: string;
                /** @description Only orders with this coupon, cancelled ones too */
                couponId?: string;
                /** @description Only orders with this variant among their items */
                variantId?: string;
                /** @description Order of the list */
                sort?: "placedAt,asc" | "placedAt,desc" | "total,asc" | "total,desc" | "updatedAt,asc" | "updatedAt,desc";
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description Elements of this page */
                        data: components["schemas"]["OrderListItem"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    getAdminOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path: {
                /** @description Order id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminOrder"];
                    };
                };
            };
        };
    };
    listPickingList: {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Default `0` */
                page?: number;
                /** @description Elements on a page, 1 to 100. Default `20` */
                size?: number;
                /** @description Only orders that take pieces from this location */
                locationId?: string;
                /** @description Only orders whose picks are all complete (`true`) or the others (`false`) */
                shippable?: "true" | "false";
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description Elements of this page */
                        data: components["schemas"]["PickingListItem"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    shipOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Order id */
                id: string;
            };
            cookie?: never;
        };
        /** @description Ships an order that is paid or confirmed for cash on delivery */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ShipOrderRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminOrder"];
                    };
                };
            };
        };
    };
    reallocateOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Order id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminOrder"];
                    };
                };
            };
        };
    };
    completeOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Order id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminOrder"];
                    };
                };
            };
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Order id */
                id: string;
            };
            cookie?: never;
        };
        /** @description Cancels an unpaid order that has not shipped, for staff */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminOrder"];
                    };
                };
            };
        };
    };
    cancelPaidOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Order id */
                id: string;
            };
            cookie?: never;
        };
        /** @description Cancels a paid order that has not shipped, and opens a refund */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelPaidOrderRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminOrder"];
                    };
                };
            };
        };
    };
    listAdminBookings: {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Default `0` */
                page?: number;
                /** @description Elements on a page, 1 to 100. Default `20` */
                size?: number;
                /** @description Text to search for; blank means absent */
                q?: string;
                /** @description Status of the booking; may be repeated */
                status?: components["schemas"]["BookingStatus"][];
                /** @description Whether the booking is paid */
                paymentStatus?: components["schemas"]["BookingPaymentStatus"];
                /** @description Only bookings of this campground */
                campgroundId?: string;
                /** @description Only bookings of this customer */
                customerId?: string;
                /** @description Only bookings of this region, by its full name as of creation, ignoring case; blank means absent */
                region?: string;
                /** @description Only bookings with rentals (`true`) or without (`false`) */
                hasRental?: "true" | "false";
                /** @description Earliest check-in */
                checkInFrom?: components["schemas"]["PlainDate"];
                /** @description Latest check-in; not before `checkInFrom` */
                checkInTo?: components["schemas"]["PlainDate"];
                /** @description Earliest check-out */
                checkOutFrom?: components["schemas"]["PlainDate"];
                /** @description Latest check-out; not before `checkOutFrom` */
                checkOutTo?: components["schemas"]["PlainDate"];
                /** @description Earliest creation: a timestamp or a date */
                createdFrom?: components["schemas"]["PlainDate"] | string;
                /** @description Latest creation: a timestamp or a date; not before `createdFrom` */
                createdTo?: components["schemas"]["PlainDate"] | string;
                /** @description Earliest payment: a timestamp or a date */
                paidFrom?: components["schemas"]["PlainDate"] | string;
                /** @description Latest payment: a timestamp or a date; not before `paidFrom` */
                paidTo?: components["schemas"]["PlainDate"] | string;
                /** @description Order of the list */
                sort?: "createdAt,asc" | "createdAt,desc" | "checkIn,asc" | "checkIn,desc" | "checkOut,asc" | "checkOut,desc" | "finalAmount,asc" | "finalAmount,desc" | "updatedAt,asc" | "updatedAt,desc";
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description Elements of this page */
                        data: components["schemas"]["AdminBookingListItem"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    getAdminBooking: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path: {
                /** @description Booking id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminBookingDetail"];
                    };
                };
            };
        };
    };
    confirmBooking: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Booking id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminBookingDetail"];
                    };
                };
            };
        };
    };
    completeBooking: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Booking id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminBookingDetail"];
                    };
                };
            };
        };
    };
    cancelBooking: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Booking id */
                id: string;
            };
            cookie?: never;
        };
        /** @description Cancels a pending, unpaid booking for staff */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminBookingDetail"];
                    };
                };
            };
        };
    };
    cancelPaidBooking: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Booking id */
                id: string;
            };
            cookie?: never;
        };
        /** @description Cancels a paid booking that is pending or confirmed, and opens a refund */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelPaidOrderRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminBookingDetail"];
                    };
                };
            };
        };
    };
    listStays: {
        parameters: {
            query: {
                /** @description Number of the page, from 0. Default `0` */
                page?: number;
                /** @description Elements on a page, 1 to 100. Default `20` */
                size?: number;
                /** @description Stays whose check-in (`arriving`) or check-out (`departing`) is the day, that have its night (`staying`), or that are confirmed but past check-out (`overdue`) */
                kind: "arriving" | "departing" | "staying" | "overdue";
                /** @description Day in the time zone of the policy. Default today */
                day?: components["schemas"]["PlainDate"];
                /** @description Only stays at this campground */
                campgroundId?: string;
                /** @description Whether the booking is paid; may be repeated. Default `paid` */
                paymentStatus?: components["schemas"]["BookingPaymentStatus"][];
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description Elements of this page */
                        data: components["schemas"]["Stay"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    listRentals: {
        parameters: {
            query?: {
                /** @description First day, in the time zone of the policy. Default today */
                day?: components["schemas"]["PlainDate"];
                /** @description Number of days, 1 to 14. Default `1` */
                days?: number;
                /** @description Only locations of this campground */
                campgroundId?: string;
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description The whole list */
                        data: components["schemas"]["RentalLoad"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    listOccupancy: {
        parameters: {
            query?: {
                /** @description Only this campground */
                campgroundId?: string;
                /** @description First night, in the time zone of the policy. Default today */
                from?: components["schemas"]["PlainDate"];
                /** @description Number of nights, 1 to 92, none after 9999-12-31. Default `31` */
                days?: number;
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description The whole list */
                        data: components["schemas"]["ZoneOccupancy"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    reportOccupancy: {
        parameters: {
            query: {
                /** @description First day */
                from: components["schemas"]["PlainDate"];
                /** @description Last day; not before `from`, at most 92 days in all */
                to: components["schemas"]["PlainDate"];
                /** @description Only this campground */
                campgroundId?: string;
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description The whole list */
                        data: components["schemas"]["OccupancyReportLine"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    shipOrders: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Ships several orders independently */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShipOrdersRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description The whole list */
                        data: components["schemas"]["BulkResult"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    confirmBookings: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Confirms several bookings independently */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmBookingsRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description The whole list */
                        data: components["schemas"]["BulkResult"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    completeBookings: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Completes several bookings independently */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompleteBookingsRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description The whole list */
                        data: components["schemas"]["BulkResult"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listAdminPayments: {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Default `0` */
                page?: number;
                /** @description Elements on a page, 1 to 100. Default `20` */
                size?: number;
                /** @description Text to search for; blank means absent */
                q?: string;
                /** @description Whether it was applied, not applied, reports a failed payment, or repeats an earlier one */
                outcome?: components["schemas"]["PaymentOutcome"];
                /** @description Why the payment was not applied */
                reason?: components["schemas"]["UnappliedReason"];
                /** @description Kind of target */
                targetKind?: "booking" | "order";
                /** @description Only notifications about this booking or order */
                targetId?: string;
                /** @description Earliest receipt: a timestamp or a date */
                receivedFrom?: components["schemas"]["PlainDate"] | string;
                /** @description Latest receipt: a timestamp or a date; not before `receivedFrom` */
                receivedTo?: components["schemas"]["PlainDate"] | string;
                /** @description Earliest payment: a timestamp or a date */
                paidFrom?: components["schemas"]["PlainDate"] | string;
                /** @description Latest payment: a timestamp or a date; not before `paidFrom` */
                paidTo?: components["schemas"]["PlainDate"] | string;
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description Elements of this page */
                        data: components["schemas"]["AdminPayment"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    listAdminProducts: {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Default `0` */
                page?: number;
                /** @description Elements on a page, 1 to 100. Default `20` */
                size?: number;
                /** @description Text to search for; blank means absent */
                q?: string;
                /** @description Status of the product */
                status?: "active" | "inactive";
                /** @description Full name of a category, ignoring case; blank means absent */
                category?: string;
                /** @description Full name of a brand, ignoring case; blank means absent */
                brand?: string;
                /** @description Order of the list */
                sort?: "id,asc" | "id,desc" | "name,asc" | "name,desc" | "createdAt,asc" | "createdAt,desc";
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description Elements of this page */
                        data: components["schemas"]["AdminProduct"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    createProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Creates a product with its variants */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProductRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminProduct"];
                    };
                };
            };
        };
    };
    getAdminProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path: {
                /** @description Product id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminProduct"];
                    };
                };
            };
        };
    };
    setProductStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Product id */
                id: string;
            };
            cookie?: never;
        };
        /** @description Changes the status of a product */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetProductStatusRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminProduct"];
                    };
                };
            };
        };
    };
    changeProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Product id */
                id: string;
            };
            cookie?: never;
        };
        /** @description Changes texts, image or status of a product */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeProductRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminProduct"];
                    };
                };
            };
        };
    };
    setImages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Product id */
                id: string;
            };
            cookie?: never;
        };
        /** @description Replaces the images of a product */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetImagesRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminProduct"];
                    };
                };
            };
        };
    };
    addVariant: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Product id */
                id: string;
            };
            cookie?: never;
        };
        /** @description Adds a variant to a product */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddVariantRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminProduct"];
                    };
                };
            };
        };
    };
    changeVariants: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Product id */
                id: string;
            };
            cookie?: never;
        };
        /** @description Changes variants of a product, all or none of them */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeVariantsRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["AdminProduct"];
                    };
                };
            };
        };
    };
    uploadImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Stores an image, which is public at its path from then on */
        requestBody: {
            content: {
                "image/png": unknown;
                "image/jpeg": unknown;
                "image/webp": unknown;
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: {
                            /** @description Path of the image, for `images` of a product, a campground or a zone; the same content has the same path */
                            path: string;
                        };
                    };
                };
            };
        };
    };
    listRefunds: {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Default `0` */
                page?: number;
                /** @description Elements on a page, 1 to 100. Default `20` */
                size?: number;
                /** @description Whether the money has been given back; default `due`, or `done` with `doneFrom` or `doneTo` */
                status?: "due" | "done";
                /** @description Kind of target */
                targetKind?: "booking" | "order";
                /** @description Only refunds of this customer */
                customerId?: string;
                /** @description Text to search for; blank means absent */
                q?: string;
                /** @description Earliest creation: a timestamp or a date */
                createdFrom?: components["schemas"]["PlainDate"] | string;
                /** @description Latest creation: a timestamp or a date; not before `createdFrom` */
                createdTo?: components["schemas"]["PlainDate"] | string;
                /** @description Earliest refund: a timestamp or a date */
                doneFrom?: components["schemas"]["PlainDate"] | string;
                /** @description Latest refund: a timestamp or a date; not before `doneFrom` */
                doneTo?: components["schemas"]["PlainDate"] | string;
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description Elements of this page */
                        data: {
                            /** @description Refund id */
                            id: string;
                            /**
                             * @description Whether the payment was not applied, or staff cancelled the booking or order that it paid
                             * @enum {string}
                             */
                            cause: "unapplied" | "cancelled";
                            /** @description Why the payment was not applied, or the reason that staff gave for the cancellation */
                            reason: string;
                            /**
                             * @description Whether the money has been given back
                             * @enum {string}
                             */
                            status: "due" | "done";
                            /** @description Amount to give back */
                            amount: components["schemas"]["Money"];
                            /** @description Currency of the amount */
                            currency: string;
                            /** @description The booking or order that the payment names */
                            target: {
                                /**
                                 * @description Kind of target
                                 * @enum {string}
                                 */
                                kind: "booking" | "order";
                                /** @description Booking or order id; it need not exist */
                                id: string;
                            };
                            /** @description The payment to give back */
                            payment: {
                                /** @description The payment notification's id */
                                eventId: string;
                                /** @description The payment provider's number */
                                providerTradeNo: string;
                                /** @description Payment method, as the payment service names it */
                                paymentMethod: string;
                                /** @description When it was paid */
                                paidAt: components["schemas"]["Timestamp"];
                            };
                            /** @description Customer of the booking or order; null if unknown */
                            customer: {
                                /** @description Customer id */
                                id: string;
                                /** @description Name */
                                name: string;
                                /** @description E-mail, verified or not; empty where the account has none */
                                email: string;
                                /** @description Phone number; null without one */
                                phone: string | null;
                            } | null;
                            /** @description When it became due */
                            createdAt: components["schemas"]["Timestamp"];
                            /** @description When the money was given back; null while it is due */
                            doneAt: components["schemas"]["Timestamp"] | null;
                            /** @description Who recorded the refund; null while it is due */
                            doneBy: {
                                /**
                                 * @description Whether staff or the payment service recorded it
                                 * @enum {string}
                                 */
                                type: "admin" | "payment";
                                /** @description Administrator id, or the `eventId` of the message */
                                id: string;
                                /** @description Name of the account; null for the payment service */
                                name: string | null;
                            } | null;
                            /** @description The provider's number of the refund; null while it is due */
                            reference: string | null;
                            /** @description Note of staff; null without one */
                            note: string | null;
                        }[];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    getRefund: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path: {
                /** @description Refund id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: {
                            /** @description Refund id */
                            id: string;
                            /**
                             * @description Whether the payment was not applied, or staff cancelled the booking or order that it paid
                             * @enum {string}
                             */
                            cause: "unapplied" | "cancelled";
                            /** @description Why the payment was not applied, or the reason that staff gave for the cancellation */
                            reason: string;
                            /**
                             * @description Whether the money has been given back
                             * @enum {string}
                             */
                            status: "due" | "done";
                            /** @description Amount to give back */
                            amount: components["schemas"]["Money"];
                            /** @description Currency of the amount */
                            currency: string;
                            /** @description The booking or order that the payment names */
                            target: {
                                /**
                                 * @description Kind of target
                                 * @enum {string}
                                 */
                                kind: "booking" | "order";
                                /** @description Booking or order id; it need not exist */
                                id: string;
                            };
                            /** @description The payment to give back */
                            payment: {
                                /** @description The payment notification's id */
                                eventId: string;
                                /** @description The payment provider's number */
                                providerTradeNo: string;
                                /** @description Payment method, as the payment service names it */
                                paymentMethod: string;
                                /** @description When it was paid */
                                paidAt: components["schemas"]["Timestamp"];
                            };
                            /** @description Customer of the booking or order; null if unknown */
                            customer: {
                                /** @description Customer id */
                                id: string;
                                /** @description Name */
                                name: string;
                                /** @description E-mail, verified or not; empty where the account has none */
                                email: string;
                                /** @description Phone number; null without one */
                                phone: string | null;
                            } | null;
                            /** @description When it became due */
                            createdAt: components["schemas"]["Timestamp"];
                            /** @description When the money was given back; null while it is due */
                            doneAt: components["schemas"]["Timestamp"] | null;
                            /** @description Who recorded the refund; null while it is due */
                            doneBy: {
                                /**
                                 * @description Whether staff or the payment service recorded it
                                 * @enum {string}
                                 */
                                type: "admin" | "payment";
                                /** @description Administrator id, or the `eventId` of the message */
                                id: string;
                                /** @description Name of the account; null for the payment service */
                                name: string | null;
                            } | null;
                            /** @description The provider's number of the refund; null while it is due */
                            reference: string | null;
                            /** @description Note of staff; null without one */
                            note: string | null;
                        };
                    };
                };
            };
        };
    };
    refundDone: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Refund id */
                id: string;
            };
            cookie?: never;
        };
        /** @description Records that a refund was made */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundDoneRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: {
                            /** @description Refund id */
                            id: string;
                            /**
                             * @description Whether the payment was not applied, or staff cancelled the booking or order that it paid
                             * @enum {string}
                             */
                            cause: "unapplied" | "cancelled";
                            /** @description Why the payment was not applied, or the reason that staff gave for the cancellation */
                            reason: string;
                            /**
                             * @description Whether the money has been given back
                             * @enum {string}
                             */
                            status: "due" | "done";
                            /** @description Amount to give back */
                            amount: components["schemas"]["Money"];
                            /** @description Currency of the amount */
                            currency: string;
                            /** @description The booking or order that the payment names */
                            target: {
                                /**
                                 * @description Kind of target
                                 * @enum {string}
                                 */
                                kind: "booking" | "order";
                                /** @description Booking or order id; it need not exist */
                                id: string;
                            };
                            /** @description The payment to give back */
                            payment: {
                                /** @description The payment notification's id */
                                eventId: string;
                                /** @description The payment provider's number */
                                providerTradeNo: string;
                                /** @description Payment method, as the payment service names it */
                                paymentMethod: string;
                                /** @description When it was paid */
                                paidAt: components["schemas"]["Timestamp"];
                            };
                            /** @description Customer of the booking or order; null if unknown */
                            customer: {
                                /** @description Customer id */
                                id: string;
                                /** @description Name */
                                name: string;
                                /** @description E-mail, verified or not; empty where the account has none */
                                email: string;
                                /** @description Phone number; null without one */
                                phone: string | null;
                            } | null;
                            /** @description When it became due */
                            createdAt: components["schemas"]["Timestamp"];
                            /** @description When the money was given back; null while it is due */
                            doneAt: components["schemas"]["Timestamp"] | null;
                            /** @description Who recorded the refund; null while it is due */
                            doneBy: {
                                /**
                                 * @description Whether staff or the payment service recorded it
                                 * @enum {string}
                                 */
                                type: "admin" | "payment";
                                /** @description Administrator id, or the `eventId` of the message */
                                id: string;
                                /** @description Name of the account; null for the payment service */
                                name: string | null;
                            } | null;
                            /** @description The provider's number of the refund; null while it is due */
                            reference: string | null;
                            /** @description Note of staff; null without one */
                            note: string | null;
                        };
                    };
                };
            };
        };
    };
    reportTakings: {
        parameters: {
            query: {
                /** @description First day */
                from: components["schemas"]["PlainDate"];
                /** @description Last day; not before `from`, at most 92 days in all */
                to: components["schemas"]["PlainDate"];
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description The whole list */
                        data: {
                            /** @description Day in Asia/Taipei */
                            date: components["schemas"]["PlainDate"];
                            /** @description Payments applied to bookings, by `paidAt` */
                            bookings: {
                                /** @description Number of them */
                                count: number;
                                /** @description Sum of their amounts */
                                amount: components["schemas"]["Money"];
                            };
                            /** @description Payments applied to orders, by `paidAt` */
                            orders: {
                                /** @description Number of them */
                                count: number;
                                /** @description Sum of their amounts */
                                amount: components["schemas"]["Money"];
                            };
                            /** @description Cash collected for cash-on-delivery orders, by their completion */
                            cashOnDelivery: {
                                /** @description Number of them */
                                count: number;
                                /** @description Sum of their amounts */
                                amount: components["schemas"]["Money"];
                            };
                            /** @description Shipping fees of the orders of the day, including cash on delivery */
                            shippingFees: components["schemas"]["Money"];
                            /** @description Discounts of the orders of the day, including cash on delivery */
                            discounts: components["schemas"]["Money"];
                            /** @description Payments that were not applied, by `paidAt` */
                            unapplied: {
                                /** @description Number of them */
                                count: number;
                                /** @description Sum of their amounts */
                                amount: components["schemas"]["Money"];
                            };
                            /** @description Refunds made, by `doneAt` */
                            refunded: {
                                /** @description Number of them */
                                count: number;
                                /** @description Sum of their amounts */
                                amount: components["schemas"]["Money"];
                            };
                            /** @description `bookings`, `orders`, `cashOnDelivery` and `unapplied` less `refunded`; negative if more was given back */
                            net: string;
                        }[];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    listMovements: {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Default `0` */
                page?: number;
                /** @description Elements on a page, 1 to 100. Default `20` */
                size?: number;
                /** @description Only movements of this variant */
                variantId?: string;
                /** @description Only movements at this location */
                locationId?: string;
                /** @description Only movements of this administrator */
                createdBy?: string;
                /** @description Text to search for; blank means absent */
                q?: string;
                /** @description Earliest creation: a timestamp or a date */
                createdFrom?: components["schemas"]["PlainDate"] | string;
                /** @description Latest creation: a timestamp or a date; not before `createdFrom` */
                createdTo?: components["schemas"]["PlainDate"] | string;
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description Elements of this page */
                        data: components["schemas"]["Movement"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    createMovement: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Books stock in or out */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMovementRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["Movement"];
                    };
                };
            };
        };
    };
    listStock: {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Default `0` */
                page?: number;
                /** @description Elements on a page, 1 to 100. Default `20` */
                size?: number;
                /** @description Text to search for; blank means absent */
                q?: string;
                /** @description Only variants that have had stock at this location */
                locationId?: string;
                /** @description Only variants that have had stock at a location of this kind */
                kind?: "store" | "rental";
                /** @description Only this variant */
                variantId?: string;
                /** @description Only variants with fewer available pieces than this, all stores together */
                below?: string;
                /** @description Order of the list */
                sort?: "sku,asc" | "sku,desc" | "available,asc" | "available,desc";
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description Elements of this page */
                        data: components["schemas"]["Stock"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    createReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Books in a delivery */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateReceiptRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["BookedMovements"];
                    };
                };
            };
        };
    };
    createCount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Books the differences found by a count */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCountRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["BookedMovements"];
                    };
                };
            };
        };
    };
    createTransfer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Moves stock from one location to another */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTransferRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["BookedMovements"];
                    };
                };
            };
        };
    };
    listLocations: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description The whole list */
                        data: components["schemas"]["StockLocation"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    listAdminCoupons: {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Default `0` */
                page?: number;
                /** @description Elements on a page, 1 to 100. Default `20` */
                size?: number;
                /** @description Text to search for; blank means absent */
                q?: string;
                /** @description Status of the coupon */
                status?: "active" | "inactive";
                /** @description Order of the list */
                sort?: "createdAt,asc" | "createdAt,desc" | "code,asc" | "code,desc" | "name,asc" | "name,desc" | "endsAt,asc" | "endsAt,desc";
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description Elements of this page */
                        data: components["schemas"]["Coupon"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    createCoupon: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Creates a coupon */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCouponRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["Coupon"];
                    };
                };
            };
        };
    };
    getCoupon: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path: {
                /** @description Coupon id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["Coupon"];
                    };
                };
            };
        };
    };
    changeCoupon: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Coupon id */
                id: string;
            };
            cookie?: never;
        };
        /** @description Changes status, period, limits or value of a coupon */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeCouponRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["Coupon"];
                    };
                };
            };
        };
    };
    listCouponClaims: {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Default `0` */
                page?: number;
                /** @description Elements on a page, 1 to 100. Default `20` */
                size?: number;
                /** @description Only claims on this coupon */
                couponId?: string;
                /** @description Only claims of this customer */
                customerId?: string;
                /** @description State of the claim: free, on an unpaid order, or used */
                status?: components["schemas"]["ClaimStatus"];
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description Elements of this page */
                        data: components["schemas"]["AdminClaim"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    getCouponClaim: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path: {
                /** @description Coupon id */
                id: string;
                /** @description Claim id */
                claimId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["CouponClaim"];
                    };
                };
            };
        };
    };
    deleteCouponClaim: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Coupon id */
                id: string;
                /** @description Claim id */
                claimId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    reportCoupons: {
        parameters: {
            query: {
                /** @description First day */
                from: components["schemas"]["PlainDate"];
                /** @description Last day; not before `from`, at most 92 days in all */
                to: components["schemas"]["PlainDate"];
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description The whole list */
                        data: components["schemas"]["CouponReport"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    claimCoupon: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Coupon id */
                id: string;
            };
            cookie?: never;
        };
        /** @description Gives one or several customers the right to use a coupon once */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimCouponRequest"];
            };
        };
        responses: {
            /** @description Success of a bulk action */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description The whole list */
                        data: components["schemas"]["BulkResult"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["CouponClaim"];
                    };
                };
            };
        };
    };
    listAdminClosures: {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Default `0` */
                page?: number;
                /** @description Elements on a page, 1 to 100. Default `20` */
                size?: number;
                /** @description Only closures of this campground */
                campgroundId?: string;
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description Elements of this page */
                        data: components["schemas"]["CampgroundClosure"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    createClosure: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Closes a campground; existing bookings do not change */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateClosureRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["CampgroundClosure"];
                    };
                };
            };
        };
    };
    listAffectedBookings: {
        parameters: {
            query: {
                /** @description Number of the page, from 0. Default `0` */
                page?: number;
                /** @description Elements on a page, 1 to 100. Default `20` */
                size?: number;
                /** @description Campground that would be closed */
                campgroundId: string;
                /** @description Whether it closes a range of nights or a weekday */
                closureType: "date_range" | "weekly";
                /** @description First closed night; required for `date_range`, otherwise absent */
                startDate?: components["schemas"]["PlainDate"];
                /** @description Last closed night, not before `startDate`; required for `date_range`, otherwise absent */
                endDate?: components["schemas"]["PlainDate"];
                /** @description Closed weekday, 0 (Sunday) to 6; required for `weekly`, otherwise absent */
                weekday?: string;
                /** @description First night on which `weekly` applies; absent means no start date */
                effectiveFrom?: components["schemas"]["PlainDate"];
                /** @description Last night on which `weekly` applies, not before `effectiveFrom`; absent means no end date */
                effectiveTo?: components["schemas"]["PlainDate"];
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description Elements of this page */
                        data: components["schemas"]["AffectedBooking"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    getClosure: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path: {
                /** @description Closure id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["CampgroundClosure"];
                    };
                };
            };
        };
    };
    removeClosure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Closure id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeClosure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Closure id */
                id: string;
            };
            cookie?: never;
        };
        /** @description Changes dates or reason of a closure */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeClosureRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["CampgroundClosure"];
                    };
                };
            };
        };
    };
    listBookingsOfClosure: {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Default `0` */
                page?: number;
                /** @description Elements on a page, 1 to 100. Default `20` */
                size?: number;
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path: {
                /** @description Closure id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description Elements of this page */
                        data: components["schemas"]["AffectedBooking"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    cancelBookingsOfClosure: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Closure id */
                id: string;
            };
            cookie?: never;
        };
        /** @description Cancels bookings that a closure affects, and opens refunds for the paid ones */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelBookingsOfClosureRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description The whole list */
                        data: components["schemas"]["BulkResult"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listAdminCampgrounds: {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Default `0` */
                page?: number;
                /** @description Elements on a page, 1 to 100. Default `20` */
                size?: number;
                /** @description Whether it can be booked */
                active?: "true" | "false";
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description Elements of this page */
                        data: components["schemas"]["Campground"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    createCampground: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Creates a campground without zones */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCampgroundRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["Campground"];
                    };
                };
            };
        };
    };
    getAdminCampground: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path: {
                /** @description Campground id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["Campground"];
                    };
                };
            };
        };
    };
    changeCampground: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Campground id */
                id: string;
            };
            cookie?: never;
        };
        /** @description Changes texts, place or images of a campground, or whether it can be booked */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeCampgroundRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["Campground"];
                    };
                };
            };
        };
    };
    addZone: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Campground id */
                id: string;
            };
            cookie?: never;
        };
        /** @description Adds a zone to a campground */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddZoneRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: {
                            /** @description Zone id */
                            id: string;
                            /** @description Kind of site, as displayed */
                            type: string;
                            /** @description Guests that a site is meant for; checkouts do not enforce it */
                            capacityPerSite: number;
                            /** @description Price of one site for a weekday night */
                            priceWeekday: components["schemas"]["Money"];
                            /** @description Price of one site for a holiday night */
                            priceHoliday: components["schemas"]["Money"];
                            /** @description Number of sites */
                            totalSites: number;
                            /** @description Whether it can be booked */
                            active: boolean;
                            /** @description Paths or URLs of its pictures; the first is the primary one */
                            images: string[];
                            /** @description Campground of the zone */
                            campgroundId: string;
                        };
                    };
                };
            };
        };
    };
    getZone: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path: {
                /** @description Zone id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: {
                            /** @description Zone id */
                            id: string;
                            /** @description Kind of site, as displayed */
                            type: string;
                            /** @description Guests that a site is meant for; checkouts do not enforce it */
                            capacityPerSite: number;
                            /** @description Price of one site for a weekday night */
                            priceWeekday: components["schemas"]["Money"];
                            /** @description Price of one site for a holiday night */
                            priceHoliday: components["schemas"]["Money"];
                            /** @description Number of sites */
                            totalSites: number;
                            /** @description Whether it can be booked */
                            active: boolean;
                            /** @description Paths or URLs of its pictures; the first is the primary one */
                            images: string[];
                            /** @description Campground of the zone */
                            campgroundId: string;
                        };
                    };
                };
            };
        };
    };
    changeZone: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Zone id */
                id: string;
            };
            cookie?: never;
        };
        /** @description Changes prices, sites, texts or images of a zone; existing holds and bookings keep theirs */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeZoneRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: {
                            /** @description Zone id */
                            id: string;
                            /** @description Kind of site, as displayed */
                            type: string;
                            /** @description Guests that a site is meant for; checkouts do not enforce it */
                            capacityPerSite: number;
                            /** @description Price of one site for a weekday night */
                            priceWeekday: components["schemas"]["Money"];
                            /** @description Price of one site for a holiday night */
                            priceHoliday: components["schemas"]["Money"];
                            /** @description Number of sites */
                            totalSites: number;
                            /** @description Whether it can be booked */
                            active: boolean;
                            /** @description Paths or URLs of its pictures; the first is the primary one */
                            images: string[];
                            /** @description Campground of the zone */
                            campgroundId: string;
                        };
                    };
                };
            };
        };
    };
    listRentalListings: {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Default `0` */
                page?: number;
                /** @description Elements on a page, 1 to 100. Default `20` */
                size?: number;
                /** @description Only listings of this campground */
                campgroundId?: string;
                /** @description Only listings of this variant */
                variantId?: string;
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description Elements of this page */
                        data: {
                            /** @description Rental listing id */
                            id: string;
                            /** @description Campground that rents it out */
                            campgroundId: string;
                            /** @description Variant that is rented out */
                            variantId: string;
                            /** @description SKU code of the variant */
                            sku: string;
                            /** @description Name of the equipment item */
                            name: string;
                            /** @description Specification of the variant */
                            specification: string;
                            /** @description Price of one piece for a weekday night */
                            priceWeekday: components["schemas"]["Money"];
                            /** @description Price of one piece for a holiday night */
                            priceHoliday: components["schemas"]["Money"];
                            /** @description Discount, 0.00 to 0.30, with two digits */
                            discountRate: string;
                            /** @description Whether the listing may be used; item, SKU and variant must be active too */
                            active: boolean;
                        }[];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    createRentalListing: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Creates a rental listing: a variant that a campground rents out */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRentalListingRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: {
                            /** @description Rental listing id */
                            id: string;
                            /** @description Campground that rents it out */
                            campgroundId: string;
                            /** @description Variant that is rented out */
                            variantId: string;
                            /** @description SKU code of the variant */
                            sku: string;
                            /** @description Name of the equipment item */
                            name: string;
                            /** @description Specification of the variant */
                            specification: string;
                            /** @description Price of one piece for a weekday night */
                            priceWeekday: components["schemas"]["Money"];
                            /** @description Price of one piece for a holiday night */
                            priceHoliday: components["schemas"]["Money"];
                            /** @description Discount, 0.00 to 0.30, with two digits */
                            discountRate: string;
                            /** @description Whether the listing may be used; item, SKU and variant must be active too */
                            active: boolean;
                        };
                    };
                };
            };
        };
    };
    getRentalListing: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path: {
                /** @description Rental listing id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: {
                            /** @description Rental listing id */
                            id: string;
                            /** @description Campground that rents it out */
                            campgroundId: string;
                            /** @description Variant that is rented out */
                            variantId: string;
                            /** @description SKU code of the variant */
                            sku: string;
                            /** @description Name of the equipment item */
                            name: string;
                            /** @description Specification of the variant */
                            specification: string;
                            /** @description Price of one piece for a weekday night */
                            priceWeekday: components["schemas"]["Money"];
                            /** @description Price of one piece for a holiday night */
                            priceHoliday: components["schemas"]["Money"];
                            /** @description Discount, 0.00 to 0.30, with two digits */
                            discountRate: string;
                            /** @description Whether the listing may be used; item, SKU and variant must be active too */
                            active: boolean;
                        };
                    };
                };
            };
        };
    };
    changeRentalListing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Rental listing id */
                id: string;
            };
            cookie?: never;
        };
        /** @description Changes prices, discount or use of a rental listing; existing bookings do not change */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRentalListingRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: {
                            /** @description Rental listing id */
                            id: string;
                            /** @description Campground that rents it out */
                            campgroundId: string;
                            /** @description Variant that is rented out */
                            variantId: string;
                            /** @description SKU code of the variant */
                            sku: string;
                            /** @description Name of the equipment item */
                            name: string;
                            /** @description Specification of the variant */
                            specification: string;
                            /** @description Price of one piece for a weekday night */
                            priceWeekday: components["schemas"]["Money"];
                            /** @description Price of one piece for a holiday night */
                            priceHoliday: components["schemas"]["Money"];
                            /** @description Discount, 0.00 to 0.30, with two digits */
                            discountRate: string;
                            /** @description Whether the listing may be used; item, SKU and variant must be active too */
                            active: boolean;
                        };
                    };
                };
            };
        };
    };
    listHolidays: {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Default `0` */
                page?: number;
                /** @description Elements on a page, 1 to 100. Default `20` */
                size?: number;
                /** @description First date */
                dateFrom?: components["schemas"]["PlainDate"];
                /** @description Last date; not before `dateFrom` */
                dateTo?: components["schemas"]["PlainDate"];
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description Elements of this page */
                        data: {
                            /** @description Night that begins on this date */
                            date: components["schemas"]["PlainDate"];
                            /**
                             * @description `holiday`: a holiday night; `working`: a weekday night, also on a weekend
                             * @enum {string}
                             */
                            kind: "holiday" | "working";
                            /** @description Name */
                            name: string;
                        }[];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    getHoliday: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path: {
                /** @description Date, `YYYY-MM-DD` */
                date: components["schemas"]["PlainDate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: {
                            /** @description Night that begins on this date */
                            date: components["schemas"]["PlainDate"];
                            /**
                             * @description `holiday`: a holiday night; `working`: a weekday night, also on a weekend
                             * @enum {string}
                             */
                            kind: "holiday" | "working";
                            /** @description Name */
                            name: string;
                        };
                    };
                };
            };
        };
    };
    setHoliday: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Date, `YYYY-MM-DD` */
                date: components["schemas"]["PlainDate"];
            };
            cookie?: never;
        };
        /** @description Sets a date of the holiday calendar, replacing any earlier entry */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetHolidayRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: {
                            /** @description Night that begins on this date */
                            date: components["schemas"]["PlainDate"];
                            /**
                             * @description `holiday`: a holiday night; `working`: a weekday night, also on a weekend
                             * @enum {string}
                             */
                            kind: "holiday" | "working";
                            /** @description Name */
                            name: string;
                        };
                    };
                };
            };
        };
    };
    removeHoliday: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Date, `YYYY-MM-DD` */
                date: components["schemas"]["PlainDate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getBookingPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["BookingPolicy"];
                    };
                };
            };
        };
    };
    changeBookingPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Changes the booking policy; existing bookings do not change */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeBookingPolicyRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["BookingPolicy"];
                    };
                };
            };
        };
    };
    getShippingPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: {
                            /** @description Shipping fee of an order */
                            flatFee: components["schemas"]["Money"];
                            /** @description Shipping is free from this subtotal up */
                            freeShippingThreshold: components["schemas"]["Money"];
                        };
                    };
                };
            };
        };
    };
    changeShippingPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Changes the shipping policy; existing orders keep their fee */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeShippingPolicyRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: {
                            /** @description Shipping fee of an order */
                            flatFee: components["schemas"]["Money"];
                            /** @description Shipping is free from this subtotal up */
                            freeShippingThreshold: components["schemas"]["Money"];
                        };
                    };
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Default `0` */
                page?: number;
                /** @description Elements on a page, 1 to 100. Default `20` */
                size?: number;
                /** @description Whether events are sent to it */
                active?: "true" | "false";
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description Elements of this page */
                        data: components["schemas"]["Webhook"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Creates a webhook, and shows its secret once */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["WebhookWithSecret"];
                    };
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path: {
                /** @description Webhook id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Webhook id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Webhook id */
                id: string;
            };
            cookie?: never;
        };
        /** @description Changes address, description or event types of a webhook, or whether events are sent to it */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeWebhookRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Webhook id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["WebhookWithSecret"];
                    };
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Webhook id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Number of the page, from 0. Default `0` */
                page?: number;
                /** @description Elements on a page, 1 to 100. Default `20` */
                size?: number;
                /** @description Only deliveries of this webhook */
                webhookId?: string;
                /** @description State of the delivery */
                status?: "pending" | "delivered" | "failed";
                /** @description Type of the event */
                eventType?: "booking.created" | "booking.paid" | "booking.confirmed" | "booking.completed" | "booking.cancelled" | "order.created" | "order.updated" | "order.cod-confirmed" | "order.paid" | "order.shipped" | "order.completed" | "order.cancelled" | "payment.unapplied" | "payment.refund-due" | "webhook.test";
                /** @description Only deliveries of this event */
                eventId?: string;
                /** @description Earliest creation: a timestamp or a date */
                createdFrom?: components["schemas"]["PlainDate"] | string;
                /** @description Latest creation: a timestamp or a date; not before `createdFrom` */
                createdTo?: components["schemas"]["PlainDate"] | string;
            };
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description Elements of this page */
                        data: components["schemas"]["WebhookDelivery"][];
                        /** @description Which part of the list this is */
                        meta: components["schemas"]["Meta"];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the copy that the client has; when it is current, the answer is 304 without a body */
                "if-none-match"?: string;
            };
            path: {
                /** @description Delivery id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["WebhookDeliveryDetail"];
                    };
                };
            };
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this request: the same key with the same request returns the first response again */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Delivery id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: the request succeeded
                         * @constant
                         */
                        success: true;
                        /** @description What the request is about */
                        data: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
        };
    };
}
