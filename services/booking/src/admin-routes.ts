import { adminBookingRoutes } from '@campstore/contract/admin/bookings'
import { campgroundRoutes } from '@campstore/contract/admin/campgrounds'
import { affectedBookingSchema, closureRoutes, ownerClosureRoute } from '@campstore/contract/admin/closures'
import { ownerHoldRoutes } from '@campstore/contract/admin/holds'
import { holidayRoutes } from '@campstore/contract/admin/holidays'
import { bookingPolicyRoutes } from '@campstore/contract/admin/policies'
import { rentalListingRoutes } from '@campstore/contract/admin/rental-listings'
import { stayRoutes } from '@campstore/contract/admin/stays'
import { presenterOf } from '@campstore/contract/present'
import { releaseHolds } from '@campstore/holds/release-holds'
import { type Endpoint, internalEndpoints } from '@campstore/http/endpoint'
import { listOf } from '@campstore/service/list-of'
import { removeNote } from '@campstore/service/notes'
import { bookingHold } from './booking-hold.ts'
import type { Dependencies } from './dependencies.ts'
import { findBookings } from './persistence/booking-list.ts'
import { findHolidays } from './persistence/calendar.ts'
import { findCampgroundPage, findListings } from './persistence/campgrounds.ts'
import { bookingNotes } from './persistence/staff-fields.ts'
import { presentClosure } from './presenters.ts'
import { addBookingNote, changeBooking, readAdminBooking, setAttendance } from './use-cases/change-booking.ts'
import { changeContact } from './use-cases/change-contact.ts'
import { changeStay, quoteChange } from './use-cases/change-stay.ts'
import { readPolicy } from './use-cases/read-campgrounds.ts'
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

/** Loaded by the first request that needs it, with the ORM: half of the modules of the service, and most processes need neither. */
const campgrounds = () => import('./use-cases/manage-campgrounds.ts')
const listings = () => import('./use-cases/manage-rental-listings.ts')
const calendar = () => import('./use-cases/manage-calendar.ts')
const closures = () => import('./use-cases/manage-closures.ts')

const asFound = <Item>(item: Item): Item => item
const presentAffected = presenterOf(affectedBookingSchema)

/** The internal routes of the offer that the admin service forwards to: closures, campgrounds, zones, rentals, holidays and policy. */
export const offerEndpoints = (deps: Dependencies): Endpoint[] =>
  internalEndpoints(
    {
      cancelForClosure: ownerClosureRoute,
      ...closureRoutes,
      ...campgroundRoutes,
      ...rentalListingRoutes,
      ...holidayRoutes,
      ...bookingPolicyRoutes,
    },
    {
      cancelForClosure: async ({ params, body }, admin) =>
        (await closures()).cancelForClosure(deps, params.id, body, admin),
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
      listAdminCampgrounds: listOf(
        query => findCampgroundPage(deps.findPage, query),
        row => row.campground,
      ),
      getAdminCampground: async ({ params }) =>
        (await campgrounds()).readAdminCampground(deps.database.requests, params.id),
      createCampground: async ({ body }) => (await campgrounds()).createCampground(deps, body),
      changeCampground: async ({ params, body }) => (await campgrounds()).changeCampground(deps, params.id, body),
      addZone: async ({ params, body }) => (await campgrounds()).addZone(deps, params.id, body),
      getZone: async ({ params }) => (await campgrounds()).readZone(deps, params.id),
      changeZone: async ({ params, body }) => (await campgrounds()).changeZone(deps, params.id, body),
      listBookingsOfZone: listOf(
        async (query, _, { id }) => (await campgrounds()).readBookingsOfZone(deps, id, query),
        presentAffected,
      ),
      listRentalListings: listOf(query => findListings(deps.findPage, query), asFound),
      getRentalListing: async ({ params }) => (await listings()).readListing(deps.database.requests, params.id),
      createRentalListing: async ({ body }) => (await listings()).createListing(deps, body),
      changeRentalListing: async ({ params, body }) => (await listings()).changeListing(deps, params.id, body),
      listHolidays: listOf(query => findHolidays(deps.findPage, query), asFound),
      getHoliday: async ({ params }) => (await calendar()).readHoliday(deps, params.date),
      setHoliday: async ({ params, body }) => (await calendar()).setHoliday(deps, params.date, body),
      removeHoliday: async ({ params }) => (await calendar()).removeHoliday(deps, params.date),
      getBookingPolicy: () => readPolicy(deps),
      changeBookingPolicy: async ({ body }) => (await calendar()).changeBookingPolicy(deps, body),
    },
  )
