import { once } from 'node:events'
import { connect } from 'node:net'
import Koa from 'koa'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from './listen.ts'
import { acceptsNoticeHeader, shutdownNotice } from './shutdown-notice.ts'

const head = 'GET / HTTP/1.1\r\nhost: a\r\n'

/** An application that is asked over one raw connection, and the bytes that come back. */
async function start(first: string, answer = (ctx: Koa.Context): unknown => (ctx.body = 'answered')) {
  const app = new Koa()
  let requests = 0
  app.use(async ctx => {
    requests += 1
    await answer(ctx)
  })
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let received = ''
  socket.on('data', bytes => {
    received += bytes
  })
  const closed = once(socket, 'close')
  socket.write(first)
  if (first !== '') await once(socket, 'data')
  return { server, socket, closed, received: () => received, requests: () => requests }
}

test('stop still answers a request that was on its way over an idle connection', async () => {
  const { server, socket, closed, received } = await start(`${head}\r\n`)
  const stopped = server.stop()
  socket.write(`${head}\r\n`)
  await Promise.all([closed, stopped])
  expect(received()).toMatch(/^HTTP\/1.1 200 .*answeredHTTP\/1.1 200 .*\r\nconnection: close\r\n.*answered$/is)
})

test('stop cuts off requests that take longer than graceMs', async () => {
  const arrived = Promise.withResolvers<void>()
  const { server, socket, closed, received } = await start('', () => {
    arrived.resolve()
    return new Promise(() => {})
  })
  socket.write(`${head}\r\n`)
  await arrived.promise
  await server.stop(20)
  await closed
  expect(received()).toBe('')
})

const accepting = `${head}${acceptsNoticeHeader}: yes\r\n\r\n`

test.each([
  ['nothing', 0],
  ['its first bytes', 10],
])('stop sends the notice, and begins no request of which %s had come', async (_, sent) => {
  const { server, socket, closed, received, requests } = await start(accepting)
  socket.write(head.slice(0, sent))
  await new Promise(resolve => setImmediate(resolve))
  const stopped = server.stop()
  socket.write(`${head.slice(sent)}\r\n`)
  await Promise.all([closed, stopped])
  expect(received().endsWith(shutdownNotice)).toBe(true)
  expect(requests()).toBe(1)
})

test('stop sends the notice after a response that had begun before', async () => {
  const end = Promise.withResolvers<void>()
  const { server, closed, received } = await start(accepting, async ctx => {
    ctx.respond = false
    ctx.res.writeHead(200, { 'content-length': 4 })
    ctx.res.write('an')
    await end.promise
    ctx.res.end('d\n')
  })
  const stopped = server.stop()
  end.resolve()
  await Promise.all([closed, stopped])
  expect(received()).toMatch(/\r\n\r\nand\n/)
  expect(received().endsWith(shutdownNotice)).toBe(true)
})
