import { describe, expect, test } from 'vitest'
import type { Pool, Upstream } from './upstreams.ts'
import { createPool } from './upstreams.ts'

const none = new Set<Upstream>()
const hosts = (pool: Pool, times: number) => Array.from({ length: times }, () => pool.next(none)?.url.hostname)

function pairOnAClock() {
  const time = { now: 0 }
  const pool = createPool(['http://a', 'http://b'], () => time.now)
  const [a, b] = pool.upstreams
  if (a === undefined || b === undefined) throw new Error('a pool of two has two')
  return { time, pool, a, b }
}

describe('the processes of a service', () => {
  test('take turns', () => {
    const { pool } = pairOnAClock()
    expect(hosts(pool, 4)).toEqual(['a', 'b', 'a', 'b'])
  })

  test('one that failed rests, then is tried again', () => {
    const { time, pool, a } = pairOnAClock()
    pool.failed(a)
    expect(hosts(pool, 2)).toEqual(['b', 'b'])
    time.now = 250
    expect(hosts(pool, 2)).toEqual(['a', 'b'])
  })

  test('one that keeps failing rests longer each time, five seconds at most', () => {
    const { time, pool, a } = pairOnAClock()
    const rests = Array.from({ length: 7 }, () => {
      pool.failed(a)
      const rest = a.restsUntil - time.now
      time.now = a.restsUntil
      return rest
    })
    expect(rests).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000])
  })

  test('failing together counts once', () => {
    const { pool, a } = pairOnAClock()
    pool.failed(a)
    pool.failed(a)
    expect(a.restsUntil).toBe(250)
  })

  test('one that answers again has no past', () => {
    const { pool, a } = pairOnAClock()
    pool.failed(a)
    pool.answered(a)
    expect(hosts(pool, 2)).toEqual(['a', 'b'])
  })

  test('when all rest, the one that is back first is tried', () => {
    const { time, pool, a, b } = pairOnAClock()
    pool.failed(b)
    time.now = 100
    pool.failed(a)
    expect(pool.next(none)).toBe(b)
  })

  test('none is tried twice for one request', () => {
    const { pool, a, b } = pairOnAClock()
    expect(pool.next(new Set([a]))).toBe(b)
    expect(pool.next(new Set([a, b]))).toBeUndefined()
  })
})
