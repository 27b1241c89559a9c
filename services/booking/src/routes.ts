import { bookingRoutes } from '@campstore/contract/booking/routes'
import type { BookingListItem } from '@campstore/contract/booking/schemas'
import { ApiError } from '@campstore/contract/errors'
import { presenterOf } from '@campstore/contract/present'
import { text } from '@campstore/contract/texts/text'
import { findCustomerPage } from '@campstore/database/customer-page'
import { cancelHold } from '@campstore/holds/cancel-hold'
import { requireMayHold } from '@campstore/holds/hold-limits'
import { readOwn } from '@campstore/holds/own-hold'
import { type Endpoint, endpoints } from '@campstore/http/endpoint'
import { listOf } from '@campstore/service/list-of'
import { bookingHold } from './booking-hold.ts'
import type { Dependencies, SearchDependencies } from './dependencies.ts'
import type { LiveBookings } from './live.ts'
import { bookingsOfCustomer } from './persistence/bookings.ts'
import { findCampgrounds } from './persistence/campgrounds.ts'
import { findClosures } from './persistence/closures.ts'
import { presentCheckout, presentDetail } from './presenters.ts'
import { cancelStay, readCancellation } from './use-cases/cancel-stay.ts'
import { changeOwnContact } from './use-cases/change-contact.ts'
import { quoteBooking } from './use-cases/compose-booking.ts'
import { admitForm, openBookingForm } from './use-cases/open-booking-form.ts'
import { checkAvailability, listEquipment, readCampground, readPolicy } from './use-cases/read-campgrounds.ts'
import { readCalendar, searchAvailability } from './use-cases/search-offer.ts'
import { startCheckout } from './use-cases/start-checkout.ts'

/** The public and member routes, each bound to its use case. */
export const bookingEndpoints = (deps: Dependencies & SearchDependencies, live: LiveBookings): Endpoint[] =>
  endpoints(bookingRoutes, {
    listCampgrounds: () => findCampgrounds(deps.database.reads),
    getCampground: ({ params }) => readCampground(deps, params.id),
    getCalendar: ({ params, query }) => readCalendar(deps, params.id, query),
    searchAvailability: ({ query }) => searchAvailability(deps, query),
    listEquipment: ({ query }) => listEquipment(deps, query.campgroundId),
    getPolicy: () => readPolicy(deps),
    listClosures: ({ query }) => findClosures(deps.database.requests, query),
    checkAvailability: ({ body }) => checkAvailability(deps, body),
    startCheckout: {
      handle: ({ body }, member) => startCheckout(deps, body, member),
      authorize: async (_, member) => requireMayHold(member, deps.allowAnonymousHolds),
    },
    quoteBooking: ({ body }) => quoteBooking(deps, body),
    getCheckout: async ({ params }, member) =>
      presentCheckout(deps, await readOwn(deps, bookingHold, params.bookingId, member)),
    // Deferred (docs/contract/booking.md#deferred-endpoints).
    changeCheckout: () => Promise.reject(new ApiError('NOT_IMPLEMENTED', text('booking.unchangeable'))),
    openPaymentForm: {
      handle: ({ params }, member) => openBookingForm(deps, params.bookingId, member),
      authorize: ({ bookingId }, member) => admitForm(deps, bookingId, member),
    },
    cancelCheckout: {
      handle: async ({ params }, member) =>
        presentCheckout(deps, await cancelHold(deps, bookingHold, params.bookingId, member)),
      authorize: async ({ bookingId }, member) => void (await readOwn(deps, bookingHold, bookingId, member)),
    },
    listBookings: listOf(
      (query, { customerId }) =>
        findCustomerPage<BookingListItem>(deps.database.requests, bookingsOfCustomer, customerId, query),
      presenterOf(bookingRoutes.listBookings.data),
    ),
    getBooking: async ({ params }, member) => presentDetail(await readOwn(deps, bookingHold, params.id, member)),
    getCancellation: ({ params }, member) => readCancellation(deps, params.id, member),
    cancelStay: {
      handle: ({ params, body }, member) => cancelStay(deps, params.id, body.refundAmount, member),
      authorize: async ({ id }, member) => void (await readOwn(deps, bookingHold, id, member)),
    },
    changeContact: ({ params, body }, member, context) => changeOwnContact(deps, params.id, body, member, context),
    watchBooking: async ({ params }, member) => {
      const { id } = await readOwn(deps, bookingHold, params.id, member)
      return live.followBooking(id, member)
    },
    watchCampground: async ({ params }) => {
      const { id } = await readCampground(deps, params.id)
      return live.followCampground(id)
    },
  })
