import { createRecordingLog } from '@campstore/testing/recording-log'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startPeriodicJob } from './periodic-job.ts'

const { log, lines } = createRecordingLog()
beforeEach(() => {
  lines.length = 0
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

/** A job every 5 seconds, whose runs are the given ones in turn; the last is repeated. */
function start(...runs: (() => Promise<number>)[]) {
  const run = vi.fn(() => (runs.length > 1 ? runs.shift() : runs[0])?.() ?? Promise.resolve(0))
  return { run, job: startPeriodicJob({ name: 'sweep leaves', run, intervalSeconds: 5 }, log) }
}
const fail = () => Promise.reject(new Error('rain'))
const messages = () => lines.map(({ msg }) => msg)

test('runs now, and again some seconds after the end of a run', async () => {
  const { run, job } = start(async () => 3)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(run).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(run).toHaveBeenCalledTimes(2)
  await job.stop()
  expect(lines[0]).toMatchObject({ job: 'sweep leaves', count: 3, msg: 'Job finished' })
})

test('a failure is logged once in a row, and the job runs again', async () => {
  const { job } = start(fail, fail, async () => 1, fail)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(messages()).toEqual(['Job failed, retrying', 'Job runs again', 'Job finished'])
  await job.stop()
})

test('stop waits for the current run and starts no other', async () => {
  let finish = (_count: number) => {}
  const { run, job } = start(() => new Promise(resolve => (finish = resolve)))
  const stopped = job.stop()
  finish(1)
  await stopped
  await vi.advanceTimersByTimeAsync(60_000)
  expect(run).toHaveBeenCalledTimes(1)
  expect(messages()).toEqual(['Job finished'])
})
