import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { startIdentity } from '@campstore/local-servers/identity'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { freePort } from '@campstore/local-servers/ports'
import { startRabbitmq } from '@campstore/local-servers/rabbitmq'
import { expect, onTestFinished, test } from 'vitest'

/** Sockets of the processes that run in a folder, by their inodes. */
const socketsIn = (folder: string): string[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        if (!readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) return []
        return readdirSync(`/proc/${pid}/fd`).map(fd => readlinkSync(`/proc/${pid}/fd/${fd}`))
      } catch {
        return [] // it has ended, or is another user's
      }
    })

/** Addresses that they listen on, as Linux writes them. */
function listeningIn(folder: string): string[] {
  const sockets = new Set(socketsIn(folder))
  const lines = ['tcp', 'tcp6'].flatMap(name => readFileSync(`/proc/net/${name}`, 'utf8').split('\n').slice(1))
  return lines.flatMap(line => {
    const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/)
    return state === '0A' && sockets.has(`socket:[${inode}]`) ? [local.split(':')[0] ?? ''] : []
  })
}

const loopback = ['0100007F', '00000000000000000000000001000000', '0000000000000000FFFF00000100007F']

test('every port of RabbitMQ, also those of Erlang, is on loopback, and its cookie cannot be guessed', async () => {
  const folder = join(temporaryServerHome(), 'rabbitmq')
  const rabbitmq = await startRabbitmq({ dataDirectory: folder, port: await freePort() })
  onTestFinished(() => rabbitmq.kill())
  const listening = listeningIn(folder)
  expect(listening.length).toBeGreaterThanOrEqual(4) // AMQP, management, distribution, port mapper
  expect(listening.filter(address => !loopback.includes(address))).toEqual([])
  expect(readFileSync(join(folder, '.erlang.cookie'), 'utf8')).toMatch(/^[0-9a-f]{40}$/)
})

test('the identity emulator answers pages and programs of this machine only, under names of this machine', async () => {
  const port = await freePort()
  const identity = await startIdentity({ dataDirectory: temporaryServerHome(), port })
  onTestFinished(() => identity.kill())
  const statusOf = (headers: { origin?: string; host?: string }) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, headers }, answer => resolve(answer.resume().statusCode))
      sent.on('error', reject).end()
    })
  for (const allowed of [{}, { origin: 'http://localhost:8080' }, { host: `localhost:${port}` }])
    expect(await statusOf(allowed)).toBe(200)
  for (const refused of [{ origin: 'https://evil.test' }, { origin: 'null' }, { host: `evil.test:${port}` }])
    expect(await statusOf(refused)).toBe(403)
})
