import { retried } from '../../lib/retried.ts'
import type { Identity, SignInConfig } from './identity.ts'
import { openLater } from './later.ts'

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
