import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { client, type Schemas } from '../../app/client.ts'
import type { Permission } from '../../app/permissions.ts'
import { useSession } from '../../app/session.ts'
import { useToday } from '../../app/shared-queries.ts'
import { addDays, type Day } from '../../lib/days.ts'

/** Below this many pieces, stock counts as low on the page of today. */
export const lowStock = 5

/** How many nights the strip shows. */
export const stripNights = 14

type Counted = (input: { day: Day; page: { size: 1 } }) => Promise<{ meta: Schemas['Meta'] }>

/** What a tile counts, and where it leads. */
export type TileId = 'arriving' | 'departing' | 'overdue' | 'toConfirm' | 'toPack' | 'short' | 'refunds' | 'lowStock'
type Tile = { permissions: readonly Permission[]; to: string; count: Counted }

const stays =
  (kind: 'arriving' | 'departing' | 'overdue'): Counted =>
  ({ day, page }) =>
    client().admin.listStays({ kind, day, ...page })

/** The tiles, in their order. */
export const tiles: Readonly<Record<TileId, Tile>> = {
  arriving: { permissions: ['bookings.view'], to: '/arrivals', count: stays('arriving') },
  departing: { permissions: ['bookings.view'], to: '/arrivals#departing', count: stays('departing') },
  overdue: {
    permissions: ['bookings.view'],
    to: '/arrivals#overdue',
    // Those whose check-out is today are departing.
    count: ({ day, page }) => stays('overdue')({ day: addDays(day, -1), page }),
  },
  toConfirm: {
    permissions: ['bookings.view'],
    to: '/bookings?status=pending&paymentStatus=paid&sort=checkIn,asc',
    count: ({ page }) => client().admin.listAdminBookings({ status: ['pending'], paymentStatus: 'paid', ...page }),
  },
  toPack: {
    permissions: ['orders.view'],
    to: '/packing',
    count: ({ page }) => client().admin.listPickingList({ shippable: 'true', ...page }),
  },
  short: {
    permissions: ['orders.view'],
    to: '/packing#short',
    count: ({ page }) => client().admin.listPickingList({ shippable: 'false', ...page }),
  },
  refunds: {
    permissions: ['orders.view', 'bookings.view'],
    to: '/money',
    count: ({ page }) => client().admin.listRefunds({ status: 'due', ...page }),
  },
  lowStock: {
    permissions: ['inventory.view'],
    to: `/stock?below=${lowStock}`,
    count: ({ page }) => client().admin.listStock({ kind: 'store', below: String(lowStock), ...page }),
  },
}

/** The number of a tile; undefined until it is known. */
export function useTile(id: TileId): UseQueryResult<number> {
  const day = useToday()
  return useQuery({
    queryKey: ['today', id, day],
    queryFn: async () => (await tiles[id].count({ day, page: { size: 1 } })).meta.totalElements,
  })
}

/** How full the campgrounds are in the next nights. */
export function useStrip() {
  const from = useToday()
  const { can } = useSession()
  return useQuery({
    queryKey: ['today', 'strip', from],
    queryFn: () => client().admin.listOccupancy({ from, days: stripNights }),
    enabled: can('bookings.view'),
  })
}

/** The closures, of which the page shows the next. */
export function useClosures() {
  const { can } = useSession()
  return useQuery({
    queryKey: ['today', 'closures'],
    queryFn: () => client().admin.listAdminClosures({ size: 100 }),
    enabled: can('closures.view'),
  })
}
