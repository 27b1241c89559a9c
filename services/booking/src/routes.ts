import { adminBookingRoutes } from '@campstore/contract/admin/bookings'
import { affectedBookingSchema, closureRoutes, ownerClosureRoute } from '@campstore/contract/admin/closures'
import { ownerHoldRoutes } from '@campstore/contract/admin/holds'
import { stayRoutes } from '@campstore/contract/admin/stays'
import { bookingRoutes } from '@campstore/contract/booking/routes'
import { ApiError } from '@campstore/contract/errors'
import { presenterOf } from '@campstore/contract/present'
import { text } from '@campstore/contract/texts/text'
import { requireMayHold } from '@campstore/holds/hold-limits'
import { readOwn } from '@campstore/holds/own-hold'
import { releaseHolds } from '@campstore/holds/release-holds'
import { type Endpoint, endpoints, internalEndpoints } from '@campstore/http/endpoint'
import { listOf } from '@campstore/service/list-of'
import { bookingHold } from './booking-hold.ts'
import type { Dependencies, SearchDependencies } from './dependencies.ts'
import type { LiveBookings } from './live.ts'
import { findBookings } from './persistence/booking-list.ts'
import { findBookingsOfCustomer } from './persistence/bookings.ts'
import { presentCheckout, presentClosure, presentDetail } from './presenters.ts'
import { cancelCheckout, changeBooking, readAdminBooking } from './use-cases/change-booking.ts'
import { checkAvailability } from './use-cases/check-availability.ts'
import { admitForm, openBookingForm } from './use-cases/open-booking-form.ts'
import { quoteBooking } from './use-cases/quote-booking.ts'
import {
  listCampgrounds,
  listClosures,
  listEquipment,
  readCampground,
  readPolicy,
} from './use-cases/read-campgrounds.ts'
import { listOccupancy, listRentals, listStays, reportOccupancy } from './use-cases/read-stays.ts'
import { readCalendar, searchAvailability } from './use-cases/search-offer.ts'
import { startCheckout } from './use-cases/start-checkout.ts'

/** Loaded by the first request that needs it, with the ORM: half of the modules of the service, and most processes need neither. */
const closures = () => import('./use-cases/manage-closures.ts')
const closureCancellation = () => import('./use-cases/cancel-for-closure.ts')

/** The public and member routes, each bound to its use case. */
export const bookingEndpoints = (deps: Dependencies & SearchDependencies, live: LiveBookings): Endpoint[] =>
  endpoints(bookingRoutes, {
    listCampgrounds: () => listCampgrounds(deps),
    getCampground: ({ params }) => readCampground(deps, params.id),
    getCalendar: ({ params, query }) => readCalendar(deps, params.id, query),
    searchAvailability: ({ query }) => searchAvailability(deps, query),
    listEquipment: ({ query }) => listEquipment(deps, query.campgroundId),
    getPolicy: () => readPolicy(deps),
    listClosures: ({ query }) => listClosures(deps, query),
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
      handle: ({ params }, member) => cancelCheckout(deps, params.bookingId, member),
      authorize: async ({ bookingId }, member) => void (await readOwn(deps, bookingHold, bookingId, member)),
    },
    listBookings: listOf(
      (query, member) => findBookingsOfCustomer(deps.database.requests, member.customerId, query),
      presenterOf(bookingRoutes.listBookings.data),
    ),
    getBooking: async ({ params }, member) => presentDetail(await readOwn(deps, bookingHold, params.id, member)),
    watchBooking: async ({ params }, member) => {
      const { id } = await readOwn(deps, bookingHold, params.id, member)
      return live.followBooking(id, member)
    },
    watchCampground: async ({ params }) => {
      const { id } = await readCampground(deps, params.id)
      return live.followCampground(id)
    },
  })

const presentAffected = presenterOf(affectedBookingSchema)

/** The internal routes that the admin service forwards to, each bound to its use case. */
export const adminEndpoints = (deps: Dependencies): Endpoint[] =>
  internalEndpoints(
    {
      ...adminBookingRoutes,
      releaseBookings: ownerHoldRoutes.booking,
      ...stayRoutes,
      cancelForClosure: ownerClosureRoute,
      ...closureRoutes,
    },
    {
      listAdminBookings: listOf(
        query => findBookings(deps, query),
        presenterOf(adminBookingRoutes.listAdminBookings.data),
      ),
      getAdminBooking: ({ params }) => readAdminBooking(deps, params.id),
      confirmBooking: ({ params }, admin) => changeBooking(deps, 'confirm', params.id, admin),
      completeBooking: ({ params }, admin) => changeBooking(deps, 'complete', params.id, admin),
      cancelBooking: ({ params, body }, admin) => changeBooking(deps, 'cancel', params.id, admin, body),
      cancelPaidBooking: ({ params, body }, admin) => changeBooking(deps, 'cancelPaid', params.id, admin, body),
      releaseBookings: {
        handle: ({ params, body }, admin, context) =>
          releaseHolds({ ...deps, context }, bookingHold, params.id, id =>
            changeBooking(deps, 'cancel', id, admin, body),
          ),
        isInSteps: true,
      },
      listStays: listOf(query => listStays(deps, query), presenterOf(stayRoutes.listStays.data)),
      listRentals: ({ query }) => listRentals(deps, query),
      listOccupancy: ({ query }) => listOccupancy(deps, query),
      reportOccupancy: ({ query }) => reportOccupancy(deps, query),
      cancelForClosure: async ({ params, body }, admin) =>
        (await closureCancellation()).cancelForClosure(deps, params.id, body, admin),
      listAdminClosures: listOf(async query => (await closures()).findClosurePage(deps, query), presentClosure),
      listAffectedBookings: listOf(async query => (await closures()).findBookingsOfPlan(deps, query), presentAffected),
      getClosure: async ({ params }) => (await closures()).readClosure(deps, params.id),
      createClosure: async ({ body }) => (await closures()).createClosure(deps, body),
      changeClosure: async ({ params, body }) => (await closures()).changeClosure(deps, params.id, body),
      removeClosure: async ({ params }) => (await closures()).removeClosure(deps, params.id),
      listBookingsOfClosure: listOf(
        async (query, _, { id }) => (await closures()).findBookingsOfClosure(deps, id, query),
        presentAffected,
      ),
    },
  )
