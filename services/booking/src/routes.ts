import { adminBookingRoutes } from '@campstore/contract/admin/bookings'
import { closureRoutes } from '@campstore/contract/admin/closures'
import { bookingRoutes } from '@campstore/contract/booking/routes'
import { ApiError } from '@campstore/contract/errors'
import { internal } from '@campstore/contract/route'
import type { FindPage } from '@campstore/database/pagination'
import { type Endpoint, endpoint } from '@campstore/http/endpoint'
import type { Dependencies } from './dependencies.ts'
import { listAllBookings, readAnyBooking } from './use-cases/admin-bookings.ts'
import { cancelBooking } from './use-cases/cancel-booking.ts'
import { cancelCheckout } from './use-cases/cancel-checkout.ts'
import { checkAvailability } from './use-cases/check-availability.ts'
import { completeBooking, confirmBooking } from './use-cases/decide-booking.ts'
import {
  changeClosure,
  createClosure,
  listAllClosures,
  listBookingsOfClosure,
  readClosure,
  removeClosure,
} from './use-cases/manage-closures.ts'
import { listBookings, readBooking, readCheckout } from './use-cases/read-bookings.ts'
import {
  listCampgrounds,
  listClosures,
  listEquipment,
  readCampground,
  readPolicy,
} from './use-cases/read-campgrounds.ts'
import { startCheckout } from './use-cases/start-checkout.ts'

const deferred = async (): Promise<never> => {
  throw new ApiError('NOT_IMPLEMENTED', 'This is not offered for bookings yet')
}

/** Each declared route of guests and members, and the use case that answers it. */
export function bookingEndpoints(given: Dependencies): Endpoint[] {
  const book = bookingRoutes
  const availability = checkAvailability(given)
  const start = startCheckout(given)
  return [
    endpoint(book.listCampgrounds, () => listCampgrounds(given)()),
    endpoint(book.getCampground, ({ params }) => readCampground(given)(params.id)),
    endpoint(book.listEquipment, ({ query }) => listEquipment(given)(query.campgroundId)),
    endpoint(book.getPolicy, () => readPolicy(given)()),
    endpoint(book.listClosures, ({ query }) => listClosures(given)(query)),
    endpoint(book.checkAvailability, ({ body }) => availability(body)),
    endpoint(book.startCheckout, ({ body }, member) => start(body, member)),
    endpoint(book.getCheckout, ({ params }, member) => readCheckout(given)(params.bookingId, member)),
    endpoint(book.changeCheckout, deferred),
    endpoint(book.openPaymentForm, deferred),
    endpoint(book.cancelCheckout, ({ params }, member) => cancelCheckout(given)(params.bookingId, member)),
    endpoint(book.listBookings, ({ query }, member) => listBookings(given)(query, member)),
    endpoint(book.getBooking, ({ params }, member) => readBooking(given)(params.id, member)),
  ]
}

/** Each route by which the administration reaches what this service owns, and the use case that answers it. */
export function administrationEndpoints(given: Dependencies & { findPage: FindPage }): Endpoint[] {
  const { listAdminBookings, getAdminBooking, confirmBooking: confirm, completeBooking: complete } = adminBookingRoutes
  const { cancelBooking: cancel } = adminBookingRoutes
  const { listAdminClosures, getClosure, createClosure: create, changeClosure: change } = closureRoutes
  const { removeClosure: remove, listBookingsOfClosure: touched } = closureRoutes
  return [
    endpoint(internal(listAdminBookings), ({ query }) => listAllBookings(given.findPage)(query)),
    endpoint(internal(getAdminBooking), ({ params }) => readAnyBooking(given)(params.id)),
    endpoint(internal(confirm), ({ params }, administrator) => confirmBooking(given)(params.id, administrator)),
    endpoint(internal(complete), ({ params }, administrator) => completeBooking(given)(params.id, administrator)),
    endpoint(internal(cancel), ({ params, body }, administrator) =>
      cancelBooking(given)(params.id, body.reason, administrator),
    ),
    endpoint(internal(listAdminClosures), ({ query }) => listAllClosures(given)(query)),
    endpoint(internal(getClosure), ({ params }) => readClosure(given)(params.id)),
    endpoint(internal(create), ({ body }) => createClosure(given)(body)),
    endpoint(internal(change), ({ params, body }) => changeClosure(given)(params.id, body)),
    endpoint(internal(remove), ({ params }) => removeClosure(given)(params.id)),
    endpoint(internal(touched), ({ params, query }) => listBookingsOfClosure(given)(params.id, query)),
  ]
}
