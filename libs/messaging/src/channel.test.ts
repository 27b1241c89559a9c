import { EventEmitter } from 'node:events'
import { until } from '@campstore/testing/waiting'
import type { ChannelModel } from 'amqplib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createRecoveringChannel } from './channel.ts'
import { silentLog } from './testing/servers.ts'
import { whileReplying } from './while-replying.ts'

/** A connection on which channels can be opened, and its end. */
function connect() {
  const opened: EventEmitter[] = []
  const createConfirmChannel = vi.fn(async () => {
    const channel = Object.assign(new EventEmitter(), { close: async () => {} })
    opened.push(channel)
    return channel
  })
  const end = new AbortController()
  const lose = () => {
    for (const channel of opened) channel.emit('close')
    end.abort()
  }
  return { model: { createConfirmChannel } as unknown as ChannelModel, createConfirmChannel, ended: end.signal, lose }
}

test('a channel whose setup takes the connection along waits before the next one, others are opened at once', async () => {
  const options = { declare: async () => {}, onClose: () => {}, log: silentLog }
  const healthy = createRecoveringChannel({ ...options, setup: async () => {} })
  const deadly = vi.fn(() => new Promise<void>(() => {}))
  const broken = createRecoveringChannel({ ...options, setup: deadly })
  const first = connect()
  for (const channel of [broken, healthy]) channel.open(first.model, first.ended)
  await until(() => healthy.current() !== undefined && deadly.mock.calls.length === 1)
  first.lose()

  const second = connect()
  broken.open(second.model, second.ended)
  expect(second.createConfirmChannel).not.toHaveBeenCalled()
  healthy.open(second.model, second.ended)
  expect(second.createConfirmChannel).toHaveBeenCalledTimes(1)
  await until(() => deadly.mock.calls.length === 2)
})

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
