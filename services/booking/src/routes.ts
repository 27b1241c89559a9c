import { adminBookingRoutes } from '@campstore/contract/admin/bookings'
import { closureRoutes, ownerClosureRoute } from '@campstore/contract/admin/closures'
import { ownerHoldRoutes } from '@campstore/contract/admin/holds'
import { stayRoutes } from '@campstore/contract/admin/stays'
import { bookingRoutes } from '@campstore/contract/booking/routes'
import { ApiError } from '@campstore/contract/errors'
import { internal } from '@campstore/contract/route'
import { text } from '@campstore/contract/texts/text'
import { requireMayHold } from '@campstore/holds/hold-limits'
import { type Endpoint, endpoint, inSteps } from '@campstore/http/endpoint'
import { listOf } from '@campstore/service/list-of'
import type { Dependencies, SearchDependencies } from './dependencies.ts'
import type { LiveBookings } from './live.ts'
import { findBookings } from './persistence/booking-list.ts'
import { findBookingsOfCustomer } from './persistence/bookings.ts'
import { presentAdminListItem, presentListItem } from './presenters.ts'
import { readAdminBooking } from './use-cases/admin-bookings.ts'
import { cancelCheckout, cancelPaidBooking, changeBooking } from './use-cases/change-booking.ts'
import { checkAvailability } from './use-cases/check-availability.ts'
import { admitForm, openBookingForm } from './use-cases/open-booking-form.ts'
import { quoteBooking } from './use-cases/quote-booking.ts'
import { readBooking, readCheckout } from './use-cases/read-bookings.ts'
import {
  listCampgrounds,
  listClosures,
  listEquipment,
  readCampground,
  readPolicy,
} from './use-cases/read-campgrounds.ts'
import { listOccupancy, listRentals, listStays, reportOccupancy } from './use-cases/read-stays.ts'
import { releaseBookings } from './use-cases/release-bookings.ts'
import { readCalendar, searchAvailability } from './use-cases/search-offer.ts'
import { startCheckout } from './use-cases/start-checkout.ts'

/** Loaded by the first request that needs it, with the ORM: half of the modules of the service, and most processes need neither. */
const closureManagement = () => import('./use-cases/manage-closures.ts')
const closureCancellation = () => import('./use-cases/cancel-for-closure.ts')

/** The public and member routes, each bound to its use case. */
export function bookingEndpoints(deps: Dependencies & SearchDependencies, live: LiveBookings): Endpoint[] {
  const routes = bookingRoutes
  return [
    endpoint(routes.listCampgrounds, () => listCampgrounds(deps)),
    endpoint(routes.getCampground, ({ params }) => readCampground(deps, params.id)),
    endpoint(routes.getCalendar, ({ params, query }) => readCalendar(deps, params.id, query)),
    endpoint(routes.searchAvailability, ({ query }) => searchAvailability(deps, query)),
    endpoint(routes.listEquipment, ({ query }) => listEquipment(deps, query.campgroundId)),
    endpoint(routes.getPolicy, () => readPolicy(deps)),
    endpoint(routes.listClosures, ({ query }) => listClosures(deps, query)),
    endpoint(routes.checkAvailability, ({ body }) => checkAvailability(deps, body)),
    endpoint(
      routes.startCheckout,
      ({ body }, member) => startCheckout(deps, body, member),
      async (_, member) => requireMayHold(member, deps.allowAnonymousHolds),
    ),
    endpoint(routes.quoteBooking, ({ body }) => quoteBooking(deps, body)),
    endpoint(routes.getCheckout, ({ params }, member) => readCheckout(deps, params.bookingId, member)),
    endpoint(routes.changeCheckout, notImplemented),
    endpoint(
      routes.openPaymentForm,
      ({ params }, member) => openBookingForm(deps, params.bookingId, member),
      async ({ bookingId }, member) => admitForm(deps, bookingId, member),
    ),
    endpoint(
      routes.cancelCheckout,
      ({ params }, member) => cancelCheckout(deps, params.bookingId, member),
      async (params, member) => void (await readCheckout(deps, params.bookingId, member)),
    ),
    endpoint(
      routes.listBookings,
      listOf(
        (query, member) => findBookingsOfCustomer(deps.database.requests, member.customerId, query),
        presentListItem,
      ),
    ),
    endpoint(routes.getBooking, ({ params }, member) => readBooking(deps, params.id, member)),
    endpoint(routes.watchBooking, async ({ params }, member) => {
      const { bookingId } = await readBooking(deps, params.id, member)
      return live.followBooking(bookingId, member)
    }),
    endpoint(routes.watchCampground, async ({ params }) => {
      const { id } = await readCampground(deps, params.id)
      return live.followCampground(id)
    }),
  ]
}

