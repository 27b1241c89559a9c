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
  test('takes up its data again after it was killed, though the mark of the dead server is there', async () => {
    const options = { dataDirectory, port: await freePort(), durable: false }
    const first = await startPostgres(options)
    await first.kill()
    // As after a reboot: the recorded pid belongs to some other process by now.
    writeFileSync(join(dataDirectory, 'postmaster.pid'), `${process.pid}\n${dataDirectory}\n`)
    const second = await startPostgres(options)
    expect(await acceptsConnections(second.adminUrl)).toBe(true)
    await second.stop()
  })

  test('puts a half-made directory aside and begins anew', async () => {
    mkdirSync(dataDirectory)
    writeFileSync(join(dataDirectory, 'half'), '')
    const server = await startPostgres({ dataDirectory, port: await freePort(), durable: false })
    await server.stop()
    expect(readdirSync(home).some(name => name.startsWith('postgres.half-made-'))).toBe(true)
  })

  test('of another major version is refused in one line and left as it is', async () => {
    mkdirSync(dataDirectory)
    writeFileSync(join(dataDirectory, 'PG_VERSION'), '15\n')
    const user = serverUser('postgres')
    if (user !== undefined) chownSync(dataDirectory, user.uid, user.gid)
    await expect(startPostgres({ dataDirectory, port: await freePort() })).rejects.toThrow(
      `${dataDirectory} holds data of PostgreSQL 15, this is 18: move the folder away to begin anew`,
    )
    expect(existsSync(join(dataDirectory, 'PG_VERSION'))).toBe(true)
  })
})
