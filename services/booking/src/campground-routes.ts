import { campgroundRoutes } from '@campstore/contract/admin/campgrounds'
import { holidayRoutes } from '@campstore/contract/admin/holidays'
import { bookingPolicyRoutes } from '@campstore/contract/admin/policies'
import { rentalListingRoutes } from '@campstore/contract/admin/rental-listings'
import { type Endpoint, internalEndpoints } from '@campstore/http/endpoint'
import { listOf } from '@campstore/service/list-of'
import type { Dependencies } from './dependencies.ts'
import { findCampgroundPage } from './persistence/campgrounds.ts'
import { findHolidays } from './persistence/holidays.ts'
import { findListings } from './persistence/rental-listings.ts'
import { readPolicy } from './use-cases/read-campgrounds.ts'

/** Loaded by the first request that needs it, with the ORM. */
const campgrounds = () => import('./use-cases/manage-campgrounds.ts')
const zones = () => import('./use-cases/manage-zones.ts')
const listings = () => import('./use-cases/manage-rental-listings.ts')
const calendar = () => import('./use-cases/manage-calendar.ts')

const asFound = <Item>(item: Item): Item => item

/** The internal routes about campgrounds and their rules, each bound to its use case (docs/contract/admin.md#campgrounds). */
export const campgroundEndpoints = (deps: Dependencies): Endpoint[] =>
  internalEndpoints(
    { ...campgroundRoutes, ...rentalListingRoutes, ...holidayRoutes, ...bookingPolicyRoutes },
    {
      listAdminCampgrounds: listOf(query => findCampgroundPage(deps.findPage, query), asFound),
      getAdminCampground: async ({ params }) => (await campgrounds()).readAdminCampground(deps, params.id),
      createCampground: async ({ body }) => (await campgrounds()).createCampground(deps, body),
      changeCampground: async ({ params, body }) => (await campgrounds()).changeCampground(deps, params.id, body),
      addZone: async ({ params, body }) => (await zones()).addZone(deps, params.id, body),
      getZone: async ({ params }) => (await zones()).readZone(deps, params.id),
      changeZone: async ({ params, body }) => (await zones()).changeZone(deps, params.id, body),
      listRentalListings: listOf(query => findListings(deps.findPage, query), asFound),
      getRentalListing: async ({ params }) => (await listings()).readListing(deps, params.id),
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
