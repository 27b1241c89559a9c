import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { monitorUpstreams } from './monitor.ts'
import { addPending, createPool } from './pool.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A monitor of some processes of one service, whose time moves by `ticks` only: frozen after three, an outage lasts ten. */
function monitorOf(...urls: string[]) {
  const pool = createPool(urls, () => Date.now())
  const probes: ((status: number | undefined, isServed?: boolean) => void)[] = []
  const monitor = monitorUpstreams(
    [pool],
    { silenceMs: 300, waitMs: 1_000 },
    () => Date.now(),
    (_upstream, _path, done) => {
      probes.push(done)
      return () => {}
    },
  )
  const ticks = (count: number) => void vi.advanceTimersByTime(100 * count)
  return { pool, monitor, probes, ticks }
}

function monitorOne() {
  const { pool, monitor, probes, ticks } = monitorOf('http://a')
  const [upstream = expect.fail()] = pool.upstreams
  const reports: boolean[] = []
  const send = () =>
    addPending(upstream, {
      sentAtTick: monitor.tick,
      index: 0,
      onFrozen: silentThroughout => reports.push(silentThroughout),
    })
  return { upstream, probes, reports, ticks, send }
}

describe('a process', () => {
  test('that is silent for the whole time is frozen, until it answers', () => {
    const { upstream, probes, ticks, send } = monitorOne()
    send()
    ticks(3)
    expect(upstream.frozen).toBe(false)
    ticks(1)
    expect(upstream.frozen).toBe(true)
    probes[0]?.(503)
    expect(upstream.frozen).toBe(false)
  })

  test('that is slow as others are is frozen later, and after four times as long at most', () => {
    const { upstream, probes, ticks, send } = monitorOne()
    send()
    ticks(3)
    probes[0]?.(200)
    ticks(1 + 6)
    expect(upstream.frozen).toBe(false)
    ticks(3)
    expect(upstream.frozen).toBe(true)
    ticks(60)
    probes.at(-1)?.(200)
    ticks(30)
    send()
    ticks(4)
    expect([upstream.frozen, probes.length]).toEqual([true, 4])
  })

  test('that is too busy for the probe but answers a request is not frozen', () => {
    const { upstream, ticks, send } = monitorOne()
    send()
    for (let round = 0; round < 5; round += 1) {
      ticks(2)
      upstream.active = true
    }
    ticks(1)
    expect(upstream.frozen).toBe(false)
  })

  test('that refuses the connection is not frozen', () => {
    const { upstream, probes, ticks, send } = monitorOne()
    send()
    ticks(3)
    probes[0]?.(undefined)
    ticks(2)
    expect(upstream.frozen).toBe(false)
  })

  test('without pending requests is probed from time to time, and so is one that answers requests', () => {
    const { upstream, probes, ticks } = monitorOne()
    ticks(9)
    expect(probes).toHaveLength(0)
    upstream.active = true
    ticks(1)
    expect(probes).toHaveLength(1)
  })

  test('that is not served by its database reports that to its pending requests, until it is served', () => {
    const { upstream, probes, reports, ticks, send } = monitorOne()
    ticks(10)
    probes[0]?.(200, false)
    send()
    ticks(1)
    expect([upstream.unserved, reports]).toEqual([true, [false]])
    ticks(1)
    probes[1]?.(200, true)
    ticks(1)
    expect([upstream.unserved, reports]).toEqual([false, [false, false]])
  })

  test('that stays frozen is probed again over another connection', () => {
    const { probes, ticks } = monitorOne()
    ticks(10 + 50)
    expect(probes).toHaveLength(2)
  })

  test('that is frozen: its old pending requests are distinguished from new ones', () => {
    const { reports, ticks, send } = monitorOne()
    ticks(12)
    send()
    ticks(1)
    expect(reports).toEqual([false])
    ticks(5)
    expect(reports).toEqual([false, false, false, false, false, true])
  })
})

describe('requests that wait through an outage', () => {
  /** A service of two unreachable processes. */
  function outageOfTwo() {
    const { pool, monitor, probes, ticks } = monitorOf('http://a', 'http://b')
    const ends: boolean[] = []
    const request = () => ({ onOutageEnd: (reachable: boolean) => void ends.push(reachable) })
    const wait = (one = request()) => monitor.wait(pool, one)
    return { pool, monitor, probes, ends, ticks, wait, request }
  }

  test('all go on when a process answers', () => {
    const { probes, ends, ticks, wait } = outageOfTwo()
    expect([wait(), wait()]).toEqual([true, true])
    ticks(1)
    expect(probes, 'one probe of each process').toHaveLength(2)
    probes[0]?.(undefined)
    expect(ends).toEqual([])
    probes[1]?.(200)
    expect(ends).toEqual([true, true])
  })

  test('are told when the time is over, and then nothing waits any more', () => {
    const { ends, ticks, wait } = outageOfTwo()
    wait()
    ticks(6)
    expect(wait()).toBe(true)
    ticks(5)
    expect(ends).toEqual([false, false])
    expect(wait()).toBe(false)
  })
})
