import { retried } from '../../lib/retried.ts'
import { type Identity, type SignInConfig, SignInError } from './identity.ts'

const noIdentity: Identity = {
  subject: () => undefined,
  subscribe: () => () => {},
  token: async () => undefined,
  signOut: async () => {},
  forget: async () => {},
  method: { kind: 'none' },
}

/** Whether a provider has a session in this browser: then the console loads at once. */
export const hasStoredSession = (): boolean =>
  [localStorage, sessionStorage].some(storage =>
    Object.keys(storage).some(key => /^(?:firebase:authUser|oidc\.user):/.test(key)),
  )

/** Opens the configured provider, and loads the code of that provider only. */
export async function openIdentity(): Promise<Identity> {
  const config = await retried(async () => {
    const response = await fetch(`${import.meta.env.BASE_URL}config.json`)
    if (!response.ok) throw new Error(`config.json: ${response.status}`)
    // The gateway of the same build writes it.
    return (await response.json()) as SignInConfig
  })
  switch (config.provider) {
    case 'firebase': {
      const open = () => retried(() => import('./firebase.ts')).then(({ openFirebase }) => openFirebase(config))
      return hasStoredSession() ? open() : openLater(open, config.emulator !== null)
    }
    case 'oidc':
      return (await retried(() => import('./oidc.ts'))).openOidc(config)
    case null:
      return noIdentity
  }
}

/** A provider with passwords, whose code the first subscriber loads; until then, no one is signed in. */
function openLater(open: () => Promise<Identity>, isDemonstration: boolean): Identity {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  let identity: Identity | undefined
  let opening: Promise<Identity> | undefined
  const opened = (): Promise<Identity> => {
    opening ??= open().then(
      loaded => {
        identity = loaded
        loaded.subscribe(tell)
        return loaded
      },
      cause => {
        opening = undefined
        throw new SignInError('unreachable', { cause })
      },
    )
    return opening
  }
  return {
    subject: () => identity?.subject(),
    subscribe(listener) {
      listeners.add(listener)
      // The sign-in itself shows a failure.
      void opened().catch(() => {})
      return () => listeners.delete(listener)
    },
    token: async renew => (await opened()).token(renew),
    signOut: async () => (await opened()).signOut(),
    forget: async () => (await opened()).forget(),
    method: {
      kind: 'password',
      isDemonstration,
      async signIn(email, password) {
        const { method } = await opened()
        if (method.kind === 'password') await method.signIn(email, password)
      },
    },
  }
}
