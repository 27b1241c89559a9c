import { ErrorResponse, type User, UserManager } from 'oidc-client-ts'
import { type Identity, type SignInConfig, SignInError } from './identity.ts'

const returnPath = 'signed-in'

/** Accounts of an OpenID Connect provider: authorization code with PKCE; the tokens stay in this tab's session storage. */
export async function openOidc({
  issuer,
  clientId,
  scopes,
}: Extract<SignInConfig, { provider: 'oidc' }>): Promise<Identity> {
  const base = new URL(import.meta.env.BASE_URL, location.origin).href
  const manager = new UserManager({
    authority: issuer,
    client_id: clientId,
    scope: scopes,
    redirect_uri: base + returnPath,
    post_logout_redirect_uri: base,
    automaticSilentRenew: false,
  })
  let user: User | null = await current(manager, base)
  const listeners = new Set<() => void>()
  const change = (next: User | null) => {
    user = next
    for (const listener of listeners) listener()
  }
  manager.events.addUserUnloaded(() => change(null))
  let renewal: Promise<void> | undefined
  // One for all requests: providers accept a refresh token only once. If it is refused, the person signs in again.
  const renew = () => {
    renewal ??= manager
      .signinSilent()
      .then(change, (error: unknown) => {
        if (!(error instanceof ErrorResponse)) throw error
        return manager.removeUser()
      })
      .finally(() => {
        renewal = undefined
      })
    return renewal
  }
  return {
    subject: () => user?.profile.sub,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async token(isRefused) {
      // Without a refresh token the person signs in again.
      if ((isRefused || user?.expired) && user?.refresh_token) await renew()
      return user?.id_token
    },
    async signOut() {
      await manager.signoutRedirect().catch(() => manager.removeUser())
    },
    forget: () => manager.removeUser(),
    method: {
      kind: 'redirect',
      signIn: () =>
        manager.signinRedirect({ state: location.pathname + location.search }).catch((cause: unknown) => {
          throw new SignInError('unreachable', { cause })
        }),
    },
  }
}

/** The person who is signed in already, also by the redirect to this page; the page before the redirect is then shown. */
async function current(manager: UserManager, base: string): Promise<User | null> {
  if (location.href.startsWith(base + returnPath)) {
    const user = await manager.signinCallback().catch(() => undefined)
    history.replaceState(null, '', typeof user?.state === 'string' ? user.state : base)
    return user ?? null
  }
  const user = await manager.getUser()
  return user?.expired && !user.refresh_token ? null : user
}
