import { ApiError } from '@campstore/contract/errors'
import { verbatim } from '@campstore/contract/texts/text'
import { describe, expect, test } from 'vitest'
import { createCachedVerifier } from './cached-verifier.ts'
import type { TokenVerifier } from './identity.ts'

const start = Date.parse('2026-11-20T08:00:00.000Z')

/** A verifier that counts and can fail, behind a cache whose clock can be moved. */
function scenario({ lifetimeMs = 3_600_000 } = {}) {
  const verified: string[] = []
  let now = start
  let failure: ApiError | undefined
  const verifier: TokenVerifier = async token => {
    verified.push(token)
    if (failure) throw failure
    return {
      identity: { subject: token, emailVerified: false, provider: 'password', issuedAt: new Date(0) },
      expiresAt: new Date(start + lifetimeMs),
    }
  }
  const verify = createCachedVerifier(verifier, { clock: () => new Date(now) })
  const wait = (ms: number) => {
    now += ms
  }
  const fail = (code: 'SERVICE_UNAVAILABLE' | 'UNAUTHORIZED' | undefined) => {
    failure = code && new ApiError(code, verbatim(code))
  }
  return { verify, verified, wait, fail }
}

test('a token is verified once a minute, however often it is used', async () => {
  const { verify, verified, wait } = scenario()
  const first = await verify('a')
  wait(40_000)
  expect(await verify('a')).toEqual(first)
  wait(19_999)
  await verify('a')
  expect(verified).toEqual(['a'])
  wait(1)
  await verify('a')
  expect(verified).toEqual(['a', 'a'])
})

test('a token that expires within the minute is not trusted after its expiry', async () => {
  const { verify, verified, wait } = scenario({ lifetimeMs: 10_000 })
  await verify('a')
  wait(10_000)
  await verify('a')
  expect(verified).toEqual(['a', 'a'])
})

test('twenty concurrent requests with one token verify it once', async () => {
  const { verify, verified } = scenario()
  const answers = await Promise.all(Array.from({ length: 20 }, () => verify('a')))
  expect(verified).toEqual(['a'])
  expect(new Set(answers).size).toBe(1)
})

test('a refusal is not cached', async () => {
  const { verify, verified, fail } = scenario()
  fail('SERVICE_UNAVAILABLE')
  await expect(verify('a')).rejects.toThrow('SERVICE_UNAVAILABLE')
  fail(undefined)
  await expect(verify('a')).resolves.toMatchObject({ identity: { subject: 'a' } })
  expect(verified).toEqual(['a', 'a'])
})

describe('while the identity provider is unavailable', () => {
  test('a token that was verified in the last ten minutes stays trusted', async () => {
    const { verify, wait, fail } = scenario()
    await verify('a')
    fail('SERVICE_UNAVAILABLE')
    wait(599_999)
    await expect(verify('a')).resolves.toMatchObject({ identity: { subject: 'a' } })
    wait(1)
    await expect(verify('a')).rejects.toThrow('SERVICE_UNAVAILABLE')
  })

  test('a token that has expired is not trusted', async () => {
    const { verify, wait, fail } = scenario({ lifetimeMs: 120_000 })
    await verify('a')
    fail('SERVICE_UNAVAILABLE')
    wait(120_000)
    await expect(verify('a')).rejects.toThrow('SERVICE_UNAVAILABLE')
  })

  test('it is asked about a token every half minute, not for every request', async () => {
    const { verify, verified, wait, fail } = scenario()
    await verify('a')
    fail('SERVICE_UNAVAILABLE')
    wait(60_000)
    await verify('a')
    wait(29_999)
    await verify('a')
    expect(verified).toEqual(['a', 'a'])
    wait(1)
    await verify('a')
    expect(verified).toEqual(['a', 'a', 'a'])
  })

  test('a token that it refused before is not trusted', async () => {
    const { verify, wait, fail } = scenario()
    await verify('a')
    fail('UNAUTHORIZED')
    wait(60_000)
    await expect(verify('a')).rejects.toThrow('UNAUTHORIZED')
    fail('SERVICE_UNAVAILABLE')
    await expect(verify('a')).rejects.toThrow('SERVICE_UNAVAILABLE')
  })
})
