import { CliError, formatError, messageOf } from '@campstore/local-servers/cli-error'
import pg from 'pg'
import { type Found, lookForAll } from './audit/audit.ts'
import { isBroken, reportOf } from './audit/report.ts'
import { lookForWaitingMessages } from './audit/waiting-messages.ts'

/**
 * Looks at a whole database for anything that must not be, and at the broker for messages that wait for somebody; changes
 * nothing. Without the broker it tells that it was not looked at.
 *
 * @param rabbitmqUrl no address: no messages are looked for
 * @returns what there is to read, and whether all is well
 * @throws {CliError} in one line, when the database is away or not up to date
 */
export async function audit(adminUrl: string, rabbitmqUrl?: string): Promise<{ report: string; sound: boolean }> {
  const client = new pg.Client({
    connectionString: adminUrl,
    application_name: 'campstore audit',
    connectionTimeoutMillis: 5_000,
  })
  // The query that is under way fails with the same error.
  client.on('error', () => {})
  try {
    await client.connect()
    const messages = rabbitmqUrl === undefined ? { found: [] } : await waitingMessages(rabbitmqUrl)
    const found = [...(await lookForAll(client)), ...messages.found]
    const report = reportOf(found)
    return { report: messages.unseen ? `${report}; ${messages.unseen}` : report, sound: !found.some(isBroken) }
  } catch (error) {
    const { host } = new URL(adminUrl)
    throw new CliError(`cannot look at the database at ${host} (is it running and migrated?): ${messageOf(error)}`)
  } finally {
    await client.end().catch(() => {})
  }
}

async function waitingMessages(rabbitmqUrl: string): Promise<{ found: Found[]; unseen?: string }> {
  try {
    return { found: await lookForWaitingMessages(rabbitmqUrl) }
  } catch (error) {
    return { found: [], unseen: `messages were not looked at: ${new URL(rabbitmqUrl).host}: ${messageOf(error)}` }
  }
}

if (import.meta.main) {
  try {
    const adminUrl = process.env.DATABASE_ADMIN_URL ?? 'postgres://postgres:campstore@127.0.0.1:5433/campstore'
    const rabbitmqUrl = process.env.RABBITMQ_URL ?? 'amqp://campstore:campstore@127.0.0.1:5673'
    const { report, sound } = await audit(adminUrl, rabbitmqUrl)
    process.stdout.write(`${report}\n`)
    process.exitCode = sound ? 0 : 1
  } catch (error) {
    process.stderr.write(`${formatError(error)}\n`)
    process.exitCode = 1
  }
}
