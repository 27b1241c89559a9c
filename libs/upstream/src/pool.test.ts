import { expect, test } from 'vitest'
import { createPool, type Pool, type Upstream } from './pool.ts'

const none = new Set<Upstream>()
const hosts = (pool: Pool, times: number) => Array.from({ length: times }, () => pool.next(none)?.url.hostname)

function pairOnAClock() {
  const time = { now: 0 }
  const pool = createPool(['http://a', 'http://b'], () => time.now)
  const [a, b] = pool.upstreams
  if (a === undefined || b === undefined) throw new Error('a pool of two has two')
  return { time, pool, a, b }
}

test('a process that failed is not used during its cooldown, then tried again', () => {
  const { time, pool, a } = pairOnAClock()
  pool.markFailed(a)
  expect(hosts(pool, 2)).toEqual(['b', 'b'])
  time.now = 250
  expect(hosts(pool, 2)).toEqual(['a', 'b'])
})

test('a process that is preferred is used each time while it does not fail, and the others take turns', () => {
  const { pool, b } = pairOnAClock()
  const preferred = () => pool.next(none, 7)?.url.hostname
  expect([preferred(), preferred(), ...hosts(pool, 3), preferred()]).toEqual(['b', 'b', 'a', 'b', 'a', 'b'])
  pool.markFailed(b)
  expect(preferred()).toBe('a')
})

test('the cooldown doubles with each failure, up to five seconds', () => {
  const { time, pool, a } = pairOnAClock()
  const cooldowns = Array.from({ length: 7 }, () => {
    pool.markFailed(a)
    const cooldown = a.retryAt - time.now
    time.now = a.retryAt
    return cooldown
  })
  expect(cooldowns).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000])
})

test('a process that its database does not serve is used when nothing else is left, and not while another is in its cooldown', () => {
  const { pool, a, b } = pairOnAClock()
  a.unserved = true
  expect(hosts(pool, 2)).toEqual(['b', 'b'])
  pool.markFailed(b)
  expect(pool.next(none)).toBe(b)
  expect(pool.next(new Set([b]))).toBe(a)
  b.unserved = true
  expect(hosts(pool, 2).toSorted()).toEqual(['a', 'b'])
})

test('when all are in their cooldown, the one whose cooldown ends first is tried', () => {
  const { time, pool, a, b } = pairOnAClock()
  pool.markFailed(b)
  time.now = 100
  pool.markFailed(a)
  expect(pool.next(none)).toBe(b)
})
