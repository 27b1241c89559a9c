import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { serverUser, temporaryServerHome } from './os-users.ts'
import { freePort } from './ports.ts'
import { acceptsConnections, startPostgres } from './postgres.ts'

let home: string
let dataDirectory: string

beforeEach(() => {
  home = temporaryServerHome()
  dataDirectory = join(home, 'postgres')
})

describe('a private PostgreSQL', () => {
  test('continues with its data after it was killed, although its pid file remains', async () => {
    const options = { dataDirectory, port: await freePort(), durable: false }
    const first = await startPostgres(options)
    await first.kill()
    // As after a reboot: the recorded pid belongs to some other process by now.
    writeFileSync(join(dataDirectory, 'postmaster.pid'), `${process.pid}\n${dataDirectory}\n`)
    const second = await startPostgres(options)
    expect(await acceptsConnections(second.adminUrl)).toBe(true)
    await second.stop()
  })

  test('quarantines a partial directory and starts over', async () => {
    mkdirSync(dataDirectory)
    writeFileSync(join(dataDirectory, 'half'), '')
    const server = await startPostgres({ dataDirectory, port: await freePort(), durable: false })
    await server.stop()
    expect(readdirSync(home).some(name => name.startsWith('postgres.partial-'))).toBe(true)
  })

  test('refuses data of another major version in one line and leaves it unchanged', async () => {
    mkdirSync(dataDirectory)
    writeFileSync(join(dataDirectory, 'PG_VERSION'), '15\n')
    const user = serverUser('postgres')
    if (user !== undefined) chownSync(dataDirectory, user.uid, user.gid)
    await expect(startPostgres({ dataDirectory, port: await freePort() })).rejects.toThrow(
      `${dataDirectory} holds data of PostgreSQL 15, but this is version 18. Move the folder to start over`,
    )
    expect(existsSync(join(dataDirectory, 'PG_VERSION'))).toBe(true)
  })
})
