import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@campstore/local-servers/ports'
import { expect, onTestFinished, test } from 'vitest'
import { startTcpProxy } from './tcp-proxy.ts'

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
  const proxy = await startTcpProxy(port)
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
  await startTcpProxy(port)
  await once(open(port), 'close')
})

test('a way that is cut loses nothing and tells nobody; when it is healed, everything arrives, the end of connections too', async () => {
  const port = await freePort()
  const proxy = await startTcpProxy(port)
  const received: string[] = []
  const ended = new Set<Socket>()
  const server = createServer(socket => {
    socket.on('error', () => {}).on('data', data => received.push(String(data)))
    socket.once('close', () => ended.add(socket))
    socket.write('hello')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  proxy.leadTo((server.address() as AddressInfo).port)
  const [stays, leaves] = [open(port), open(port)]
  await Promise.all([greetingOf(stays), greetingOf(leaves)])
  expect(proxy.localPorts()).toHaveLength(2)

  proxy.cut()
  stays.write('one')
  leaves.end('two')
  const late = open(port)
  await once(late, 'connect')
  await delay(200)
  expect([received, ended.size, late.bytesRead]).toEqual([[], 0, 0])

  proxy.heal()
  expect(await greetingOf(late)).toBe('hello')
  await expect.poll(() => [received.toSorted(), ended.size]).toEqual([['one', 'two'], 1])
  expect(stays.destroyed).toBe(false)
  for (const socket of [stays, late]) socket.destroy()
})
