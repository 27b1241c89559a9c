import { EventEmitter } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { whileReplying } from './while-replying.ts'

test('work is waited for as long as replies come, however long it takes, and given up after 15 s of silence', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const channel = new EventEmitter()
  const outcome = vi.fn()
  void whileReplying(new Promise<void>(() => {}), 'the declarations', channel).catch(outcome)
  for (let reply = 0; reply < 10; reply += 1) {
    await vi.advanceTimersByTimeAsync(14_000)
    channel.emit('reply')
  }
  expect(outcome).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(outcome).toHaveBeenCalledExactlyOnceWith(new Error('No reply to the declarations in 15000 ms'))
  expect(channel.listenerCount('reply')).toBe(0)
})
