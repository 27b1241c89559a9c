import { adminBookingRoutes } from '@campstore/contract/admin/bookings'
import { ownerHoldRoutes } from '@campstore/contract/admin/holds'
import { stayRoutes } from '@campstore/contract/admin/stays'
import { presenterOf } from '@campstore/contract/present'
import { releaseHolds } from '@campstore/holds/release-holds'
import { type Endpoint, internalEndpoints } from '@campstore/http/endpoint'
import { listOf } from '@campstore/service/list-of'
import { removeNote } from '@campstore/service/notes'
import { bookingHold } from './booking-hold.ts'
import type { Dependencies } from './dependencies.ts'
import { offerEndpoints } from './offer-routes.ts'
import { findBookings } from './persistence/booking-list.ts'
import { bookingNotes } from './persistence/staff-fields.ts'
import { addBookingNote, changeBooking, readAdminBooking, setAttendance } from './use-cases/change-booking.ts'
import { changeContact } from './use-cases/change-contact.ts'
import { changeStay, quoteChange } from './use-cases/change-stay.ts'
import { listOccupancy, listRentals, listStays, reportOccupancy } from './use-cases/read-stays.ts'

const presentListed = presenterOf(adminBookingRoutes.listAdminBookings.data)

/** The internal routes of bookings and stays that the admin service forwards to, each bound to its use case. */
const bookingEndpoints = (deps: Dependencies): Endpoint[] =>
  internalEndpoints(
    { ...adminBookingRoutes, releaseBookings: ownerHoldRoutes.booking, ...stayRoutes },
    {
      listAdminBookings: listOf(query => findBookings(deps.findPage, query), presentListed),
      getAdminBooking: ({ params }) => readAdminBooking(deps, params.id),
      confirmBooking: ({ params }, admin) => changeBooking(deps, 'confirm', params.id, admin),
      completeBooking: ({ params }, admin) => changeBooking(deps, 'complete', params.id, admin),
      cancelBooking: ({ params, body }, admin) => changeBooking(deps, 'cancel', params.id, admin, body),
      cancelPaidBooking: ({ params, body }, admin) => changeBooking(deps, 'cancelPaid', params.id, admin, body),
      changeStay: ({ params, body }, admin) => changeStay(deps, params.id, body, admin),
      quoteChange: ({ params, body }) => quoteChange(deps, params.id, body),
      setAttendance: ({ params, body }, admin) => setAttendance(deps, params.id, body.attendance, admin),
      changeBookingContact: ({ params, body }, admin) => changeContact(deps, params.id, body, admin),
      addBookingNote: ({ params, body }, admin) => addBookingNote(deps, params.id, body.text, admin),
      removeBookingNote: ({ params }, admin) => removeNote(deps.database.requests, bookingNotes, params, admin),
      refundBooking: ({ params, body: { amount, reason } }, admin) =>
        changeBooking(deps, 'refund', params.id, admin, { reason, refundAmount: amount }),
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
    },
  )

/** The internal routes that the admin service forwards to. */
export const adminEndpoints = (deps: Dependencies): Endpoint[] => [...bookingEndpoints(deps), ...offerEndpoints(deps)]
