import { useQuery } from '@tanstack/react-query'
import { client, type Schemas } from '../../app/client.ts'

export type Account = Schemas['AdminUserDetail']

export const useAccount = (id: string) =>
  useQuery({ queryKey: ['accounts', 'detail', id], queryFn: () => client().admin.getUser({ id }) })
