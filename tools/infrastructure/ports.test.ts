import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { assertPortsFree, freePort, freePorts, portFreed } from './ports.ts'

/** Somebody else's server, until it is disposed of. */
async function occupied() {
  const port = await freePort()
  const server = createServer()
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return { port, [Symbol.asyncDispose]: () => new Promise<void>(resolve => server.close(() => resolve())) }
}

test('free ports are all different', async () => {
  expect(new Set(await freePorts(20)).size).toBe(20)
})

test('a busy port is told in one line, with what wants it and the variable that moves it', async () => {
  await using other = await occupied()
  const complaint = assertPortsFree([
    { port: other.port, purpose: 'gateway', variable: 'PORT' },
    { port: await freePort(), purpose: 'booking', variable: 'BOOKING_PORT' },
  ])
  await expect(complaint).rejects.toThrow(
    `in use by another program: port ${other.port} (gateway, moved by PORT). End that program, or move ours: PORT=${other.port + 100} npm start`,
  )
})

test('a port that is let go in time is waited for', async () => {
  const other = await occupied()
  const freed = portFreed(other.port, 'Redis')
  await other[Symbol.asyncDispose]()
  await expect(freed).resolves.toBeUndefined()
})

test('a port that is not let go is told with its purpose', async () => {
  await using other = await occupied()
  await expect(portFreed(other.port, 'Redis', 0)).rejects.toThrow(`port ${other.port} (Redis) is in use`)
})
