import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { pipelineRequests } from './library-fixes.ts'

// Each of these fails when the installed amqplib no longer has the fault: then its fix can go.
const library = dirname(createRequire(import.meta.url).resolve('amqplib'))

test('amqplib throws for headers that it cannot decode', async () => {
  const { decodeFrame } = await import(join(library, 'lib', 'frame.js'))
  const bodySize = [0, 0, 0, 0, 0, 0, 0, 5]
  // A table that announces nine bytes and has one.
  const payload = Buffer.from([0, 60, 0, 0, ...bodySize, 0x20, 0, 0, 0, 0, 9, 1])
  expect(() => decodeFrame({ type: 2, channel: 1, payload })).toThrow()
})

test('amqplib sends a request before the reply to the one before only as pipelineRequests makes it', async () => {
  const { BaseChannel } = await import(join(library, 'lib', 'channel.js'))
  const sentBy = (prepare: (channel: InstanceType<typeof BaseChannel>) => typeof channel) => {
    const sent: number[] = []
    const channel = prepare(new BaseChannel({ sendMethod: (_id: number, method: number) => sent.push(method) }))
    for (const method of [1, 2]) channel.sendOrEnqueue(method, {}, () => {})
    return sent
  }
  expect(sentBy(channel => channel)).toEqual([1])
  expect(sentBy(pipelineRequests)).toEqual([1, 2])
})
