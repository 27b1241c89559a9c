import { hash } from 'node:crypto'
import type { Clock, TokenVerifier, VerifiedToken } from './identity.ts'

/** Longest time a token is trusted without asking again; what an account that was disabled has left. */
const longestTrustMs = 60_000

/**
 * Remembers verified tokens, by SHA-256 so that no token lies in memory, until they expire and a minute at most.
 * The one unused for longest makes room. The same token arriving several times at once is verified once.
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
  const remembered = new Map<string, { verified: VerifiedToken; until: number }>()
  const underWay = new Map<string, Promise<VerifiedToken>>()

  function recall(key: string): VerifiedToken | undefined {
    const entry = remembered.get(key)
    if (!entry) return undefined
    remembered.delete(key)
    if (entry.until <= clock().getTime()) return undefined
    remembered.set(key, entry)
    return entry.verified
  }

  function remember(key: string, verified: VerifiedToken): void {
    remembered.set(key, { verified, until: Math.min(verified.expiresAt.getTime(), clock().getTime() + longestTrustMs) })
    if (remembered.size <= capacity) return
    for (const oldest of remembered.keys()) {
      remembered.delete(oldest)
      return
    }
  }

  async function verifyAndRemember(key: string, token: string): Promise<VerifiedToken> {
    try {
      const verified = await verify(token)
      remember(key, verified)
      return verified
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
