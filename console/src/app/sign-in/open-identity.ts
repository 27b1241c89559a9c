import type { Identity, SignInConfig } from './identity.ts'

const noIdentity: Identity = {
  subject: () => undefined,
  subscribe: () => () => {},
  token: async () => undefined,
  signOut: async () => {},
  method: { kind: 'none' },
}

/** Opens the configured provider, and loads the code of that provider only. */
export async function openIdentity(): Promise<Identity> {
  const response = await fetch(`${import.meta.env.BASE_URL}config.json`)
  if (!response.ok) throw new Error(`config.json: ${response.status}`)
  // The gateway of the same build writes it.
  const config = (await response.json()) as SignInConfig
  switch (config.provider) {
    case 'firebase':
      return (await import('./firebase.ts')).openFirebase(config)
    case 'oidc':
      return (await import('./oidc.ts')).openOidc(config)
    case null:
      return noIdentity
  }
}
