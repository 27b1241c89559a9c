import { once } from 'node:events'
import { eventually } from '@campstore/testing/waiting'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createSupervisor, restartLimit } from './supervisor.ts'

/** A server that a test ends, with a supervisor that restarts it at once. */
function supervised(
  start: (attempt: number) => void = () => {},
  pause: (signal: AbortSignal) => Promise<unknown> = async () => {},
) {
  const lines: string[] = []
  const delays: number[] = []
  const givenUp = Promise.withResolvers<string>()
  let attempts = 0
  let end = (_how: string) => {}
  const supervisor = createSupervisor({
    report: line => lines.push(line),
    giveUp: error => givenUp.resolve(error.message),
    pause: async (delayMs, signal) => {
      delays.push(delayMs)
      await pause(signal)
    },
  })
  const started = supervisor.keepRunning({
    name: 'RabbitMQ',
    start: async () => {
      attempts += 1
      start(attempts)
      return { exited: new Promise<string>(resolve => (end = resolve)) }
    },
  })
  const restarts = () => lines.filter(line => line === 'RabbitMQ runs again').length
  /** Ends it and waits until it runs again. */
  const exit = async (how: string) => {
    const before = restarts()
    end(how)
    await eventually(() => expect(restarts()).toBe(before + 1))
  }
  return {
    supervisor,
    attempts: () => attempts,
    started,
    exit,
    end: (how: string) => end(how),
    lines,
    delays,
    givenUp: givenUp.promise,
  }
}

describe('what exits', () => {
  test('is restarted each time, later after each exit that follows soon; after a second again once it has run for a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const { started, exit, lines, delays } = supervised()
    await started
    await exit('signal SIGKILL')
    await exit('exit code 1')
    expect(lines.slice(2)).toEqual(['RabbitMQ exited (exit code 1), restarting in 2 s', 'RabbitMQ runs again'])
    vi.advanceTimersByTime(60_001)
    await exit('exit code 1')
    expect(delays).toEqual([1_000, 2_000, 1_000])
  })

  test('is given up when too many restarts in a row fail, with the reason and what to do', async () => {
    const { started, end, delays, givenUp } = supervised(attempt => {
      if (attempt > 1) throw new Error('no space left')
    })
    await started
    end('exit code 1')
    expect(await givenUp).toBe(
      'RabbitMQ exited and could not be restarted, 5 times in a row: no space left\n' +
        'Everything is stopped, and its data is kept. Remove the cause, then run npm start again.',
    )
    expect(delays).toHaveLength(restartLimit)
  })
})

test('a stop ends the wait for a restart, which does not come', async () => {
  const waiting = Promise.withResolvers<void>()
  const { supervisor, attempts, started, end } = supervised(undefined, signal => {
    waiting.resolve()
    return once(signal, 'abort')
  })
  await started
  end('exit code 1')
  await waiting.promise
  supervisor.stop()
  await new Promise(setImmediate)
  expect(attempts()).toBe(1)
})
