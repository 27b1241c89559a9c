import { describe, expect, onTestFinished, test } from 'vitest'
import { createPool, takeInHand } from './upstreams.ts'
import { watchUpstreams } from './watch.ts'

/** A watch of one upstream that judges after three ticks; its time stands still but for `ticks`. */
function watchOne() {
  const [upstream] = createPool(['http://a']).upstreams
  if (upstream === undefined) throw new Error('a pool of one has one')
  const questions: ((answered: boolean) => void)[] = []
  const watch = watchUpstreams([upstream], 750, (_upstream, done) => {
    questions.push(done)
    return () => {}
  })
  watch.stop()
  const told: boolean[] = []
  const ticks = (count: number) => Array.from({ length: count }, () => watch.tick())
  const take = () => takeInHand(upstream, { since: watch.now, place: 0, onFrozen: long => told.push(long) })
  onTestFinished(() => watch.stop())
  return { upstream, questions, told, ticks, take }
}

describe('an upstream', () => {
  test('that answers the question is not frozen', () => {
    const { upstream, questions, ticks, take } = watchOne()
    take()
    ticks(2)
    questions[0]?.(true)
    ticks(3)
    expect(upstream.frozen).toBe(false)
  })

  test('that answers nothing for the time is frozen, until it answers', () => {
    const { upstream, questions, ticks, take } = watchOne()
    take()
    ticks(3)
    expect(upstream.frozen).toBe(false)
    ticks(1)
    expect(upstream.frozen).toBe(true)
    questions[0]?.(true)
    expect(upstream.frozen).toBe(false)
  })

  test('that is too busy for the question but answers a request is not frozen', () => {
    const { upstream, ticks, take } = watchOne()
    take()
    for (let round = 0; round < 5; round += 1) {
      ticks(2)
      upstream.heard = true
    }
    ticks(1)
    expect(upstream.frozen).toBe(false)
  })

  test('that refuses the connection is not frozen: the request that meets it goes on by itself', () => {
    const { upstream, questions, ticks, take } = watchOne()
    take()
    ticks(3)
    questions[0]?.(false)
    ticks(2)
    expect(upstream.frozen).toBe(false)
  })

  test('that has nothing to do is asked now and then', () => {
    const { questions, ticks } = watchOne()
    ticks(3)
    expect(questions).toHaveLength(0)
    ticks(1)
    expect(questions).toHaveLength(1)
  })

  test('that stays frozen is asked anew on another connection', () => {
    const { questions, ticks } = watchOne()
    ticks(4 + 20)
    expect(questions).toHaveLength(2)
  })

  test('when it is frozen, requests that it has had for long are told apart from new ones', () => {
    const { told, ticks, take } = watchOne()
    ticks(6)
    take()
    ticks(1)
    expect(told).toEqual([false])
    ticks(2)
    expect(told).toEqual([false, false, true])
  })
})
