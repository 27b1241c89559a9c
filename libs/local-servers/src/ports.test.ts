import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { assertPortsFree, freePort, portFreed } from './ports.ts'

/** A server of another program, until it is closed or the test ends. */
async function occupied() {
  const port = await freePort()
  const server = createServer()
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const close = () => new Promise<void>(resolve => server.close(() => resolve()))
  onTestFinished(close)
  return { port, close }
}

test('names a busy port, its purpose and the variable that changes it in one line', async () => {
  const other = await occupied()
  const check = assertPortsFree([
    { port: other.port, purpose: 'gateway', variable: 'PORT' },
    { port: await freePort(), purpose: 'booking', variable: 'BOOKING_PORT' },
  ])
  await expect(check).rejects.toThrow(
    `These ports are already in use: ${other.port} (gateway). Stop the other program, or choose other ports in .env (PORT=${other.port + 100}).`,
  )
})

test('names a port that is not released, with its purpose', async () => {
  const other = await occupied()
  await expect(portFreed(other.port, 'Redis', 0)).rejects.toThrow(`Port ${other.port} (Redis) is already in use`)
})
