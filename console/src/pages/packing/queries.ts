import { useQuery } from '@tanstack/react-query'
import { client, type Schemas } from '../../app/client.ts'

export type PackingOrder = Schemas['PickingListItem']

/** Orders on a page of the list; short ones are rare, and all shown. */
export const pageSize = 30

/** Orders of which every piece is on hand, those that wait longest first. */
export const useShippable = (locationId: string | undefined, page: number) =>
  useQuery({
    queryKey: ['picking-list', 'shippable', locationId, page],
    queryFn: () => client().admin.listPickingList({ shippable: 'true', locationId, page, size: pageSize }),
  })

/** Orders that lack pieces where they are reserved. */
export const useShort = (locationId: string | undefined) =>
  useQuery({
    queryKey: ['picking-list', 'short', locationId],
    queryFn: () => client().admin.listPickingList({ shippable: 'false', locationId, size: 100 }),
  })
