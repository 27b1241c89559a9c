import { ApiError } from '@campstore/contract/errors'
import { expect, test } from 'vitest'
import { createCachedVerifier } from './cached-verifier.ts'
import type { TokenVerifier } from './identity.ts'

const start = Date.parse('2026-11-20T08:00:00.000Z')

/** A verifier that counts, behind a cache whose clock can be moved. */
function setting(options: { lifetimeMs?: number; capacity?: number; verify?: TokenVerifier } = {}) {
  const { lifetimeMs = 3_600_000, capacity } = options
  const asked: string[] = []
  let now = start
  const trusting: TokenVerifier = async token => ({
    identity: { subject: token, emailVerified: false, provider: 'password' },
    expiresAt: new Date(start + lifetimeMs),
  })
  const verify = createCachedVerifier(
    token => {
      asked.push(token)
      return (options.verify ?? trusting)(token)
    },
    { clock: () => new Date(now), capacity },
  )
  const wait = (ms: number) => {
    now += ms
  }
  return { verify, asked, wait }
}

test('a token is verified once in a minute', async () => {
  const { verify, asked, wait } = setting()
  const first = await verify('a')
  wait(59_999)
  expect(await verify('a')).toEqual(first)
  expect(asked).toEqual(['a'])
})

test('after a minute it is verified again', async () => {
  const { verify, asked, wait } = setting()
  await verify('a')
  wait(60_000)
  await verify('a')
  expect(asked).toEqual(['a', 'a'])
})

test('being used does not make it trusted for longer', async () => {
  const { verify, asked, wait } = setting()
  await verify('a')
  wait(40_000)
  await verify('a')
  wait(40_000)
  await verify('a')
  expect(asked).toEqual(['a', 'a'])
})

test('a token that ends within the minute is not trusted past its end', async () => {
  const { verify, asked, wait } = setting({ lifetimeMs: 10_000 })
  await verify('a')
  wait(10_000)
  await verify('a')
  expect(asked).toEqual(['a', 'a'])
})

test('one token arriving twenty times at once is verified once', async () => {
  const { verify, asked } = setting()
  const answers = await Promise.all(Array.from({ length: 20 }, () => verify('a')))
  expect(asked).toEqual(['a'])
  expect(new Set(answers).size).toBe(1)
})

test('different tokens never share an answer', async () => {
  const { verify } = setting()
  const [a, b] = await Promise.all([verify('a'), verify('b')])
  expect([a.identity.subject, b.identity.subject]).toEqual(['a', 'b'])
})

test('a refusal is not remembered', async () => {
  let away = true
  const { verify, asked } = setting({
    verify: async token => {
      if (away) throw new ApiError('SERVICE_UNAVAILABLE', 'away')
      return {
        identity: { subject: token, emailVerified: false, provider: 'password' },
        expiresAt: new Date(start + 1),
      }
    },
  })
  await expect(verify('a')).rejects.toThrow('away')
  away = false
  await expect(verify('a')).resolves.toMatchObject({ identity: { subject: 'a' } })
  expect(asked).toEqual(['a', 'a'])
})

test('when it is full, the token unused for longest makes room', async () => {
  const { verify, asked } = setting({ capacity: 2 })
  await verify('a')
  await verify('b')
  await verify('a')
  await verify('c')
  await verify('a')
  await verify('b')
  expect(asked).toEqual(['a', 'b', 'c', 'b'])
})
