import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client, type QueryOf, type Schemas } from '../../app/client.ts'
import { choiceFilter, dayFilter, textFilter } from '../../lib/filters.ts'

export type Account = Schemas['AdminUserDetail']
export type AuditEntry = Schemas['AuditEntry']

export const roles = ['admin', 'operator', 'warehouse'] as const
export const outcomes = ['started', 'succeeded', 'refused', 'failed', 'unknown'] as const

/** The filters of the accounts, as the URL has them. */
export const accountFilters = {
  tab: choiceFilter(['accounts', 'audit']),
  q: textFilter,
  role: choiceFilter(roles),
  active: choiceFilter(['true', 'false']),
  sort: choiceFilter(['createdAt,asc', 'createdAt,desc', 'email,asc', 'email,desc', 'name,asc', 'name,desc']),
}

/** The filters of the audit log, as the URL has them. */
export const auditFilters = {
  tab: choiceFilter(['accounts', 'audit']),
  adminId: textFilter,
  targetId: textFilter,
  action: textFilter,
  outcome: choiceFilter(outcomes),
  from: dayFilter,
  to: dayFilter,
}

export const useAccounts = (fields: QueryOf<'listUsers'>) =>
  useQuery({
    queryKey: ['accounts', fields],
    queryFn: () => client().admin.listUsers(fields),
    placeholderData: keepPreviousData,
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

export const useAuditEntries = (fields: QueryOf<'listAuditEntries'>) =>
  useQuery({
    queryKey: ['audit', fields],
    queryFn: () => client().admin.listAuditEntries(fields),
    placeholderData: keepPreviousData,
  })

/** An entry, which changes only until its outcome is written. */
export const useAuditEntry = (id: string) =>
  useQuery({ queryKey: ['audit', 'detail', id], queryFn: () => client().admin.getAuditEntry({ id }) })
