import type {
  OccupancyQuery,
  OccupancyReportQuery,
  RentalLoad,
  RentalsQuery,
  Stay,
  StaysQuery,
  ZoneOccupancy,
} from '@campstore/contract/admin/stays'
import { daysBetween, type PlainDate } from '@campstore/core/plain-date'
import type { FoundPage } from '@campstore/database/pagination'
import { readForStaff } from '@campstore/service/staff-lists'
import type { Dependencies } from '../dependencies.ts'
import { today } from '../domain/stay.ts'
import { findOccupancy, findOccupancyReport } from '../persistence/occupancy.ts'
import { findRentalLoad } from '../persistence/rental-load.ts'
import { findStays } from '../persistence/stays.ts'
import { readPolicy } from './read-campgrounds.ts'

/** One page of the stays of a day, by campground, name and id (docs/contract/admin.md#stays). Throws NOT_FOUND without a policy. */
export const listStays = async (deps: Dependencies, query: StaysQuery): Promise<FoundPage<Stay>> =>
  findStays(deps.findPage, { ...query, day: await dayOf(deps, query.day) })

/** What each location rents out, day by day (docs/contract/admin.md#stays). Throws NOT_FOUND without a policy. */
export async function listRentals(deps: Dependencies, query: RentalsQuery): Promise<RentalLoad[]> {
  const day = await dayOf(deps, query.day)
  return readForStaff(() => findRentalLoad(deps.database.reports, { ...query, day }))
}

/** How full each zone is, night by night (docs/contract/admin.md#stays). Throws NOT_FOUND without a policy. */
export async function listOccupancy(deps: Dependencies, query: OccupancyQuery): Promise<ZoneOccupancy[]> {
  const from = await dayOf(deps, query.from)
  return readForStaff(() => findOccupancy(deps.database.reports, { ...query, from }))
}

/** What each zone has sold in a range of nights (docs/contract/admin.md#occupancy-report). */
export const reportOccupancy = ({ database }: Dependencies, { from, to, campgroundId }: OccupancyReportQuery) =>
  readForStaff(() => findOccupancyReport(database.reports, { from, days: daysBetween(from, to) + 1, campgroundId }))

const dayOf = async (deps: Dependencies, day: PlainDate | undefined): Promise<PlainDate> =>
  day ?? today(deps.clock(), await readPolicy(deps))
