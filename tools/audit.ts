import pg from 'pg'
import { lookForAll } from './audit/audit.ts'
import { isBroken, reportOf } from './audit/report.ts'
import { explanationOf, messageOf, Problem } from './infrastructure/problem.ts'

/**
 * Looks at a whole database for anything that must not be; changes nothing.
 *
 * @returns what there is to read, and whether all is well
 * @throws {Problem} in one line, when the database is away or not up to date
 */
export async function audit(adminUrl: string): Promise<{ report: string; sound: boolean }> {
  const client = new pg.Client({
    connectionString: adminUrl,
    application_name: 'campstore audit',
    connectionTimeoutMillis: 5_000,
  })
  // The query that is under way fails with the same error.
  client.on('error', () => {})
  try {
    await client.connect()
    const found = await lookForAll(client)
    return { report: reportOf(found), sound: !found.some(isBroken) }
  } catch (error) {
    const { host } = new URL(adminUrl)
    throw new Problem(`cannot look at the database at ${host} (is it running and migrated?): ${messageOf(error)}`)
  } finally {
    await client.end().catch(() => {})
  }
}

if (import.meta.main) {
  try {
    const adminUrl = process.env.DATABASE_ADMIN_URL ?? 'postgres://postgres:campstore@127.0.0.1:5433/campstore'
    const { report, sound } = await audit(adminUrl)
    process.stdout.write(`${report}\n`)
    process.exitCode = sound ? 0 : 1
  } catch (error) {
    process.stderr.write(`${explanationOf(error)}\n`)
    process.exitCode = 1
  }
}
