import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pidIn } from '@campstore/testing/restartable-servers'
import { eventually } from '@campstore/testing/waiting'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { messageOf } from './cli-error.ts'
import { temporaryServerHome } from './os-users.ts'
import { freePort } from './ports.ts'
import { acceptsConnections, onDatabase, startPostgres } from './postgres.ts'
import { signal, startOf } from './running-processes.ts'

let dataDirectory: string

beforeEach(() => {
  dataDirectory = join(temporaryServerHome(), 'postgres')
})

test('a private PostgreSQL continues with its data after it was killed, although its pid file remains', async () => {
  const options = { dataDirectory, port: await freePort(), durable: false }
  const first = await startPostgres(options)
  await first.kill()
  // As after a reboot: the recorded pid belongs to some other process by now.
  writeFileSync(join(dataDirectory, 'postmaster.pid'), `${process.pid}\n${dataDirectory}\n`)
  const second = await startPostgres(options)
  expect(await acceptsConnections(second.adminUrl)).toBe(true)
  await second.stop()
})

test('a private PostgreSQL is alone on its data when it starts again: what a killed one has left busy is killed', async () => {
  const options = { dataDirectory, port: await freePort() }
  const first = await startPostgres(options)
  const interrupted = onDatabase(first.adminUrl, async client => {
    await client.query('create table stay (); insert into stay default values')
    await client.query('do $$ begin loop perform 1; end loop; end $$')
  }).catch(messageOf)
  const busy = "select pid from pg_stat_activity where state = 'active' and query like 'do %'"
  const backend = await eventually(async () => {
    const { rows } = await onDatabase(first.adminUrl, client => client.query<{ pid: number }>(busy))
    if (rows[0] === undefined) throw new Error('not busy yet')
    return rows[0].pid
  })
  onTestFinished(() => signal(backend, 'SIGKILL'))
  signal(pidIn(join(dataDirectory, 'postmaster.pid')), 'SIGKILL')
  expect(await first.exited).toBe('signal SIGKILL')
  expect(startOf(backend), 'it goes on without its server').toBeDefined()

  const second = await startPostgres(options)
  onTestFinished(second.stop)
  expect(startOf(backend)).toBeUndefined()
  expect(await interrupted).toEqual(expect.any(String))
  const kept = await onDatabase(second.adminUrl, client => client.query('select from stay'))
  expect(kept.rowCount).toBe(1)
  expect(readFileSync(join(dataDirectory, 'pg_hba.conf'), 'utf8')).not.toMatch(/ (?:password|trust)$/m)
})
