import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { startHttpServer } from '@campstore/testing/http-server'
import { expect, onTestFinished, test } from 'vitest'
import { createBodyReader } from './request-body.ts'

/** A server that hands over each request, and clients that announce 1,000 bytes and send some of them. */
async function slowClients() {
  const arrived: ((request: IncomingMessage) => void)[] = []
  const { port, stop } = await startHttpServer(request => arrived.shift()?.(request))
  onTestFinished(stop)
  return async (sent: string): Promise<{ request: IncomingMessage; socket: Socket }> => {
    const request = new Promise<IncomingMessage>(resolve => arrived.push(resolve))
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    socket.write(`POST / HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 1000\r\n\r\n${sent}`)
    return { request: await request, socket }
  }
}

test('slow bodies do not fill the memory: the one that began first is given up, the others are read', async () => {
  const send = await slowClients()
  const readBody = createBodyReader(1_500)
  const slowest = await send('a'.repeat(900))
  const refused = expect(readBody(slowest.request)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  const next = await send('b'.repeat(900))
  const read = readBody(next.request)
  await refused
  next.socket.write('c'.repeat(100))
  expect((await read).toString()).toBe('b'.repeat(900) + 'c'.repeat(100))
})

test('a body that is complete, or whose client has left, no longer counts', async () => {
  const send = await slowClients()
  const readBody = createBodyReader(1_500)
  const whole = await send('a'.repeat(1_000))
  await readBody(whole.request)
  const left = await send('b'.repeat(900))
  const gone = expect(readBody(left.request)).rejects.toThrow()
  left.socket.destroy()
  await gone
  const last = await send('c'.repeat(900))
  const read = readBody(last.request)
  last.socket.write('d'.repeat(100))
  expect((await read).toString()).toBe('c'.repeat(900) + 'd'.repeat(100))
})

test('a body whose client left before it is read is given up at once', async () => {
  const send = await slowClients()
  const { request, socket } = await send('a')
  const closed = new Promise(resolve => request.once('close', resolve))
  request.on('error', () => {})
  socket.destroy()
  await closed
  await expect(createBodyReader()(request)).rejects.toThrow('The connection was closed')
})
