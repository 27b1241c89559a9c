import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { testServers } from '@campstore/testing/servers'
import { expect, test } from 'vitest'

/** The processes of this machine: where they work, and their sockets. */
const processes = () =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        const files = readdirSync(`/proc/${pid}/fd`).map(fd => readlinkSync(`/proc/${pid}/fd/${fd}`))
        return [{ folder: readlinkSync(`/proc/${pid}/cwd`), sockets: files.filter(file => file.startsWith('socket:')) }]
      } catch {
        return [] // it has ended, or is another user's
      }
    })

/** The sockets that listen, with their addresses as Linux writes them. */
const listening = () =>
  ['tcp', 'tcp6']
    .flatMap(name => readFileSync(`/proc/net/${name}`, 'utf8').split('\n').slice(1))
    .map(line => line.trim().split(/\s+/))
    .filter(([, , , state]) => state === '0A')
    .map(([, local = '', , , , , , , , inode]) => {
      const [address = '', port = ''] = local.split(':')
      return { address, port: Number.parseInt(port, 16), socket: `socket:[${inode}]` }
    })

const loopback = ['0100007F', '00000000000000000000000001000000', '0000000000000000FFFF00000100007F']

test('every port of RabbitMQ, also those of Erlang, is on loopback, and its cookie cannot be guessed', ({ skip }) => {
  const all = processes()
  const amqp = Number(new URL(testServers().rabbitmqUrl).port)
  const { socket = '' } = listening().find(({ port }) => port === amqp) ?? {}
  const { folder = '' } = all.find(({ sockets }) => sockets.includes(socket)) ?? {}
  const cookie = join(folder, '.erlang.cookie')
  skip(!existsSync(cookie), 'RabbitMQ does not run as a program of this machine')
  const its = all.filter(process => process.folder === folder).flatMap(({ sockets }) => sockets)
  const addresses = listening().filter(({ socket }) => its.includes(socket))
  expect(addresses.length).toBeGreaterThanOrEqual(4) // AMQP, management, distribution, port mapper
  expect(addresses.filter(({ address }) => !loopback.includes(address))).toEqual([])
  expect(readFileSync(cookie, 'utf8')).toMatch(/^[0-9a-f]{40}$/)
})
