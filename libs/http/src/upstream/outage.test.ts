import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchOutage } from './outage.ts'
import { createPool } from './pool.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A service of two processes, of which none is reachable, and whose requests wait for a second. */
function outageOfTwo() {
  const pool = createPool(['http://a', 'http://b'], () => Date.now())
  const probes: ((status: number | undefined) => void)[] = []
  const outage = watchOutage(
    pool,
    1_000,
    () => Date.now(),
    (_upstream, _path, done) => {
      probes.push(done)
      return () => {}
    },
  )
  const ends: boolean[] = []
  const request = () => ({ onOutageEnd: (reachable: boolean) => void ends.push(reachable) })
  return { pool, outage, probes, ends, request }
}

test('all that waits goes on when a process answers', () => {
  const { outage, probes, ends, request } = outageOfTwo()
  expect([outage.wait(request()), outage.wait(request())]).toEqual([true, true])
  vi.advanceTimersByTime(100)
  expect(probes, 'one probe of each process').toHaveLength(2)
  probes[0]?.(undefined)
  expect(ends).toEqual([])
  probes[1]?.(200)
  expect(ends).toEqual([true, true])
})

test('a process that refuses is probed again, one that is silent is not', () => {
  const { outage, probes, request } = outageOfTwo()
  outage.wait(request())
  vi.advanceTimersByTime(100)
  probes[0]?.(undefined)
  vi.advanceTimersByTime(300)
  expect(probes).toHaveLength(3)
})

test('what waits is told when the time is over, and then nothing waits any more', () => {
  const { outage, ends, request } = outageOfTwo()
  outage.wait(request())
  vi.advanceTimersByTime(600)
  expect(outage.wait(request())).toBe(true)
  vi.advanceTimersByTime(500)
  expect(ends).toEqual([false, false])
  expect(outage.wait(request())).toBe(false)
})

test('the time starts again after a process has answered', () => {
  const { outage, pool, request } = outageOfTwo()
  outage.wait(request())
  vi.advanceTimersByTime(2_000)
  for (const upstream of pool.upstreams) pool.markHealthy(upstream)
  expect(outage.wait(request())).toBe(true)
})

test('nothing is probed when nothing waits any more', () => {
  const { outage, probes, ends, request } = outageOfTwo()
  const one = request()
  outage.wait(one)
  outage.leave(one)
  vi.advanceTimersByTime(2_000)
  expect([probes, ends]).toEqual([[], []])
})
