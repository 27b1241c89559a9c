import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { deleteServerData } from '@campstore/local-servers/servers'
import { expect, test } from 'vitest'
import { refuseForeignServers } from './reset.ts'

test.each(['DATABASE_ADMIN_URL', 'DATABASE_URL', 'RABBITMQ_URL', 'RABBITMQ_ADMIN_URL'])(
  'refuses while %s names a server',
  variable => {
    expect(() => refuseForeignServers({ [variable]: 'postgres://production' })).toThrow(
      new RegExp(`^${variable} names a server that npm start does not own. Nothing was deleted.`),
    )
    expect(() => refuseForeignServers({ [variable]: '' })).not.toThrow()
  },
)

test('deletes the data of the servers and nothing else', async () => {
  const home = temporaryServerHome()
  for (const folder of ['postgres', 'rabbitmq', 'redis', 'identity', 'logs']) {
    mkdirSync(join(home, folder))
    writeFileSync(join(home, folder, 'file'), '')
  }
  await deleteServerData({ home, label: `reset-test-${process.pid}` })
  expect(readdirSync(home)).toEqual(['logs'])
})
