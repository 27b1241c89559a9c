import { useQuery } from '@tanstack/react-query'
import { client, type Schemas } from '../../app/client.ts'

export type Account = Schemas['AdminUserDetail']
export type AuditEntry = Schemas['AuditEntry']

/** All accounts, for choices. */
export const useAccounts = () =>
  useQuery({
    queryKey: ['accounts'],
    queryFn: () => client().admin.listUsers({ size: 100, sort: 'name,asc' }),
  })

export const useAccount = (id: string) =>
  useQuery({ queryKey: ['accounts', 'detail', id], queryFn: () => client().admin.getUser({ id }) })

export const usePermissions = () =>
  useQuery({
    queryKey: ['permissions'],
    queryFn: () => client().admin.readPermissions(),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  })

/** An entry, which changes only until its outcome is written. */
export const useAuditEntry = (id: string) =>
  useQuery({ queryKey: ['audit', 'detail', id], queryFn: () => client().admin.getAuditEntry({ id }) })
