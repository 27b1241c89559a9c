import { type AuthConfig, providerConfig } from './auth-variables.ts'
import { createCachedVerifier } from './cached-verifier.ts'
import { createFirebaseVerifier } from './firebase-verifier.ts'
import type { Clock, TokenVerifier } from './identity.ts'
import { createOidcVerifier } from './oidc-verifier.ts'

/**
 * The configured verifier, with a cache of verified tokens.
 *
 * @throws {ConfigError} naming the variable that the chosen provider needs
 */
export async function verifierFromConfig(config: AuthConfig, clock: Clock): Promise<TokenVerifier> {
  const provider = providerConfig(config)
  const verify =
    provider.provider === 'oidc' ? createOidcVerifier(provider, clock) : await createFirebaseVerifier(provider)
  return createCachedVerifier(verify, { clock })
}
