import { campgroundRoutes } from '@campstore/contract/admin/campgrounds'
import { affectedBookingSchema, closureRoutes, ownerClosureRoute } from '@campstore/contract/admin/closures'
import { holidayRoutes } from '@campstore/contract/admin/holidays'
import { bookingPolicyRoutes } from '@campstore/contract/admin/policies'
import { rentalListingRoutes } from '@campstore/contract/admin/rental-listings'
import { presenterOf } from '@campstore/contract/present'
import { type Endpoint, internalEndpoints } from '@campstore/http/endpoint'
import { listOf } from '@campstore/service/list-of'
import type { Dependencies } from './dependencies.ts'
import { findHolidays } from './persistence/calendar.ts'
import { findCampgroundPage } from './persistence/campgrounds.ts'
import { findListings } from './persistence/rental-listings.ts'
import { presentClosure } from './presenters.ts'
import { readPolicy } from './use-cases/read-campgrounds.ts'

/** Loaded by the first request that needs it, with the ORM: half of the modules of the service, and most processes need neither. */
const campgrounds = () => import('./use-cases/manage-campgrounds.ts')
const zones = () => import('./use-cases/manage-zones.ts')
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
      addZone: async ({ params, body }) => (await zones()).addZone(deps, params.id, body),
      getZone: async ({ params }) => (await zones()).readZone(deps, params.id),
      changeZone: async ({ params, body }) => (await zones()).changeZone(deps, params.id, body),
      listBookingsOfZone: listOf(
        async (query, _, { id }) => (await zones()).readBookingsOfZone(deps, id, query),
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
