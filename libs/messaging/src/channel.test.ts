import { EventEmitter } from 'node:events'
import { until } from '@campstore/testing/waiting'
import type { ChannelModel } from 'amqplib'
import { expect, test, vi } from 'vitest'
import { createRecoveringChannel } from './channel.ts'
import { silentLog } from './testing/servers.ts'

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
  const options = { declare: async () => {}, onClose: () => {}, log: silentLog, connection: 'test' }
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
