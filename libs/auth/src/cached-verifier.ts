import { hash } from 'node:crypto'
import { ApiError } from '@campstore/contract/errors'
import { cacheLookups } from '@campstore/core/telemetry/shared-metrics'
import { LRUCache } from 'lru-cache'
import type { Clock, TokenVerifier, VerifiedToken } from './identity.ts'

/** Longest time that a token is trusted without a new look-up: how long a disabled account keeps its access. */
const maxTrustMs = 60_000

/** How long a verified token stays trusted while the identity provider is unavailable. */
const maxTrustWhileUnavailableMs = 10 * 60_000

/**
 * How long the provider is not asked about a known token after a failed look-up, so that not every request waits for its
 * timeout.
 */
const retryDelayMs = 30_000

type Entry = { verified: VerifiedToken; verifiedAt: number; trustedUntil: number }

/**
 * Caches verified tokens until they expire, for a minute at most. The keys are SHA-256 digests, so that no token stays in memory.
 * Concurrent requests with the same token share one verification.
 *
 * While the identity provider is unavailable, a token that it verified within the last ten minutes stays trusted: a checkout in
 * progress can continue, and an account that was revoked meanwhile keeps its access for those ten minutes at most. Every other
 * token gets the verifier's SERVICE_UNAVAILABLE.
 *
 * Refusals are not cached: the missing key or the unavailable provider may be there a moment later, and a flood of bad tokens
 * is the rate limit's concern. For the same reason verifications in progress have their own map: bad tokens must not
 * evict good ones.
 */
export function createCachedVerifier(verify: TokenVerifier, { clock }: { clock: Clock }): TokenVerifier {
  // Without the ttl of the package: an entry has two ends, and an invalid date must not count as the future.
  const cache = new LRUCache<string, Entry>({ max: 10_000 })
  const inProgress = new Map<string, Promise<VerifiedToken>>()
  const now = () => clock().getTime()

  function findTrusted(key: string): VerifiedToken | undefined {
    const entry = cache.get(key)
    return entry && entry.trustedUntil > now() ? entry.verified : undefined
  }

  function findTrustedWhileUnavailable(key: string): VerifiedToken | undefined {
    const entry = cache.get(key)
    if (!entry) return undefined
    const end = Math.min(entry.verified.expiresAt.getTime(), entry.verifiedAt + maxTrustWhileUnavailableMs)
    if (!(end > now())) return undefined
    entry.trustedUntil = Math.min(end, now() + retryDelayMs)
    return entry.verified
  }

  async function verifyAndCache(key: string, token: string): Promise<VerifiedToken> {
    try {
      const verified = await verify(token)
      const verifiedAt = now()
      const trustedUntil = Math.min(verified.expiresAt.getTime(), verifiedAt + maxTrustMs)
      cache.set(key, { verified, verifiedAt, trustedUntil })
      return verified
    } catch (error) {
      const trusted = isUnavailable(error) ? findTrustedWhileUnavailable(key) : undefined
      if (trusted) return trusted
      cache.delete(key)
      throw error
    } finally {
      inProgress.delete(key)
    }
  }

  return async token => {
    const key = hash('sha256', token, 'base64')
    const known = findTrusted(key) ?? inProgress.get(key)
    cacheLookups.add({ cache: 'tokens', result: known ? 'hit' : 'miss' })
    if (known) return known
    const verification = verifyAndCache(key, token)
    inProgress.set(key, verification)
    return verification
  }
}

const isUnavailable = (error: unknown): boolean => error instanceof ApiError && error.code === 'SERVICE_UNAVAILABLE'