/** The deferred endpoint (docs/contract/booking.md#deferred-endpoints). */
async function notImplemented(): Promise<never> {
  throw new ApiError('NOT_IMPLEMENTED', text('booking.unchangeable'))
}

/** The internal routes that the admin service forwards to, each bound to its use case. */
export function adminEndpoints(deps: Dependencies): Endpoint[] {
  const bookings = adminBookingRoutes
  const closures = closureRoutes
  return [
    endpoint(
      internal(bookings.listAdminBookings),
      listOf(query => findBookings(deps, query), presentAdminListItem),
    ),
    endpoint(internal(bookings.getAdminBooking), ({ params }) => readAdminBooking(deps, params.id)),
    endpoint(internal(bookings.confirmBooking), ({ params }, admin) =>
      changeBooking(deps, 'confirm', params.id, admin),
    ),
    endpoint(internal(bookings.completeBooking), ({ params }, admin) =>
      changeBooking(deps, 'complete', params.id, admin),
    ),
    endpoint(internal(bookings.cancelBooking), ({ params, body }, admin) =>
      changeBooking(deps, 'cancel', params.id, admin, body.reason),
    ),
    endpoint(internal(bookings.cancelPaidBooking), ({ params, body }, admin) =>
      cancelPaidBooking(deps, params.id, admin, body),
    ),
    inSteps(
      endpoint(internal(ownerHoldRoutes.booking), ({ params, body }, admin, context) =>
        releaseBookings(deps, params.id, body.reason, admin, context),
      ),
    ),
    endpoint(internal(stayRoutes.listStays), ({ query }) => listStays(deps, query)),
    endpoint(internal(stayRoutes.listRentals), ({ query }) => listRentals(deps, query)),
    endpoint(internal(stayRoutes.listOccupancy), ({ query }) => listOccupancy(deps, query)),
    endpoint(internal(stayRoutes.reportOccupancy), ({ query }) => reportOccupancy(deps, query)),
    endpoint(internal(ownerClosureRoute), async ({ params, body }, admin) =>
      (await closureCancellation()).cancelForClosure(deps, params.id, body, admin),
    ),
    endpoint(internal(closures.listAdminClosures), async ({ query }) =>
      (await closureManagement()).listAllClosures(deps, query),
    ),
    endpoint(internal(closures.listAffectedBookings), async ({ query }) =>
      (await closureManagement()).listAffectedBookings(deps, query),
    ),
    endpoint(internal(closures.getClosure), async ({ params }) =>
      (await closureManagement()).readClosure(deps, params.id),
    ),
    endpoint(internal(closures.createClosure), async ({ body }) =>
      (await closureManagement()).createClosure(deps, body),
    ),
    endpoint(internal(closures.changeClosure), async ({ params, body }) =>
      (await closureManagement()).changeClosure(deps, params.id, body),
    ),
    endpoint(internal(closures.removeClosure), async ({ params }) =>
      (await closureManagement()).removeClosure(deps, params.id),
    ),
    endpoint(internal(closures.listBookingsOfClosure), async ({ params, query }) =>
      (await closureManagement()).listBookingsOfClosure(deps, params.id, query),
    ),
  ]
}
