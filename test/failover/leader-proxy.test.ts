import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { freePort } from '@campstore/local-servers/ports'
import { expect, onTestFinished, test } from 'vitest'
import { startLeaderProxy } from './leader-proxy.ts'

/** A server that greets with its name; returns its port. */
async function startServer(name: string): Promise<number> {
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.write(name)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const open = (port: number): Socket => connect(port, '127.0.0.1').on('error', () => {})
const greetingOf = async (socket: Socket): Promise<string> => String((await once(socket, 'data'))[0])

test('leads to the leader, and closes the connections to the one before', async () => {
  const port = await freePort()
  const proxy = await startLeaderProxy(port)
  proxy.leadTo(await startServer('one'))
  const first = open(port)
  expect(await greetingOf(first)).toBe('one')

  const closed = once(first, 'close')
  proxy.leadTo(await startServer('two'))
  await closed
  const second = open(port)
  expect(await greetingOf(second)).toBe('two')
  second.destroy()
})

test('refuses connections while there is no leader', async () => {
  const port = await freePort()
  await startLeaderProxy(port)
  await once(open(port), 'close')
})
