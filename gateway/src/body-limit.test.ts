import { createServer, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createBodyReader } from './body-limit.ts'
import { portOf, stopServer } from './testing/upstream.ts'

/** A server that hands over each request, and clients that announce 1,000 bytes and send some of them. */
async function slowClients() {
  const arrived: ((request: IncomingMessage) => void)[] = []
  const server = createServer(request => arrived.shift()?.(request))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => stopServer(server))
  return async (sent: string): Promise<{ request: IncomingMessage; socket: Socket }> => {
    const request = new Promise<IncomingMessage>(resolve => arrived.push(resolve))
    const socket = connect(portOf(server), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    socket.write(`POST / HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 1000\r\n\r\n${sent}`)
    return { request: await request, socket }
  }
}

test('slow bodies do not fill the memory: the one that began first is given up, and the others are read', async () => {
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

test('a body that has been read, or whose client has left, takes no room from others', async () => {
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
