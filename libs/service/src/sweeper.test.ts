import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSweeper } from './sweeper.ts'

let lines: Record<string, unknown>[] = []
beforeEach(() => {
  lines = []
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

/** A sweeper of leaves, every 5 seconds, whose rounds do one after the other what is given; the last for ever. */
function sweeping(...rounds: (() => Promise<number>)[]) {
  const round = vi.fn(() => (rounds.length > 1 ? rounds.shift() : rounds[0])?.() ?? Promise.resolve(0))
  const log = pino({ level: 'debug' }, { write: line => void lines.push(JSON.parse(line)) })
  return { round, sweeper: startSweeper({ what: 'leaves', round, everySeconds: 5 }, log) }
}
const failing = () => Promise.reject(new Error('rain'))
const messages = () => lines.map(({ msg }) => msg)

test('a round at once, and the next one some seconds after its end', async () => {
  const { round, sweeper } = sweeping(async () => 3)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(round).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(round).toHaveBeenCalledTimes(2)
  await sweeper.stop()
  expect(lines[0]).toMatchObject({ what: 'leaves', swept: 3, msg: 'swept' })
})

test('what fails is told once in a row, and tried again', async () => {
  const { sweeper } = sweeping(failing, failing, async () => 1, failing)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(messages()).toEqual(['cannot be swept, trying again', 'swept', 'cannot be swept, trying again'])
  await sweeper.stop()
})

test('stopped: the round in hand is waited for, and no other comes', async () => {
  let finish = (_swept: number) => {}
  const { round, sweeper } = sweeping(() => new Promise(resolve => (finish = resolve)))
  const stopped = sweeper.stop()
  finish(1)
  await stopped
  await vi.advanceTimersByTimeAsync(60_000)
  expect(round).toHaveBeenCalledTimes(1)
  expect(messages()).toEqual(['swept'])
})
