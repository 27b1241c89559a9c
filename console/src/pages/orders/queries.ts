import { useQuery } from '@tanstack/react-query'
import { client, type Schemas } from '../../app/client.ts'

export type Order = Schemas['AdminOrder']

export const useOrder = (id: string) =>
  useQuery({ queryKey: ['orders', 'detail', id], queryFn: () => client().admin.getAdminOrder({ id }) })
