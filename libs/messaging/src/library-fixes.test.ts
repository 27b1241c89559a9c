import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { pipelineRequests, sendTogether, tolerateUndecodableHeaders } from './library-fixes.ts'

// Each of these fails when the installed amqplib no longer has the fault: then its fix can go.
const library = join(dirname(createRequire(import.meta.url).resolve('amqplib')), 'lib')

test('amqplib receives headers that it cannot decode only as tolerateUndecodableHeaders makes it', async () => {
  const { decodeFrame, parseFrame } = await import(join(library, 'frame.js'))
  const { Connection } = await import(join(library, 'connection.js'))
  // A content header on channel 1, of a body of five bytes: its table of headers announces nine bytes and has one.
  const payload = [0, 60, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0x20, 0, 0, 0, 0, 9, 1]
  const rest = Buffer.from([2, 0, 1, 0, 0, 0, payload.length, ...payload, 206])
  expect(() => decodeFrame(parseFrame(rest, 0))).toThrow()
  tolerateUndecodableHeaders()
  const received = Connection.prototype.recvFrame.call({ rest, maxFrameSize: 0 })
  expect(received).toEqual({ id: 60, channel: 1, size: 5, fields: { headers: { 'x-unreadable': expect.anything() } } })
})

test('amqplib sends waiting frames in one write only as sendTogether makes it', () => {
  const require = createRequire(import.meta.url)
  const file = join(library, 'mux.js')
  const writesOfTwo = () => {
    const { Mux } = require(file)
    let writes = 0
    const count = (_frames: unknown, ...others: unknown[]) => {
      writes += 1
      ;(others.at(-1) as () => void)()
    }
    const mux = new Mux(new Writable({ write: count, writev: count }))
    const waiting = [Buffer.from('a'), Buffer.from('b')]
    mux.newStreams.push({ read: () => waiting.shift() ?? null })
    mux._readIncoming()
    return writes
  }
  sendTogether()
  expect(writesOfTwo()).toBe(1)
  const mended = require.cache[file]
  delete require.cache[file]
  expect(writesOfTwo()).toBe(2)
  require.cache[file] = mended
})

test('amqplib sends a request before the reply to the one before only as pipelineRequests makes it', async () => {
  const { BaseChannel } = await import(join(library, 'channel.js'))
  const sentBy = (prepare: (channel: InstanceType<typeof BaseChannel>) => typeof channel) => {
    const sent: number[] = []
    const channel = prepare(new BaseChannel({ sendMethod: (_id: number, method: number) => sent.push(method) }))
    for (const method of [1, 2]) channel.sendOrEnqueue(method, {}, () => {})
    return sent
  }
  expect(sentBy(channel => channel)).toEqual([1])
  expect(sentBy(pipelineRequests)).toEqual([1, 2])
})
