import { describe, expect, onTestFinished, test } from 'vitest'
import { addPending, createPool } from './pool.ts'
import { watchUpstreams } from './watch.ts'

/** A watch of one upstream that judges after three ticks; its time moves by `ticks` only. */
function watchOne() {
  const [upstream] = createPool(['http://a']).upstreams
  if (upstream === undefined) throw new Error('a pool of one has one')
  const probes: ((answered: boolean) => void)[] = []
  const watch = watchUpstreams(
    () => [upstream],
    750,
    (_upstream, done) => {
      probes.push(done)
      return () => {}
    },
  )
  watch.stop()
  const reports: boolean[] = []
  const ticks = (count: number) => Array.from({ length: count }, () => watch.advance())
  const send = () =>
    addPending(upstream, {
      sentAtTick: watch.tick,
      index: 0,
      onFrozen: silentThroughout => reports.push(silentThroughout),
    })
  onTestFinished(() => watch.stop())
  return { upstream, probes, reports, ticks, send }
}

describe('an upstream', () => {
  test('that answers the probe is not frozen', () => {
    const { upstream, probes, ticks, send } = watchOne()
    send()
    ticks(2)
    probes[0]?.(true)
    ticks(3)
    expect(upstream.frozen).toBe(false)
  })

  test('that is silent for the whole time is frozen, until it answers', () => {
    const { upstream, probes, ticks, send } = watchOne()
    send()
    ticks(3)
    expect(upstream.frozen).toBe(false)
    ticks(1)
    expect(upstream.frozen).toBe(true)
    probes[0]?.(true)
    expect(upstream.frozen).toBe(false)
  })

  test('that is too busy for the probe but answers a request is not frozen', () => {
    const { upstream, ticks, send } = watchOne()
    send()
    for (let round = 0; round < 5; round += 1) {
      ticks(2)
      upstream.active = true
    }
    ticks(1)
    expect(upstream.frozen).toBe(false)
  })

  test('that refuses the connection is not frozen', () => {
    const { upstream, probes, ticks, send } = watchOne()
    send()
    ticks(3)
    probes[0]?.(false)
    ticks(2)
    expect(upstream.frozen).toBe(false)
  })

  test('without pending requests is probed from time to time', () => {
    const { probes, ticks } = watchOne()
    ticks(3)
    expect(probes).toHaveLength(0)
    ticks(1)
    expect(probes).toHaveLength(1)
  })

  test('that stays frozen is probed again over another connection', () => {
    const { probes, ticks } = watchOne()
    ticks(4 + 20)
    expect(probes).toHaveLength(2)
  })

  test('that is frozen: its old pending requests are distinguished from new ones', () => {
    const { reports, ticks, send } = watchOne()
    ticks(6)
    send()
    ticks(1)
    expect(reports).toEqual([false])
    ticks(2)
    expect(reports).toEqual([false, false, true])
  })
})
