import type { Permission } from '@campstore/contract/admin/permissions'
import { createContext, useContext } from 'react'
import type { Schemas } from './client.ts'
import type { Identity } from './sign-in/identity.ts'

/** The administrator who is signed in. */
export type Session = {
  administrator: Schemas['AdminUserDetail']
  /** Whether the administrator has all of these permissions. */
  can(...permissions: readonly Permission[]): boolean
  signOut(): void
}

export const SessionContext = createContext<Session | undefined>(undefined)

let isExpired = false

/** Whether the session ended by itself, with no sign-in since. */
export const hasExpired = (): boolean => isExpired

/** Ends a session that the API refuses. */
export function expireSession(identity: Identity): void {
  isExpired = true
  void identity.forget()
}

/** Notes a sign-in. */
export function startSession(): void {
  isExpired = false
}

/** The session; every page has one. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error('There is no session')
  return session
}
