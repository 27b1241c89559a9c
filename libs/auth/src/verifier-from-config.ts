import { type AuthConfig, type ProviderConfig, providerConfig } from './auth-variables.ts'
import { createCachedVerifier } from './cached-verifier.ts'
import type { Clock, TokenVerifier } from './identity.ts'

/**
 * The configured verifier, with a cache of verified tokens. Throws ConfigError naming the variable that the chosen provider
 * needs.
 */
export async function verifierFromConfig(config: AuthConfig, clock: Clock): Promise<TokenVerifier> {
  const provider = providerConfig(config)
  return createCachedVerifier(await loadVerifier(provider, clock), { clock })
}

/** Loads the chosen provider's library only. */
async function loadVerifier(provider: ProviderConfig, clock: Clock): Promise<TokenVerifier> {
  if (provider.provider === 'firebase') return (await import('./firebase-verifier.ts')).createFirebaseVerifier(provider)
  return (await import('./oidc-verifier.ts')).createOidcVerifier(provider, clock)
}
