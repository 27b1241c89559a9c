import type { GatewayConfig } from './config.ts'

/** What `GET /staff/config.json` says: where staff sign in (docs/console.md#signing-in). */
export type ConsoleSignIn =
  | { provider: 'firebase'; apiKey: string; emulator: string | null }
  | { provider: 'oidc'; issuer: string; clientId: string; scopes: string }
  | { provider: null }

/** Where Firebase's accounts are, and where their tokens are renewed. */
const firebaseOrigins = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']

/** The provider that is configured completely; none otherwise. */
export function consoleSignIn(config: GatewayConfig): ConsoleSignIn {
  const { CONSOLE_FIREBASE_API_KEY, FIREBASE_AUTH_EMULATOR_HOST } = config
  if (config.AUTH_PROVIDER === 'oidc') {
    const { OIDC_ISSUER: issuer, CONSOLE_OIDC_CLIENT_ID: clientId, CONSOLE_OIDC_SCOPES: scopes } = config
    return issuer === undefined || clientId === undefined
      ? { provider: null }
      : { provider: 'oidc', issuer, clientId, scopes }
  }
  const emulator = FIREBASE_AUTH_EMULATOR_HOST === undefined ? null : `http://${FIREBASE_AUTH_EMULATOR_HOST}`
  // The emulator takes every key.
  const apiKey = CONSOLE_FIREBASE_API_KEY ?? (emulator === null ? undefined : 'local')
  return apiKey === undefined ? { provider: null } : { provider: 'firebase', apiKey, emulator }
}

/** The origins that the console calls to sign in. */
export function signInOrigins(signIn: ConsoleSignIn): string[] {
  switch (signIn.provider) {
    case 'firebase':
      return signIn.emulator === null ? firebaseOrigins : [signIn.emulator]
    case 'oidc':
      return [new URL(signIn.issuer).origin]
    case null:
      return []
  }
}
