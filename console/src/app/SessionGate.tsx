import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Activity, type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../design/Button.tsx'
import { ErrorState } from '../design/ErrorState.tsx'
import { Loading } from '../design/Loaded.tsx'
import { CampstoreError, client, type Schemas } from './client.ts'
import { hasExpired, leaveSession, type Session, SessionContext, startSession } from './session.ts'
import { forgetSearches } from './shell/BackLink.tsx'
import { EntrancePage } from './sign-in/EntrancePage.tsx'
import type { Identity } from './sign-in/identity.ts'
import { SignInPage } from './sign-in/SignInPage.tsx'

/** How often permissions are read again, in milliseconds. */
const permissionsMs = 60_000

/**
 * Shows the sign-in, or, with the session of an active administrator, its children. When a session ends by itself, they are hidden
 * until the same person has signed in again, so that open forms keep their changes.
 */
export function SessionGate({ identity, children }: { identity: Identity; children: ReactNode }) {
  const signedIn = useSyncExternalStore(identity.subscribe, identity.subject)
  const [last, setLast] = useState(signedIn)
  if (signedIn !== undefined && signedIn !== last) setLast(signedIn)
  const subject = signedIn ?? (hasExpired() ? last : undefined)
  const queries = useQueryClient()
  const account = useQuery({
    queryKey: ['session', subject],
    // The first call binds the account to the person; later ones read its current permissions.
    queryFn: () =>
      queries.getQueryData(['session', subject]) === undefined ? openSession(identity) : client().admin.getOwnAccount(),
    enabled: signedIn !== undefined,
    refetchInterval: permissionsMs,
    staleTime: permissionsMs,
  })
  useEffect(() => {
    // The next account, which another tab may have signed in, must not see data of this one.
    queries.removeQueries({ predicate: ({ queryKey: [kind, whose] }) => kind !== 'session' || whose !== subject })
    return forgetSearches
  }, [subject, queries])
  useEffect(() => {
    if (signedIn !== undefined) startSession()
  }, [signedIn])
  const administrator = account.data
  const session = useMemo<Session | undefined>(
    () =>
      administrator && {
        administrator,
        can: (...permissions) => permissions.every(one => administrator.effectivePermissions.includes(one)),
        signOut: () => leaveSession(identity),
      },
    [administrator, identity],
  )
  if (subject === undefined || (signedIn === undefined && session === undefined))
    return <SignInPage method={identity.method} />
  if (signedIn !== undefined && account.error && (session === undefined || isRefusal(account.error)))
    return (
      <NoAccountPage error={account.error} signOut={() => leaveSession(identity)} retry={() => account.refetch()} />
    )
  if (session === undefined) return <Loading isPage />
  return (
    <>
      {signedIn === undefined && <SignInPage method={identity.method} hasExpired />}
      <Activity key={subject} mode={signedIn === undefined ? 'hidden' : 'visible'}>
        <SessionContext value={session}>{children}</SessionContext>
      </Activity>
    </>
  )
}

const isRefusal = (error: Error): boolean =>
  error instanceof CampstoreError && ['ADMIN_NOT_WHITELISTED', 'ADMIN_INACTIVE'].includes(error.code)

async function openSession(identity: Identity): Promise<Schemas['AdminUserDetail']> {
  const idToken = await identity.token(false)
  return client().admin.openAdminSession({ idToken: idToken ?? '' })
}

type NoAccountPageProps = { error: Error; signOut(): void; retry(): void }

/** Shown after a sign-in without an active account, or if the account cannot be read. */
function NoAccountPage({ error, signOut, retry }: NoAccountPageProps) {
  const { t } = useTranslation()
  const code = error instanceof CampstoreError ? error.code : undefined
  const isInactive = code === 'ADMIN_INACTIVE'
  const isUnknown = code === 'ADMIN_NOT_WHITELISTED'
  const title = isInactive ? t('signIn.inactive') : isUnknown ? t('signIn.noAccount') : t('states.failed')
  return (
    <EntrancePage title={title}>
      {isInactive && <p>{t('signIn.inactiveHint')}</p>}
      {isUnknown && <p>{t('signIn.noAccountHint')}</p>}
      <ErrorState error={error} retry={retry} />
      <Button onPress={signOut}>{t('signIn.otherAccount')}</Button>
    </EntrancePage>
  )
}
