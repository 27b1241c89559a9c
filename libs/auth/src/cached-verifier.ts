import { hash } from 'node:crypto'
import { ApiError } from '@campstore/contract/errors'
import type { Clock, TokenVerifier, VerifiedToken } from './identity.ts'

/** Longest time a token is trusted without asking again; what an account that was disabled has left. */
const longestTrustMs = 60_000

/** How long a token that was proven before stays trusted while the identity provider cannot be asked. */
const trustWhileUnavailableMs = 10 * 60_000

/** How long the provider is not asked about a known token after it could not be: its timeout is not paid by every request. */
const pauseWhileUnavailableMs = 30_000

type Entry = { verified: VerifiedToken; provenAt: number; until: number }

/**
 * Remembers verified tokens, by SHA-256 so that no token lies in memory, until they expire and a minute at most.
 * The one unused for longest makes room. The same token arriving several times at once is verified once.
 *
 * While the identity provider is unavailable, a token that it has proven in the last ten minutes stays trusted: a checkout
 * that is under way goes on, and an account that was revoked meanwhile has those ten minutes at most. Anybody else gets the
 * verifier's SERVICE_UNAVAILABLE.
 *
 * A refusal is not remembered: the next moment may bring the key that was missing or the provider that was away, and what
 * a flood of bad tokens costs is the rate limit's concern.
 *
 * @param options.capacity greatest number of remembered tokens
 */
export function createCachedVerifier(
  verify: TokenVerifier,
  options: { clock: Clock; capacity?: number },
): TokenVerifier {
  const { clock, capacity = 10_000 } = options
  const remembered = new Map<string, Entry>()
  const underWay = new Map<string, Promise<VerifiedToken>>()
  const now = () => clock().getTime()

  function recall(key: string): VerifiedToken | undefined {
    const entry = remembered.get(key)
    // Not `until <= now`: a time that is no number must not count as the future.
    if (!entry || !(entry.until > now())) return undefined
    remembered.delete(key)
    remembered.set(key, entry)
    return entry.verified
  }

  function remember(key: string, verified: VerifiedToken): void {
    const provenAt = now()
    remembered.delete(key)
    remembered.set(key, {
      verified,
      provenAt,
      until: Math.min(verified.expiresAt.getTime(), provenAt + longestTrustMs),
    })
    if (remembered.size <= capacity) return
    for (const oldest of remembered.keys()) {
      remembered.delete(oldest)
      return
    }
  }

  /** What was proven before, where that may still be trusted; forgotten otherwise. */
  function recallWhileUnavailable(key: string): VerifiedToken | undefined {
    const entry = remembered.get(key)
    if (!entry) return undefined
    const end = Math.min(entry.verified.expiresAt.getTime(), entry.provenAt + trustWhileUnavailableMs)
    if (end > now()) {
      entry.until = Math.min(end, now() + pauseWhileUnavailableMs)
      return entry.verified
    }
    remembered.delete(key)
    return undefined
  }

  async function verifyAndRemember(key: string, token: string): Promise<VerifiedToken> {
    try {
      const verified = await verify(token)
      remember(key, verified)
      return verified
    } catch (error) {
      const proven = isUnavailable(error) ? recallWhileUnavailable(key) : undefined
      if (proven) return proven
      remembered.delete(key)
      throw error
    } finally {
      underWay.delete(key)
    }
  }

  return async token => {
    const key = hash('sha256', token, 'base64')
    const known = recall(key) ?? underWay.get(key)
    if (known) return known
    const verification = verifyAndRemember(key, token)
    underWay.set(key, verification)
    return verification
  }
}

const isUnavailable = (error: unknown): boolean => error instanceof ApiError && error.code === 'SERVICE_UNAVAILABLE'
