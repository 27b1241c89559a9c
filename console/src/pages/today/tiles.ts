import type { Permission } from '@campstore/contract/admin/permissions'
import { useQueries } from '@tanstack/react-query'
import {
  Boxes,
  CalendarCheck,
  Clock,
  HandCoins,
  LogIn,
  LogOut,
  type LucideIcon,
  PackageCheck,
  PackageX,
  Scale,
} from 'lucide-react'
import { client, type Schemas } from '../../app/client.ts'
import { useToday } from '../../app/session.ts'
import { addDays, type Day } from '../../lib/days.ts'
import type { today } from '../../texts/today.ts'

/** The Today page shows stock below this number of pieces as low. */
export const lowStock = 5

type Counted = (input: { day: Day; page: { size: 1 } }) => Promise<{ meta: Schemas['Meta'] }>

/** The tiles by the records that they count. */
export type TileId = keyof typeof today.tiles
type Tile = {
  icon: LucideIcon
  /** Asks for attention if its number is above 0; others are the day's usual work. */
  asks?: 'notice' | 'danger'
  permissions: readonly Permission[]
  to: string
  count: Counted
}

const stays =
  (kind: 'arriving' | 'departing' | 'overdue'): Counted =>
  ({ day, page }) =>
    client().admin.listStays({ kind, day, ...page })

/** The tiles, in their order. */
export const tiles: Readonly<Record<TileId, Tile>> = {
  arriving: { icon: LogIn, permissions: ['bookings.view'], to: '/arrivals', count: stays('arriving') },
  departing: { icon: LogOut, permissions: ['bookings.view'], to: '/arrivals#departing', count: stays('departing') },
  overdue: {
    icon: Clock,
    asks: 'danger',
    permissions: ['bookings.view'],
    to: '/arrivals#overdue',
    // Bookings with their check-out today are departing.
    count: ({ day, page }) => stays('overdue')({ day: addDays(day, -1), page }),
  },
  toConfirm: {
    icon: CalendarCheck,
    asks: 'notice',
    // Others have nothing to do about them.
    permissions: ['bookings.view', 'bookings.edit'],
    to: '/bookings?status=pending&paymentStatus=paid&sort=checkIn,asc',
    count: ({ page }) => client().admin.listAdminBookings({ status: ['pending'], paymentStatus: 'paid', ...page }),
  },
  toPack: {
    icon: PackageCheck,
    permissions: ['orders.view'],
    to: '/packing',
    count: ({ page }) => client().admin.listPickingList({ shippable: 'true', ...page }),
  },
  short: {
    icon: PackageX,
    asks: 'danger',
    permissions: ['orders.view'],
    to: '/packing#short',
    count: ({ page }) => client().admin.listPickingList({ shippable: 'false', ...page }),
  },
  refunds: {
    icon: HandCoins,
    asks: 'notice',
    permissions: ['payments.view', 'payments.edit'],
    to: '/money',
    count: ({ page }) => client().admin.listRefunds({ status: 'due', ...page }),
  },
  undecided: {
    icon: Scale,
    asks: 'notice',
    permissions: ['payments.view', 'payments.edit'],
    to: '/money?tab=undecided',
    count: ({ page }) => client().admin.listAdminPayments({ reason: 'trade_number_used', decided: 'false', ...page }),
  },
  lowStock: {
    icon: Boxes,
    asks: 'notice',
    permissions: ['inventory.view'],
    to: `/stock?below=${lowStock}`,
    count: ({ page }) => client().admin.listStock({ kind: 'store', below: String(lowStock), ...page }),
  },
}

/** The tiles, those of the role's own work first. */
export function tileIdsOf(role: Schemas['AdminUserDetail']['role']): TileId[] {
  const own: TileId[] = role === 'warehouse' ? ['toPack', 'short', 'lowStock'] : []
  // The keys of `tiles` are the ids.
  return [...new Set([...own, ...(Object.keys(tiles) as TileId[])])]
}

/** How urgent tiles are, the most urgent first. */
const ranks: readonly Tile['asks'][] = ['danger', 'notice', undefined]

/** A tile, and its number; undefined until it is known. */
export type CountedTile = { id: TileId; count: number | undefined; isFailed: boolean }

/** The tiles with their numbers, the most urgent first; `empty` ones have nothing to do, and unknown is not zero. */
export function useTiles(ids: readonly TileId[]): { shown: CountedTile[]; empty: TileId[] } {
  const day = useToday()
  const answers = useQueries({
    queries: ids.map(id => ({
      queryKey: ['today', id, day],
      queryFn: async () => (await tiles[id].count({ day, page: { size: 1 } })).meta.totalElements,
    })),
  })
  const counted = ids.map((id, index) => {
    const { data: count, error = null } = answers[index] ?? {}
    return { id, count, isFailed: error !== null && count === undefined }
  })
  const rankOf = ({ id, count }: CountedTile) => (count ? ranks.indexOf(tiles[id].asks) : ranks.length)
  return {
    shown: counted.filter(({ count }) => count !== 0).sort((one, other) => rankOf(one) - rankOf(other)),
    empty: counted.filter(({ count }) => count === 0).map(({ id }) => id),
  }
}
