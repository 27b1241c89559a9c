import { createContext, useContext } from 'react'
import type { Schemas } from './client.ts'
import type { Permission } from './permissions.ts'

/** The administrator who is signed in. */
export type Session = {
  administrator: Schemas['AdminUserDetail']
  /** Whether the administrator has all of these permissions. */
  can(...permissions: readonly Permission[]): boolean
  signOut(): void
}

export const SessionContext = createContext<Session | undefined>(undefined)

/** The session; every page has one. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error('There is no session')
  return session
}
