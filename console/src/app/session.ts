import type { Permission } from '@campstore/contract/admin/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { type Day, today } from '../lib/days.ts'
import { client, type Schemas, useRead } from './client.ts'
import type { Identity } from './sign-in/identity.ts'

/** The administrator who is signed in. */
export type Session = {
  administrator: Schemas['AdminUserDetail']
  /** Whether the administrator has all of these permissions. */
  can(...permissions: readonly Permission[]): boolean
  signOut(): void
}

export const SessionContext = createContext<Session | undefined>(undefined)

let isLeft = false

/** Whether the session ended without the sign-out button of this tab: it was refused, or ended in another tab. */
export const hasExpired = (): boolean => !isLeft

/** Ends the session because the person asks for it in this tab. */
export function leaveSession(identity: Identity): void {
  isLeft = true
  void identity.signOut()
}

/** Notes a sign-in. */
export function startSession(): void {
  isLeft = false
}

/** The session; every page has one. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error('There is no session')
  return session
}

/** How often data that rarely changes is read again, in milliseconds. */
const seldomMs = 600_000
const seldom = { staleTime: seldomMs, refetchInterval: seldomMs }

const usePolicy = () => useQuery({ queryKey: ['policy'], queryFn: () => client().booking.getPolicy(), ...seldom }).data

/** The business date now, by the policy's boundary hour once that is known. */
export const useToday = (): Day => today(usePolicy()?.dateBoundaryHour)

/** The weekdays with the holiday price, 0 = Sunday, once they are known. */
export const useHolidayWeekdays = (): readonly number[] => usePolicy()?.holidayWeekdays ?? []

/** The active campgrounds, for choices. */
export const useCampgrounds = () =>
  useQuery({ queryKey: ['campgrounds'], queryFn: () => client().booking.listCampgrounds(), ...seldom })

/** The campgrounds as options of a choice. */
export function useCampgroundOptions(): { value: string; label: string }[] {
  const { data = [] } = useCampgrounds()
  return data.map(({ id, name }) => ({ value: id, label: name }))
}

/** The name of a campground; the id, if it is inactive and the administrator may not see it. */
export function useCampgroundName(): (id: string) => string {
  const { can } = useSession()
  const { data: active = [] } = useCampgrounds()
  const { data: all = active } = useQuery({
    queryKey: ['campgrounds', 'all'],
    queryFn: () => Array.fromAsync(client().admin.listAdminCampgrounds.all()),
    enabled: can('campgrounds.view'),
    ...seldom,
  })
  return id => all.find(campground => campground.id === id)?.name ?? id
}

/** The name of a customer whose page was opened before, else undefined: reading it would be one more view of personal data. */
export const useKnownCustomer = (id = ''): string | undefined =>
  useQueryClient().getQueryData<{ name: string }>(['getCustomer', { id }])?.name

/** The locations of stock, for administrators who may see them. */
export function useLocations() {
  const { can } = useSession()
  return useRead('listLocations', {}, { enabled: can('inventory.view'), ...seldom })
}
