import { useQuery } from '@tanstack/react-query'
import { client, type Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import type { Day } from '../../lib/days.ts'

export type Stay = Schemas['Stay']
export type Kind = 'arriving' | 'departing' | 'overdue'

/** All stays of a kind on a day: as many as a campground has sites. What departs on the day is listed as departing only. */
export const useStays = (kind: Kind, day: Day, campgroundId: string | undefined) =>
  useQuery({
    queryKey: ['stays', kind, day, campgroundId],
    async queryFn() {
      const stays = await Array.fromAsync(client().admin.listStays.all({ kind, day, campgroundId }))
      return kind === 'overdue' ? stays.filter(({ checkOut }) => checkOut < day) : stays
    },
  })

/** What the rental counters hand out and take back on a day. */
export function useRentals(day: Day, campgroundId: string | undefined) {
  const { can } = useSession()
  return useQuery({
    queryKey: ['rentals', day, campgroundId],
    queryFn: () => client().admin.listRentals({ day, campgroundId }),
    enabled: can('bookings.view', 'inventory.view'),
  })
}
