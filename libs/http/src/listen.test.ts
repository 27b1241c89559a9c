import { Agent, get, type IncomingMessage } from 'node:http'
import Koa from 'koa'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from './listen.ts'

/** An application that answers after so many milliseconds, and a caller that keeps its one connection. */
async function start(answerAfterMs: number) {
  const app = new Koa()
  const arrived = Promise.withResolvers<void>()
  app.use(async ctx => {
    arrived.resolve()
    await new Promise(resolve => setTimeout(resolve, answerAfterMs))
    ctx.body = 'answered'
  })
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const ask = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(server.url, { agent }, answer => resolve(answer.resume())).on('error', reject)
    })
  return { server, ask, arrived: arrived.promise }
}

test('stop answers requests in progress and ends their connections with the response', async () => {
  const { server, ask, arrived } = await start(100)
  const inProgress = ask()
  await arrived
  const stopped = server.stop()
  expect(await inProgress).toMatchObject({ statusCode: 200, headers: { connection: 'close' } })
  await stopped
})

test('stop still answers a request that was on its way over an idle connection', async () => {
  const { server, ask } = await start(0)
  await ask()
  await new Promise(resolve => setTimeout(resolve, 20))
  const stopped = server.stop()
  expect(await ask()).toMatchObject({ statusCode: 200, headers: { connection: 'close' } })
  await stopped
})

test('stop takes no new connection and does not wait for idle ones', async () => {
  const { server, ask } = await start(0)
  await ask()
  const stopped = server.stop()
  await expect(fetch(server.url)).rejects.toThrow('fetch failed')
  await stopped
})

test('stop cuts off requests that take longer than graceMs', async () => {
  const { server, ask, arrived } = await start(60_000)
  const inProgress = ask().catch((error: Error) => error)
  await arrived
  await server.stop(20)
  expect(await inProgress).toBeInstanceOf(Error)
})

test('a port that is in use: EADDRINUSE', async () => {
  const { server } = await start(0)
  const port = Number(new URL(server.url).port)
  await expect(listen(new Koa(), { host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await server.stop()
})
